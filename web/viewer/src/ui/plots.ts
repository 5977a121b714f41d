// Live plots: one line a solver, the last few hundred steps.

import uPlot from 'uplot';
import 'uplot/dist/uPlot.min.css';
import { sampleFields, sampleStride, type Frame, type SampleField } from '../protocol';
import { laneColors } from '../stage/palette';
import { byId, h, setText } from './dom';

const kept = 600;

interface PlotKind {
  name: string;
  unit: string;
  title: string;
  logarithmic: boolean;
  value(sample: (field: SampleField) => number): number;
}

const kinds: PlotKind[] = [
  {
    name: 'energy', unit: 'J', title: 'Energy: kinetic and potential, above where it began', logarithmic: false,
    value: (sample) => sample('kinetic') + sample('potential'),
  },
  {
    name: 'penetration', unit: 'mm', title: 'Deepest overlap of two bodies', logarithmic: false,
    value: (sample) => 1000 * sample('penetration'),
  },
  {
    name: 'residual', unit: '', title: 'How far the solve was from the exact answer, where the solver says so',
    logarithmic: true, value: (sample) => sample('residual'),
  },
  {
    name: 'step time', unit: 'ms', title: 'Time of a step', logarithmic: false,
    value: (sample) => sample('milliseconds'),
  },
];

/** 12345 J: 12.3 kJ */
export function compact(value: number, unit = ''): string {
  if (!Number.isFinite(value)) return '–';
  const size = Math.abs(value);
  for (const [large, letter] of [[1e9, 'G'], [1e6, 'M'], [1e3, 'k']] as const) {
    if (size >= Math.max(large, 1e4)) return `${(value / large).toPrecision(3)} ${letter}${unit}`;
  }
  const digits = size >= 100 ? value.toFixed(0) : size >= 0.01 || size === 0 ? String(Number(value.toPrecision(3))) : value.toExponential(1);
  return unit ? `${digits} ${unit}` : digits;
}

class History {
  steps: number[] = [];
  values: (number | null)[][] = [];

  constructor(readonly lanes: number) {
    this.values = Array.from({ length: lanes }, () => []);
  }

  push(step: number, values: number[]): void {
    if (this.steps.length && this.steps[this.steps.length - 1]! >= step) return;
    this.steps.push(step);
    values.forEach((value, lane) => this.values[lane]!.push(Number.isFinite(value) ? value : null));
    if (this.steps.length > kept) {
      this.steps.shift();
      for (const list of this.values) list.shift();
    }
  }

  get data(): uPlot.AlignedData {
    return [this.steps, ...this.values];
  }
}

class Plot {
  private chart: uPlot | null = null;
  private history = new History(1);
  readonly element: HTMLElement;
  private readonly numbers: HTMLElement;
  private readonly holder: HTMLElement;
  private start = Array<number>(4).fill(NaN);

  constructor(readonly kind: PlotKind) {
    this.numbers = h('span', { class: 'plot-numbers' });
    this.holder = h('div', { class: 'plot-canvas', aria: { hidden: 'true' } });
    const heading = h('h3', { textContent: kind.unit ? `${kind.name}, ${kind.unit}` : kind.name, title: kind.title });
    this.element = h('section', { class: 'plot', aria: { label: kind.title } },
      h('header', {}, heading, this.numbers), this.holder);
  }

  reset(lanes: number): void {
    this.history = new History(lanes);
    this.start.fill(NaN);
    this.chart?.destroy();
    this.chart = null;
    this.element.classList.toggle('many', lanes > 2);
    this.numbers.replaceChildren(...Array.from({ length: lanes }, (_, lane) => {
      const number = h('span', { class: 'plot-number' });
      number.style.color = lanes > 1 ? laneColors[lane]! : '';
      return number;
    }));
    if (this.kind.name === 'residual') this.element.hidden = true; // until a solver reports one
  }

