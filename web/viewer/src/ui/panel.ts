// The panel on the left: which scene, with which parameters, under which solvers, with which overlays.

import type { SceneInfo, SolverInfo } from 'cairn-physics/lab';
import { mostPanes } from '../link';
import type { Catalog, Loaded } from '../protocol';
import { readSolver, writeSolver } from '../solver_text';
import { overlayNames, overlayText, type OverlayName, type Overlays } from '../stage/overlay_names';
import { laneColors } from '../stage/palette';
import { byId, h, icon, setText } from './dom';
import { choiceRow, flagRow, parameterRow } from './parameters';

export interface PanelEvents {
  scene(name: string): void;
  parameter(name: string, value: number): void;
  solvers(solvers: string[]): void;
  overlay(name: OverlayName, on: boolean): void;
}

const fileValue = '\u0000file';

export class Panel {
  private readonly picker = byId<HTMLSelectElement>('scene');
  private readonly summary = byId('scene-summary');
  private readonly parameters = byId('scene-parameters');
  private readonly solverList = byId('solvers');
  private readonly compare = byId<HTMLButtonElement>('add-solver');
  private readonly chips = new Map<OverlayName, HTMLButtonElement>();
  private solvers: string[] = [];
  private readonly open = new Set<number>();

  constructor(private readonly catalog: Catalog, private readonly events: PanelEvents) {
    this.picker.replaceChildren(
      ...catalog.scenes.map((scene) => h('option', { value: scene.name, textContent: title(scene.name) })));
    this.picker.disabled = false;
    this.picker.addEventListener('change', () => {
      if (this.picker.value !== fileValue) this.events.scene(this.picker.value);
    });
    this.compare.addEventListener('click', () => this.addSolver());
    for (const [index, name] of overlayNames.entries()) this.addChip(name, index);
  }

  /** A built-in scene with its values. */
  showScene(scene: SceneInfo, values: Record<string, number>): void {
    this.picker.querySelector(`option[data-file]`)?.remove();
    this.picker.value = scene.name;
    setText(this.summary, sentence(scene.summary));
    this.parameters.replaceChildren(...scene.parameters.map((parameter) => parameterRow({
      ...parameter, standard: parameter.default, value: values[parameter.name] ?? parameter.default,
    }, (value) => this.events.parameter(parameter.name, value))));
  }

  /** A scene that came as a file. */
  showFile(label: string, loaded: Loaded | null): void {
    this.picker.querySelector(`option[data-file]`)?.remove();
    const option = h('option', { value: fileValue, textContent: label, data: { file: '1' } });
    this.picker.prepend(option);
    this.picker.value = fileValue;
    setText(this.summary, sentence(loaded?.summary ?? ''));
    this.parameters.replaceChildren();
  }

  showSolvers(solvers: readonly string[], problems: readonly (string | null)[], locked: boolean): void {
    this.solvers = [...solvers];
    const focused = document.activeElement instanceof HTMLElement ? document.activeElement.dataset.focus : undefined;
    this.solverList.replaceChildren(...solvers.map((text, index) => this.solverCard(text, index, problems[index] ?? null, locked)));
    this.compare.hidden = locked || solvers.length >= mostPanes;
    if (focused) this.solverList.querySelector<HTMLElement>(`[data-focus="${CSS.escape(focused)}"]`)?.focus();
  }

  showOverlays(shown: Overlays): void {
    for (const [name, chip] of this.chips) chip.setAttribute('aria-pressed', String(shown[name]));
  }

  private addChip(name: OverlayName, index: number): void {
    const chip = h('button', {
      type: 'button', class: 'chip', textContent: name, title: `${sentence(overlayText[name])} (${index + 1})`,
      aria: { pressed: 'false' }, data: { overlay: name },
    });
    chip.addEventListener('click', () => this.events.overlay(name, chip.getAttribute('aria-pressed') !== 'true'));
    this.chips.set(name, chip);
    byId('overlays').append(chip);
  }

