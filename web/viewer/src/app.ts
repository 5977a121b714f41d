// The page as a whole: what is chosen, what runs, what is shown.

import { screenshot, Video } from './capture';
import { acceptDrops, fetchFile, readFile } from './files';
import { Interaction } from './interaction';
import { emptyLink, mostPanes, readLink, writeLink, type Link, type View } from './link';
import type { Catalog, Source } from './protocol';
import { Runner } from './runner';
import { readSolver, writeSolver } from './solver_text';
import { Pane } from './stage/pane';
import { overlayNames, overlaysOf, type OverlayName, type Overlays } from './stage/overlay_names';
import { themes } from './stage/palette';
import type { Stage } from './stage/stage';
import { byId, download, fileName, h, icon, iconButton } from './ui/dom';
import { Facts } from './ui/facts';
import { Help } from './ui/help';
import { listenToKeys } from './ui/keys';
import { Labels } from './ui/labels';
import { Panel, title } from './ui/panel';
import { Plots } from './ui/plots';
import { announce, clearToasts, toast } from './ui/toast';
import { speeds, Transport } from './ui/transport';

const firstScene = { scene: 'pyramid', parameters: { base: 14 } };

export class App {
  readonly runner: Runner;
  private overlays: Overlays = overlaysOf([]);
  private theme: 'light' | 'dark' = 'light';
  private readonly plots = new Plots();
  private readonly labels = new Labels();
  private readonly facts = new Facts();
  private readonly video = new Video();
  private readonly interaction: Interaction;
  private readonly help: Help;
  private panel: Panel | null = null;
  private catalog: Catalog | null = null;
  private transport: Transport;
  private homeView: View | null = null;
  private viewed: Source | null = null;
  private writtenLink = '';
  private linkTimer = 0;
  private warned = false;
  private tasks = 0;

  constructor(readonly stage: Stage) {
    this.runner = new Runner({
      loaded: () => this.onLoaded(), frames: () => this.onFrames(), playing: () => this.onPlaying(),
      revived: (message) => toast(`The simulation stopped (${message}) and was started anew.`, 'bad'),
      gaveUp: (message) => this.onGaveUp(message),
    });
    this.interaction = new Interaction(stage, this.runner, (text) => toast(text));
    this.help = new Help(() => this.runner.running[0]!.lane.ask('sameBits', { steps: 1000 }));
    this.transport = new Transport({
      toggle: () => this.togglePlay(), step: () => this.runner.singleStep(), restart: () => void this.restart(),
      shoot: () => this.interaction.shootAhead(), home: () => this.goHome(), speed: (value) => this.setSpeed(value),
      save: () => void this.save(), picture: () => void this.picture(), video: () => void this.toggleVideo(),
      link: () => void this.copyLink(), panel: () => this.toggleSheet('panel-open', 'side-open'),
      side: () => this.toggleSheet('side-open', 'panel-open'),
    }, Video.available);
    this.pageButtons();
    this.listen();
  }

  async start(): Promise<void> {
    this.catalog = await this.runner.catalog();
    byId('version').textContent = this.catalog.version;
    this.panel = new Panel(this.catalog, {
      scene: (name) => void this.open({ ...emptyLink(), scene: name, solvers: [...this.panel!.solvers], show: this.shown }, true),
      parameter: (name, value) => void this.setParameter(name, value),
      solvers: (solvers) => void this.setSolvers(solvers),
      overlay: (name, on) => this.setOverlay(name, on),
    });
    await this.open(readLink(location.hash), false);
    byId('cover').hidden = true;
  }

  /** Called for every picture. */
  frame(now: number): void {
    this.runner.tick(now);
    if (this.runner.playing && this.runner.first) this.stage.dirty = true;
    const drawn = this.stage.draw(this.runner.share, this.overlays, this.runner.drag);
    if (drawn) this.facts.drawn(now);
    this.plots.draw(now);
    this.facts.show(this.runner, now);
    this.transport.showMoving(drawn || this.runner.moving);
    this.watch();
  }

