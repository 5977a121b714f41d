// What stands in the corner of each pane: which solver, and how it fares.

import type { Running } from '../runner';
import { sampleFields, sampleStride, type SampleField } from '../protocol';
import { laneColors } from '../stage/palette';
import type { Rectangle } from '../stage/stage';
import { byId, h, setText } from './dom';
import { compact } from './plots';

export class Labels {
  private key = '';
  private numbers: HTMLElement[] = [];

  show(running: readonly Running[], solvers: readonly string[], rectangles: readonly Rectangle[]): void {
    const holder = byId('labels');
    const key = JSON.stringify([rectangles, solvers, running.map((r) => r.problem)]);
    if (key !== this.key) {
      this.key = key;
      this.numbers = [];
      holder.replaceChildren(...(running.length > 1 ? running.map((r, i) => this.make(r.problem, solvers[i]!, i, rectangles[i]!)) : []));
    }
    running.forEach((r, i) => {
      const number = this.numbers[i];
      if (number && r.frame?.samples.length) setText(number, facts(r));
    });
  }

  private make(problem: string | null, solver: string, index: number, rectangle: Rectangle): HTMLElement {
    const dot = h('span', { class: 'dot' });
    dot.style.background = laneColors[index]!;
    const number = h('small', {});
    this.numbers[index] = number;
    const text = problem ? h('span', { class: 'trouble', textContent: problem }) : h('span', { textContent: solver.replace(/measure=true,?/, '').replace(/:$/, '').replace(':', ' ').replace(/,/g, ' '), title: solver });
    const sides = `${rectangle.x > 0 ? ' divider' : ''}${rectangle.y > 0 ? ' shelf' : ''}`;
    const label = h('div', { class: `label${sides}` }, dot, text, number);
    label.style.left = `${rectangle.x}px`;
    label.style.top = `${rectangle.y}px`;
    label.style.width = `${rectangle.width}px`;
    return label;
  }
}

export function lastSample(running: Running, field: SampleField): number {
  const { frame } = running;
  if (!frame || !frame.samples.length) return NaN;
  return frame.samples[frame.samples.length - sampleStride + sampleFields.indexOf(field)]!;
}

function facts(running: Running): string {
  const penetration = 1000 * lastSample(running, 'penetration');
  const residual = lastSample(running, 'residual');
  const milliseconds = lastSample(running, 'milliseconds');
  const parts: string[] = [];
  if (Number.isFinite(milliseconds)) parts.push(`${milliseconds.toFixed(2)} ms`);
  if (Number.isFinite(penetration)) parts.push(`${compact(penetration, 'mm')} deep`);
  if (Number.isFinite(residual)) parts.push(`residual ${residual.toExponential(1)}`);
  return parts.join(' · ');
}
