// Numbers beside the picture: bodies, contacts, pace.

import type { Runner } from '../runner';
import { byId, h, setText } from './dom';
import { lastSample } from './labels';
import { compact } from './plots';

const names = ['bodies', 'awake', 'contact points', 'energy', 'overlap', 'step', 'pace', 'pictures'] as const;
type Name = (typeof names)[number];

export class Facts {
  private readonly cells = new Map<Name, HTMLElement>();
  private shown = 0;
  private pictures: number[] = [];
  private lastStep = 0;
  private lastTime = 0;
  private pace = NaN;

  constructor() {
    for (const name of names) {
      const cell = h('dd', { textContent: '–' });
      cell.dataset.fact = name;
      this.cells.set(name, cell);
      byId('facts').append(h('dt', { textContent: name }), cell);
    }
  }

  drawn(now: number): void {
    this.pictures.push(now);
    while (this.pictures[0]! < now - 1000) this.pictures.shift();
  }

  /** Four times a second. */
  show(runner: Runner, now: number): void {
    if (now - this.shown < 250) return;
    this.shown = now;
    const first = runner.first;
    if (!first?.loaded || !first.frame) return;
    const { dt } = first.loaded;
    const passed = (now - this.lastTime) / 1000;
    const share = ((runner.step - this.lastStep) * dt) / passed;
    this.pace = runner.playing && share >= 0 ? (Number.isNaN(this.pace) ? share : this.pace + 0.3 * (share - this.pace)) : NaN;
    this.lastStep = runner.step;
    this.lastTime = now;
    while (this.pictures.length && this.pictures[0]! < now - 1000) this.pictures.shift();
    if (first.frame.samples.length) {
      this.set('awake', String(lastSample(first, 'awake')));
      this.set('contact points', String(lastSample(first, 'contacts')));
      this.set('energy', `${compact(lastSample(first, 'kinetic'), 'J')} kinetic`);
      this.set('overlap', compact(1000 * lastSample(first, 'penetration'), 'mm'));
      const milliseconds = lastSample(first, 'milliseconds');
      this.set('step', Number.isFinite(milliseconds) ? `${milliseconds.toFixed(2)} ms` : '–');
    }
    this.set('bodies', String(first.loaded.bodies.length));
    this.set('pace', Number.isFinite(this.pace) ? `${this.pace.toFixed(2)} × real time` : 'paused');
    this.set('pictures', `${this.pictures.length} a second`);
  }

  private set(name: Name, text: string): void {
    setText(this.cells.get(name)!, text);
  }
}