  private addSolver(): void {
    const used = this.solvers.map((text) => readSolver(text).name);
    const next = this.catalog.solvers.find((solver) => !used.includes(solver.name)) ?? this.catalog.solvers[0];
    if (!next) return;
    // With one solver to choose from, another setting of it is what there is to compare with.
    const again = used.includes(next.name) && next.fields.some((field) => field.name === 'substeps');
    this.events.solvers([...this.solvers, again ? `${next.name}:substeps=${2 ** (this.solvers.length - 1)}` : this.chosen(next.name)]);
  }

  /** A solver that can tell its residual is asked to: there is a plot for it. */
  private chosen(name: string): string {
    const tells = this.catalog.solvers.find((solver) => solver.name === name)?.fields.some((field) => field.name === 'measure');
    return tells ? `${name}:measure=true` : name;
  }

  private change(index: number, text: string): void {
    this.events.solvers(this.solvers.map((old, i) => (i === index ? text : old)));
  }

  private solverCard(text: string, index: number, problem: string | null, locked: boolean): HTMLElement {
    const choice = readSolver(text);
    const info = this.catalog.solvers.find((solver) => solver.name === choice.name);
    const select = h('select', {
      disabled: locked, aria: { label: `Solver ${index + 1}` }, data: { focus: `solver-${index}` },
    }, ...this.catalog.solvers.map((solver) => h('option', { value: solver.name, textContent: solver.name })));
    if (!info) select.prepend(h('option', { value: choice.name, textContent: choice.name }));
    select.value = choice.name;
    select.addEventListener('change', () => this.change(index, this.chosen(select.value)));
    const dot = h('span', { class: 'dot', aria: { hidden: 'true' } });
    dot.style.background = laneColors[index]!;
    const head = h('div', { class: 'solver-head' }, this.solvers.length > 1 ? dot : null, select);
    if (this.solvers.length > 1 && !locked) head.append(this.removeButton(index));
    const card = h('div', { class: 'solver' }, head);
    if (problem) card.append(h('p', { class: 'problem', textContent: problem, aria: { role: 'alert' } }));
    if (info && info.fields.length && !locked) card.append(this.fields(index, choice.fields, info));
    return card;
  }

  private removeButton(index: number): HTMLElement {
    const button = h('button', {
      type: 'button', class: 'icon-button small', title: 'Remove this solver', aria: { label: `Remove solver ${index + 1}` },
      on: { click: () => this.events.solvers(this.solvers.filter((_, i) => i !== index)) },
    }, icon('close'));
    return button;
  }

  private fields(index: number, values: Record<string, string>, info: SolverInfo): HTMLElement {
    const change = (name: string, value: string) =>
      this.change(index, writeSolver({ name: info.name, fields: { ...values, [name]: value } }, this.catalog.solvers));
    const rows = info.fields.map((field) => {
      const text = values[field.name] ?? String(field.default);
      if (field.choices) {
        return choiceRow(field.name, text, field.choices, field.summary ?? '', (value) => change(field.name, value));
      }
      if (typeof field.default === 'boolean') {
        return flagRow(field.name, isOn(text), field.summary ?? '', (on) => change(field.name, String(on)));
      }
      if (typeof field.default === 'string') return null; // words of any kind: for links and the command line
      return parameterRow({
        name: field.name, summary: field.summary ?? '', value: Number(text), standard: field.default,
        minimum: field.minimum ?? 0, maximum: field.maximum ?? Math.max(10 * field.default, 1), integer: field.integer ?? false,
        open: field.maximum === undefined,
      }, (value) => change(field.name, String(value)));
    });
    const changed = Object.keys(values).length;
    const summary = h('summary', { textContent: changed ? `parameters (${changed} changed)` : 'parameters' });
    const details = h('details', { open: this.open.has(index) }, summary, h('div', { class: 'parameters' }, ...rows));
    details.addEventListener('toggle', () => (details.open ? this.open.add(index) : this.open.delete(index)));
    return details;
  }
}

function isOn(text: string): boolean {
  return text === 'true' || text === '1' || text === 'on';
}

/** mixed-pile: Mixed pile */
export function title(name: string): string {
  const words = name.replace(/[-_]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export function sentence(text: string): string {
  return text && text.charAt(0).toUpperCase() + text.slice(1) + (/[.!?]$/.test(text) ? '' : '.');
}