  /** What the page shows, as a link. */
  link(): Link {
    const { source } = this.runner;
    const scene = source?.kind === 'builtin' ? source : null;
    return {
      scene: scene?.name ?? null, parameters: scene?.parameters ?? {}, solvers: this.solvers,
      camera: this.stage.view, show: this.shown, speed: this.runner.speed, paused: !this.runner.playing,
      file: source && source.kind !== 'builtin' ? source.file : null,
    };
  }

  private get shown(): OverlayName[] {
    return overlayNames.filter((name) => this.overlays[name]);
  }

  private get solvers(): string[] {
    return this.runner.running.map((running) => running.solver ?? this.shortSolver(running.loaded?.solver ?? ''));
  }

  /** Without what equals the defaults. */
  private shortSolver(text: string): string {
    return writeSolver(readSolver(text), this.catalog?.solvers ?? []);
  }

  // --- choosing ---------------------------------------------------------------------------------

  /** Goes where a link points. A choice by hand keeps the play going. */
  private async open(link: Link, byHand: boolean): Promise<void> {
    clearToasts();
    this.setOverlays(overlaysOf(link.show));
    this.setSpeed(link.speed);
    const solvers = link.solvers.length ? link.solvers.slice(0, mostPanes) : [null];
    const wanted = link.file === null && link.scene === null ? { ...link, ...firstScene } : link;
    this.runner.playing = byHand || !link.paused;
    await this.attempt(async () => {
      const source = wanted.file !== null ? await fetchFile(wanted.file) : builtin(wanted.scene!, wanted.parameters);
      if (await this.load(source, solvers) && link.camera) this.stage.setView(link.camera, false);
    }, wanted.file !== null ? `${wanted.file}: ` : '');
    if (this.runner.choice) return;
    await this.attempt(() => this.load(builtin(firstScene.scene, firstScene.parameters), [null])); // never an empty page
  }

  private load(source: Source, solvers: readonly (string | null)[]): Promise<boolean> {
    const loading = this.runner.load(source, solvers);
    this.showChoices();
    return loading;
  }

  /** Changes what was chosen last, though it may still be on its way. */
  private async setParameter(name: string, value: number): Promise<void> {
    const { choice } = this.runner;
    if (choice?.source.kind !== 'builtin') return;
    const { source, solvers } = choice;
    const info = this.catalog!.scenes.find((scene) => scene.name === source.name);
    const standard = info?.parameters.find((parameter) => parameter.name === name)?.default;
    const parameters = { ...source.parameters, [name]: value };
    if (value === standard) delete parameters[name];
    await this.attempt(() => this.load(builtin(source.name, parameters), solvers));
  }

  private async setSolvers(solvers: string[]): Promise<void> {
    const { choice } = this.runner;
    if (choice) await this.attempt(() => this.load(choice.source, solvers));
  }

  private async restart(): Promise<void> {
    await this.attempt(() => this.runner.restart());
  }

  async take(file: File): Promise<void> {
    clearToasts();
    await this.attempt(async () => {
      if (await this.load(await readFile(file), [null])) this.runner.playing = true;
    }, `${file.name}: `);
  }

  /** Complains when it fails. Meanwhile the page is busy; afterwards its link is up to date. */
  private async attempt(work: () => Promise<unknown>, complaint = ''): Promise<void> {
    ++this.tasks;
    byId('main').setAttribute('aria-busy', 'true');
    try {
      await work();
    } catch (error) {
      this.complain(error, complaint);
      this.showChoices(); // back to what runs
    }
    if (--this.tasks > 0) return;
    this.writeLink();
    byId('main').setAttribute('aria-busy', 'false');
  }

  private complain(error: unknown, before = ''): void {
    toast(before + (error instanceof Error ? error.message : String(error)), 'bad');
  }

  // --- what happened ----------------------------------------------------------------------------

