// One solver of those that run side by side: which it is, its parameters, and why it does not run.

import type { SolverInfo } from 'cairn-physics/lab';
import { readSolver, writeSolver } from '../solver_text';
import { laneColors } from '../stage/palette';
import { h, icon, setText } from './dom';
import { choiceRow, flagRow, parameterRow, showChoice, type Row } from './parameters';

export interface CardEvents {
  change(index: number, text: string): void;
  remove(index: number): void;
}

/** What a field says, as the command line writes it. */
type Fields = Record<string, string>;

export class SolverCard {
  readonly element: HTMLElement;
  private readonly select: HTMLSelectElement;
  private readonly dot = h('span', { class: 'dot', aria: { hidden: 'true' } });
  private readonly remove: HTMLButtonElement;
  private readonly problem = h('p', { class: 'problem', aria: { role: 'alert' }, hidden: true });
  private readonly summary = h('summary');
  private readonly list = h('div', { class: 'parameters' });
  private readonly details = h('details', {}, this.summary, this.list);
  private rows: { field: string; row: Row<string> }[] = [];
  private text = '';
  private built: string | null = null;

  constructor(private readonly index: number, private readonly solvers: readonly SolverInfo[], private readonly events: CardEvents) {
    this.dot.style.background = laneColors[index]!;
    this.select = h('select', { aria: { label: `Solver ${index + 1}` } },
      ...solvers.map((solver) => h('option', { value: solver.name, textContent: solver.name })));
    this.select.addEventListener('change', () => events.change(index, chosen(this.select.value, solvers)));
    this.remove = h('button', {
      type: 'button', class: 'icon-button small', title: 'Remove this solver', aria: { label: `Remove solver ${index + 1}` },
      on: { click: () => events.remove(index) },
    }, icon('close'));
    const head = h('div', { class: 'solver-head' }, this.dot, this.select, this.remove);
    this.element = h('div', { class: 'solver' }, head, this.problem, this.details);
  }

  /** In place: fields are made anew only for another solver. */
  show(text: string, problem: string | null, locked: boolean, alone: boolean): void {
    this.text = text;
    const { name, fields } = readSolver(text);
    const info = this.solvers.find((solver) => solver.name === name);
    this.showName(name, info !== undefined);
    this.select.disabled = locked;
    this.dot.hidden = alone;
    this.remove.hidden = alone || locked;
    setText(this.problem, problem ?? '');
    this.problem.hidden = problem === null;
    this.details.hidden = !info?.fields.length || locked;
    if (info && this.built !== name) this.build(info);
    const changed = Object.keys(fields).length;
    setText(this.summary, changed ? `parameters (${changed} changed)` : 'parameters');
    for (const { field, row } of this.rows) row.show(fields[field] ?? standard(field, info));
  }

  /** A link may name a solver that there is not. */
  private showName(name: string, known: boolean): void {
    this.select.querySelector('[data-unknown]')?.remove();
    if (!known) this.select.prepend(h('option', { value: name, textContent: name, data: { unknown: '1' } }));
    showChoice(this.select, name);
  }

  private build(info: SolverInfo): void {
    this.built = info.name;
    this.rows = [];
    for (const field of info.fields) {
      const row = this.row(field);
      if (row) this.rows.push({ field: field.name, row });
    }
    this.list.replaceChildren(...this.rows.map(({ row }) => row.element));
  }

  /** The other fields stay as they were chosen last, whatever runs at the moment. */
  private change(field: string, value: string): void {
    const { name, fields } = readSolver(this.text);
    const next: Fields = { ...fields, [field]: value };
    this.events.change(this.index, writeSolver({ name, fields: next }, this.solvers));
  }

  private row(field: SolverInfo['fields'][number]): Row<string> | null {
    const { name, summary = '', default: usual } = field;
    if (field.choices) return choiceRow(name, String(usual), field.choices, summary, (value) => this.change(name, value));
    if (typeof usual === 'boolean') {
      const flag = flagRow(name, usual, summary, (on) => this.change(name, String(on)));
      return { element: flag.element, show: (text) => flag.show(isOn(text)) };
    }
    if (typeof usual === 'string') return null; // words of any kind: for links and the command line
    const number = parameterRow({
      name, summary, value: usual, standard: usual, minimum: field.minimum ?? 0,
      maximum: field.maximum ?? Math.max(10 * usual, 1), integer: field.integer ?? false, open: field.maximum === undefined,
    }, (value) => this.change(name, String(value)));
    return { element: number.element, show: (text) => number.show(Number(text)) };
  }
}

/** A solver that can tell its residual is asked to: there is a plot for it. */
export function chosen(name: string, solvers: readonly SolverInfo[]): string {
  const tells = solvers.find((solver) => solver.name === name)?.fields.some((field) => field.name === 'measure');
  return tells ? `${name}:measure=true` : name;
}

function standard(field: string, info: SolverInfo | undefined): string {
  return String(info?.fields.find((candidate) => candidate.name === field)?.default ?? '');
}

function isOn(text: string): boolean {
  return text === 'true' || text === '1' || text === 'on';
}
