// The panel on the left: which scene, with which parameters, under which solvers, with which overlays.

import type { SceneInfo } from 'cairn-physics/lab';
import { mostPanes } from '../link';
import type { Catalog, Loaded } from '../protocol';
import { readSolver } from '../solver_text';
import { overlayNames, overlayText, type OverlayName, type Overlays } from '../stage/overlay_names';
import { byId, h, setText } from './dom';
import { parameterRow, showChoice, type Row } from './parameters';
import { chosen, SolverCard } from './solver_card';

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
  private readonly cards: SolverCard[] = [];
  private rows: Row<number>[] = [];
  private built: string | null = null;
  private shownSolvers: readonly string[] = [];

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

  get solvers(): readonly string[] {
    return this.shownSolvers;
  }

  /** A built-in scene with its values; in place unless it is another scene. */
  showScene(scene: SceneInfo, values: Record<string, number>): void {
    this.picker.querySelector(`option[data-file]`)?.remove();
    showChoice(this.picker, scene.name);
    setText(this.summary, sentence(scene.summary));
    const value = (parameter: SceneInfo['parameters'][number]) => values[parameter.name] ?? parameter.default;
    if (this.built !== scene.name) {
      this.rows = scene.parameters.map((parameter) => parameterRow(
        { ...parameter, standard: parameter.default, value: value(parameter) },
        (next) => this.events.parameter(parameter.name, next)));
      this.replaceRows(scene.name);
    }
    scene.parameters.forEach((parameter, i) => this.rows[i]!.show(value(parameter)));
  }

  /** A scene that came as a file. */
  showFile(label: string, loaded: Loaded | null): void {
    this.picker.querySelector(`option[data-file]`)?.remove();
    const option = h('option', { value: fileValue, textContent: label, data: { file: '1' } });
    this.picker.prepend(option);
    this.picker.value = fileValue;
    setText(this.summary, sentence(loaded?.summary ?? ''));
    this.rows = [];
    this.replaceRows(null);
  }

  private replaceRows(scene: string | null): void {
    this.built = scene;
    this.parameters.replaceChildren(...this.rows.map(({ element }) => element));
  }

  showSolvers(solvers: readonly string[], problems: readonly (string | null)[], locked: boolean): void {
    this.shownSolvers = solvers;
    for (let i = this.cards.length; i < solvers.length; ++i) this.addCard(i);
    for (const card of this.cards.splice(solvers.length)) card.element.remove();
    solvers.forEach((text, i) => this.cards[i]!.show(text, problems[i] ?? null, locked, solvers.length === 1));
    this.compare.hidden = locked || solvers.length >= mostPanes;
  }

  private addCard(index: number): void {
    const card = new SolverCard(index, this.catalog.solvers, {
      change: (at, text) => this.events.solvers(this.solvers.map((old, i) => (i === at ? text : old))),
      remove: (at) => this.events.solvers(this.solvers.filter((_, i) => i !== at)),
    });
    this.cards.push(card);
    this.solverList.append(card.element);
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
    const text = again ? `${next.name}:substeps=${2 ** (this.solvers.length - 1)}` : chosen(next.name, this.catalog.solvers);
    this.events.solvers([...this.solvers, text]);
  }
}

/** mixed-pile: Mixed pile */
export function title(name: string): string {
  const words = name.replace(/[-_]/g, ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

export function sentence(text: string): string {
  return text && text.charAt(0).toUpperCase() + text.slice(1) + (/[.!?]$/.test(text) ? '' : '.');
}