  private onLoaded(): void {
    const theme = themes[this.theme];
    const { running } = this.runner;
    running.forEach(({ loaded, frame }, index) => {
      if (loaded && frame) this.stage.setPane(index, new Pane(loaded, frame, theme));
      else this.stage.setPane(index, emptyPane(running[0]!.loaded ?? running.find((r) => r.loaded)!.loaded!, theme));
    });
    this.stage.keep(running.length);
    this.plots.reset(running.length);
    const loaded = this.runner.first!.loaded!;
    this.stage.setUp(this.stage.panes[0]!.up);
    if (this.viewed !== this.runner.source) { // another size wants another view; other solvers do not
      this.viewed = this.runner.source;
      this.homeView = this.stage.panes.find((pane) => pane.bodyCount > 0)?.nearer(loaded.camera) ?? loaded.camera;
      this.stage.setView(this.homeView, true);
    }
    document.title = `${title(loaded.name)} – Cairn`;
    const what = `${title(loaded.name)}, ${loaded.bodies.length} bodies`;
    this.stage.canvas.setAttribute('aria-label', `${what}. Drag bodies to pull them; arrow keys turn the camera; the measurements stand beside.`);
    announce(`${what}, ${running.length > 1 ? `${running.length} solvers side by side` : `solver ${this.solvers[0]}`}`);
    if (loaded.replay) this.greetRecording(loaded.replay);
    this.warned = false;
    this.showChoices();
    this.onFrames();
  }

  private greetRecording(replay: { length: number; complete: boolean }): void {
    if (replay.complete) toast(`A recording of ${replay.length} steps; each is compared with its hash`);
    else toast(`This recording is cut off after step ${replay.length}; what there is plays`, 'bad');
  }

  /** What was chosen last, even while it is on its way: what a person does next builds on it. */
  private showChoices(): void {
    const { choice, running, loading } = this.runner;
    if (!this.panel || !choice) return;
    const { source, solvers } = choice;
    const info = source.kind === 'builtin' ? this.catalog!.scenes.find((scene) => scene.name === source.name) : null;
    if (source.kind === 'builtin' && info) this.panel.showScene(info, source.parameters);
    else if (source.kind !== 'builtin' && !loading) this.panel.showFile(source.label, this.runner.first?.loaded ?? null);
    const named = solvers.filter((solver) => solver !== null);
    const locked = source.kind === 'recording';
    if (!loading) this.panel.showSolvers(this.solvers, running.map((r) => r.problem), locked);
    else if (named.length === solvers.length) this.panel.showSolvers(named, [], locked);
  }

  private onFrames(): void {
    const { running } = this.runner;
    running.forEach(({ frame }, index) => {
      const pane = this.stage.panes[index];
      if (frame && pane && frame.after.length) pane.setFrame(frame);
    });
    this.plots.push(running.map((r) => r.frame));
    this.labels.show(running, this.solvers, this.stage.rectangles);
    this.showStep();
    this.stage.dirty = true;
  }

  private showStep(): void {
    const first = this.runner.first;
    if (!first?.frame || !first.loaded) return;
    const { step, hash, replay } = first.frame;
    const judgement = !replay ? '' : replay.difference ? 'bad' : 'good';
    this.transport.showStep(step, step * first.loaded.dt, hash, judgement, first.loaded.replay?.length ?? null);
    if (replay?.difference && !this.warned) {
      this.warned = true;
      const { step: where, recorded, replayed } = replay.difference;
      toast(`Step ${where} differs from the recording: recorded ${recorded}, here ${replayed}`, 'bad');
    }
    if (replay?.done && !replay.difference && !this.warned) {
      this.warned = true;
      toast(`${step} steps: every hash agrees with the recording`, 'good');
    }
  }

  private onPlaying(): void {
    this.transport.showPlaying(this.runner.playing);
    announce(this.runner.playing ? 'Playing' : `Paused at step ${this.runner.step}`);
    this.stage.dirty = true;
    this.writeLinkSoon();
  }

  private onGaveUp(message: string): void {
    toast(`The simulation stopped: ${message}. Choose another scene, or fewer bodies.`, 'bad',
      { label: 'Restart', press: () => void this.restart() });
  }

  /** A lane that says nothing for long may be at hard work: the user decides. */
  private watch(): void {
    const patience = 12_000;
    if (this.runner.waiting < patience) {
      document.querySelector('.toast[data-waiting]')?.remove();
      return;
    }
    if (document.querySelector('.toast[data-waiting]')) return;
    toast('The simulation has not answered for twelve seconds.', 'bad',
      { label: 'Start anew', press: () => this.runner.giveUpWaiting() });
    (byId('toasts').lastElementChild as HTMLElement).dataset.waiting = '1';
  }