  private make(): void {
    const style = getComputedStyle(document.documentElement);
    const ink = style.getPropertyValue('--ink-faint').trim();
    const line = style.getPropertyValue('--line').trim();
    const axis: uPlot.Axis = {
      stroke: ink, grid: { stroke: line, width: 1 }, ticks: { show: false }, font: '10px system-ui', size: 16, gap: 2,
    };
    const options: uPlot.Options = {
      width: Math.max(this.holder.clientWidth, 100), height: 92, legend: { show: false }, cursor: { show: false },
      padding: [6, 6, 0, 0],
      scales: { x: { time: false }, y: this.kind.logarithmic ? { distr: 3 } : { range: this.kind.name === 'step time' ? withoutOutliers : roomy } },
      axes: [
        axis,
        { ...axis, size: 42, ...(this.kind.logarithmic ? { filter: thousandths, grid: { ...axis.grid!, filter: thousandths } } : {}), values: (_, ticks) => ticks.map((tick) => (tick === null ? '' : compact(tick))) },
      ],
      series: [{}, ...this.history.values.map((_, lane) => ({
        stroke: laneColors[lane]!, width: 1.5, points: { show: false }, spanGaps: false,
      }))],
    };
    this.chart = new uPlot(options, this.history.data, this.holder);
  }

  push(step: number, samples: ((field: SampleField) => number)[]): void {
    const values = samples.map((sample, lane) => {
      const value = this.kind.value(sample);
      if (this.kind.logarithmic) return Math.max(value, 1e-9); // a logarithm knows no zero
      if (this.kind.name !== 'energy') return value;
      // Potential energy has no natural zero: what matters is how it changes.
      if (Number.isNaN(this.start[lane]!)) this.start[lane] = value;
      return value - this.start[lane]!;
    });
    this.history.push(step, values);
    if (this.kind.name === 'residual' && values.some(Number.isFinite)) this.element.hidden = false;
  }

  draw(): void {
    if (this.element.hidden) return;
    if (!this.chart) this.make();
    this.chart!.setData(this.history.data);
    this.history.values.forEach((list, lane) => {
      const value = list[list.length - 1];
      const number = this.numbers.children[lane];
      if (number) setText(number, value === null || value === undefined ? '–' : compact(value));
    });
  }

  resize(): void {
    this.chart?.destroy();
    this.chart = null;
  }
}

/** Of a logarithmic axis, every third decade: the rest would be a grey box. */
function thousandths(_: uPlot, ticks: number[]): (number | null)[] {
  return ticks.map((tick) => (Math.abs(Math.log10(tick) / 3 - Math.round(Math.log10(tick) / 3)) < 1e-6 ? tick : null));
}

/** A little air, and never a range so small that rounding looks like news. */
function roomy(_: uPlot, low: number | null, high: number | null): [number, number] {
  const bottom = Math.min(low ?? 0, 0), top = high ?? 1;
  const room = Math.max(top - bottom, 1e-3) * 1.08;
  return [bottom < 0 ? top - room : bottom, bottom + room];
}

/** A first step that was compiled while it ran must not flatten all that follow. */
function withoutOutliers(chart: uPlot, low: number | null, high: number | null): [number, number] {
  const values = chart.data.slice(1).flatMap((list) => [...list]).filter((value) => typeof value === 'number').sort((a, b) => a - b);
  const usual = values[Math.floor(0.95 * values.length)];
  return roomy(chart, low, usual === undefined || high === null ? high : Math.min(high, 1.5 * usual));
}

export class Plots {
  private readonly plots = kinds.map((kind) => new Plot(kind));
  private drawn = 0;
  private stale = true;

  constructor() {
    byId('plots').append(...this.plots.map((plot) => plot.element));
    let width = 0;
    new ResizeObserver(([entry]) => {
      if (entry && entry.contentRect.width !== width) this.restyle();
      width = entry?.contentRect.width ?? 0;
    }).observe(byId('plots'));
  }

  reset(lanes: number): void {
    for (const plot of this.plots) plot.reset(Math.max(lanes, 1));
    this.stale = true;
  }

  /** The colours come from the theme when a chart is made. */
  restyle(): void {
    for (const plot of this.plots) plot.resize();
    this.stale = true;
  }

  push(frames: readonly (Frame | null)[]): void {
    const first = frames.find((frame) => frame);
    if (!first) return;
    const count = first.samples.length / sampleStride;
    for (let i = 0; i < count; ++i) {
      const samples = frames.map((frame) => (field: SampleField) =>
        frame?.samples[i * sampleStride + sampleFields.indexOf(field)] ?? NaN);
      const step = first.samples[i * sampleStride]!;
      for (const plot of this.plots) plot.push(step, samples);
    }
    this.stale ||= count > 0;
  }

  /** Ten times a second is as fast as numbers can be read. */
  draw(now: number): void {
    const hidden = byId('plots').offsetParent === null;
    if (hidden || !this.stale || now - this.drawn < 100) return;
    this.drawn = now;
    this.stale = false;
    for (const plot of this.plots) plot.draw();
  }
}