  // --- doing ------------------------------------------------------------------------------------

  private togglePlay(): void {
    const done = this.runner.running.every((r) => r.frame?.replay?.done);
    if (!this.runner.playing && done && this.runner.first) void this.restart().then(() => (this.runner.playing = true));
    else this.runner.playing = !this.runner.playing;
  }

  private setSpeed(value: number): void {
    this.runner.speed = value;
    this.transport.showSpeed(value);
    this.writeLinkSoon();
  }

  private changeSpeed(direction: 1 | -1): void {
    const nearest = speeds.findIndex((speed) => speed >= this.runner.speed - 1e-9);
    const next = speeds[Math.min(Math.max((nearest < 0 ? speeds.length - 1 : nearest) + direction, 0), speeds.length - 1)]!;
    this.setSpeed(next);
    announce(`Speed ${next}`);
  }

  private setOverlay(name: OverlayName, on: boolean): void {
    this.setOverlays({ ...this.overlays, [name]: on });
    announce(`${name} ${on ? 'shown' : 'hidden'}`);
    this.writeLinkSoon();
  }

  private setOverlays(shown: Overlays): void {
    this.overlays = shown;
    this.panel?.showOverlays(shown);
    this.runner.wish = {
      contacts: shown.contacts || shown.normals || shown.impulses, bounds: shown.bounds, islands: shown.islands,
    };
    this.stage.dirty = true;
    void this.runner.look();
  }

  private goHome(): void {
    if (this.homeView) this.stage.setView(this.homeView, true);
    this.writeLinkSoon();
  }

  private get sceneName(): string {
    return this.runner.first?.loaded?.name ?? 'scene';
  }

  private async save(): Promise<void> {
    const first = this.runner.first;
    if (!first) return;
    try {
      const text = await first.lane.ask('recording', {});
      download(`${fileName(this.sceneName)}.cairn`, new Blob([text], { type: 'application/x-ndjson' }));
      toast(`Saved ${this.runner.step} steps: “cairn replay” and this page play them`, 'good');
    } catch (error) {
      this.complain(error);
    }
  }

  private async picture(): Promise<void> {
    try {
      await screenshot(this.stage.canvas, () => {
        this.stage.dirty = true;
        this.stage.draw(this.runner.share, this.overlays, this.runner.drag);
      }, `${this.sceneName}-${this.runner.step}`);
    } catch (error) {
      this.complain(error);
    }
  }

  private async toggleVideo(): Promise<void> {
    try {
      if (this.video.running) await this.video.stop(this.sceneName);
      else this.video.start(this.stage.canvas);
    } catch (error) {
      this.complain(error);
    }
    this.transport.showVideo(this.video.running);
  }

  private async copyLink(): Promise<void> {
    this.writeLink();
    const { scene, file } = this.link();
    if (scene === null && file === null) {
      toast('This scene came from a file, which a link cannot hold: send the file, or a recording', 'bad');
      return;
    }
    try {
      await navigator.clipboard.writeText(location.href);
      toast('The link is on the clipboard', 'good');
    } catch {
      toast('The link is in the address bar', 'plain');
    }
  }

  private writeLink(): void {
    clearTimeout(this.linkTimer);
    if (this.tasks > 0) return; // it is written when they are done
    const text = writeLink(this.link());
    if (text === this.writtenLink) return;
    this.writtenLink = text;
    history.replaceState(null, '', text);
  }

  private writeLinkSoon(): void {
    clearTimeout(this.linkTimer);
    this.linkTimer = window.setTimeout(() => this.writeLink(), 300);
  }

  // --- the page ---------------------------------------------------------------------------------

  setTheme(theme: 'light' | 'dark', keep: boolean): void {
    this.theme = theme;
    document.documentElement.dataset.theme = theme;
    this.stage.setTheme(theme);
    this.plots.restyle();
    if (!keep) return;
    try {
      localStorage.setItem('cairn-theme', theme);
    } catch { /* a page without storage forgets */ }
  }

  private toggleTheme(): void {
    this.setTheme(this.theme === 'light' ? 'dark' : 'light', true);
  }

  private toggleSheet(open: string, other: string): void {
    document.body.classList.remove(other);
    document.body.classList.toggle(open);
  }

  private toggleSide(): void {
    const narrow = matchMedia('(max-width: 1100px)').matches;
    document.body.classList.toggle(narrow ? 'side-open' : 'no-side');
  }

  private pageButtons(): void {
    byId('page-buttons').append(
      iconButton('plots', 'Measurements', 'G', () => this.toggleSide()),
      iconButton('theme', 'Light or dark', 'T', () => this.toggleTheme()),
      iconButton('help', 'Keys and help', '?', () => this.help.toggle()),
    );
    byId('side-buttons').append(iconButton('close', 'Hide the measurements', 'G', () => this.toggleSide()));
    const chooser = byId<HTMLInputElement>('file');
    chooser.addEventListener('change', () => {
      const file = chooser.files?.[0];
      if (file) void this.take(file);
      chooser.value = '';
    });
    byId('file-buttons').append(
      h('button', { type: 'button', class: 'text-button', id: 'open-file', on: { click: () => chooser.click() } },
        icon('open'), 'Open a file'),
      h('button', { type: 'button', class: 'text-button', on: { click: () => void this.saveScene() } },
        icon('save'), 'Save JSON'),
    );
  }

  private async saveScene(): Promise<void> {
    try {
      const text = await this.runner.first?.lane.ask('sceneText', {});
      if (text) download(`${fileName(this.sceneName)}.json`, new Blob([text], { type: 'application/json' }));
    } catch (error) {
      this.complain(error);
    }
  }

  private listen(): void {
    new ResizeObserver(([entry]) => {
      if (!entry) return;
      this.stage.resize(Math.round(entry.contentRect.width), Math.round(entry.contentRect.height));
      this.labels.show(this.runner.running, this.solvers, this.stage.rectangles);
    }).observe(byId('main'));
    this.stage.onCamera = () => this.writeLinkSoon();
    this.stage.onLost = () => toast('The graphics card gave up for a moment; the picture comes back when it does.', 'bad');
    acceptDrops(document.body, byId('drop'), (file, count) => {
      void this.take(file);
      if (count > 1) toast(`One file at a time: of ${count}, ${file.name} was opened`);
    });
    // The address that was gone to, since a link written meanwhile may have replaced it.
    window.addEventListener('hashchange', ({ newURL }) => {
      const { hash } = new URL(newURL);
      if (hash === this.writtenLink) return;
      this.writtenLink = hash; // where it is refused, the address says again what is shown
      void this.open(readLink(hash), false);
    });
    document.querySelector('.skip')?.addEventListener('click', (event) => {
      event.preventDefault(); // what stands after the # is the link
      byId('transport').focus();
    });
    listenToKeys({
      ' ': () => this.togglePlay(), '.': () => this.runner.singleStep(), n: () => this.runner.singleStep(),
      r: () => void this.restart(), b: () => this.interaction.shootAhead(), c: () => this.goHome(),
      '[': () => this.changeSpeed(-1), ']': () => this.changeSpeed(1), s: () => void this.save(),
      p: () => void this.picture(), v: () => void this.toggleVideo(), l: () => void this.copyLink(),
      t: () => this.toggleTheme(), g: () => this.toggleSide(), '?': () => this.help.toggle(),
      ...Object.fromEntries(overlayNames.map((name, i) => [String(i + 1), () => this.setOverlay(name, !this.overlays[name])])),
    });
  }
}

function builtin(name: string, parameters: Record<string, number>): Source {
  return { kind: 'builtin', name, parameters };
}

/** Where a solver cannot run the scene, its pane stays bare. */
function emptyPane(like: Pane['loaded'], theme: (typeof themes)['light']): Pane {
  const nothing = new Float32Array(0);
  return new Pane({ ...like, bodies: [], hulls: [] }, {
    step: 0, before: nothing, after: nothing, samples: new Float64Array(0), hash: '', milliseconds: 0, replay: null, contacts: null,
    joints: null, bounds: null, islands: null, added: [],
  }, theme);
}
