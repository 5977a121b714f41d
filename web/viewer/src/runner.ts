// Runs one scene under one to four solvers, in step: every lane takes the same steps with the same inputs, and the
// page sees their frames together. Decides how many steps a moment is worth; starts dead lanes anew.

import { Lane, LaneError } from './lane';
import type { Catalog, Drag, Frame, Loaded, Shot, Source, Wish } from './protocol';

export interface Running {
  lane: Lane;
  /** As asked for; null: the scene's own. */
  solver: string | null;
  loaded: Loaded | null;
  frame: Frame | null;
  /** Why nothing runs here. */
  problem: string | null;
}

export interface RunnerEvents {
  /** A scene was loaded into all lanes (again). */
  loaded(): void;
  /** All lanes answered: the frames of one and the same step. */
  frames(): void;
  /** A lane died and was started anew. */
  revived(message: string): void;
  /** It died too often. */
  gaveUp(message: string): void;
  playing(): void;
}

/** Steps a request may take, so that the page hears from a lane at least this often (ms). */
const patience = 30;
/** Deaths within this time (ms) that make a scene hopeless. */
const deathWindow = 30_000, mostDeaths = 3;

export class Runner {
  running: Running[] = [];
  source: Source | null = null;
  speed = 1;
  drag: Drag | null = null;
  private shots: Shot[] = [];
  private isPlaying = true;
  private owed = 0;
  private lastTick = 0;
  private stepping = false;
  private singles = 0;
  private milliseconds = 1;
  private deaths: number[] = [];
  private loads = 0;
  private looks = false;
  wish: Wish = { contacts: false, bounds: false, islands: false };

  constructor(private readonly events: RunnerEvents) {}

  get playing(): boolean {
    return this.isPlaying;
  }
  set playing(value: boolean) {
    if (this.isPlaying === value) return;
    this.isPlaying = value;
    this.owed = 0;
    this.events.playing();
  }

  get first(): Running | null {
    return this.running.find((running) => running.loaded) ?? null;
  }
  get step(): number {
    return this.first?.frame?.step ?? 0;
  }
  /** Where between the last two states the picture is. */
  get share(): number {
    const dt = this.first?.loaded?.dt ?? 1;
    return this.isPlaying ? Math.min(this.owed / dt, 1) : 1;
  }
  /** Milliseconds since the slowest lane was asked something it has not answered. */
  get waiting(): number {
    const busy = this.running.filter((running) => running.lane.busy);
    return busy.length ? performance.now() - Math.min(...busy.map((running) => running.lane.busySince)) : 0;
  }

  async catalog(): Promise<Catalog> {
    if (!this.running.length) this.running.push(this.fresh(null));
    return this.running[0]!.lane.ask('catalog', {});
  }

  private fresh(solver: string | null): Running {
    const running: Running = { lane: new Lane(), solver, loaded: null, frame: null, problem: null };
    running.lane.onDeath = (message) => void this.died(running, message);
    return running;
  }

  /** Throws where no lane can run the source; what ran before then goes on. */
  async load(source: Source, solvers: readonly (string | null)[]): Promise<void> {
    const turn = ++this.loads;
    const next = solvers.map((solver, i) => {
      const old = this.running[i];
      return old ? { ...old, solver, problem: null } : this.fresh(solver);
    });
    const answers = await Promise.allSettled(next.map(({ lane, solver }) => lane.ask('load', { source, solver })));
    if (turn !== this.loads) return; // a later load has overtaken this one
    const failure = answers.find((answer) => answer.status === 'rejected')?.reason as LaneError | undefined;
    if (failure && answers.every((answer) => answer.status === 'rejected')) {
      next.slice(this.running.length).forEach(({ lane }) => this.retire(lane));
      throw failure;
    }
    this.running.slice(next.length).forEach(({ lane }) => this.retire(lane));
    answers.forEach((answer, i) => {
      const running = next[i]!;
      const loaded = answer.status === 'fulfilled' ? answer.value : null;
      running.loaded = loaded?.loaded ?? null;
      running.frame = loaded?.frame ?? null;
      running.problem = answer.status === 'rejected' ? (answer.reason as LaneError).message : null;
      running.lane.onDeath = (message) => void this.died(running, message);
    });
    this.running = next;
    this.source = source;
    this.drag = null;
    this.shots = [];
    this.owed = 0;
    this.singles = 0;
    this.events.loaded();
    void this.look();
  }

  async restart(): Promise<void> {
    if (this.source) await this.load(this.source, this.running.map((running) => running.solver));
  }

  singleStep(): void {
    this.playing = false;
    this.singles = Math.min(this.singles + 1, 60);
  }

  shoot(shot: Shot): void {
    this.shots.push(shot);
  }

  /** Called once a picture. */
  tick(now: number): void {
    const passed = Math.min(Math.max(now - this.lastTick, 0), 100) / 1000;
    this.lastTick = now;
    const dt = this.first?.loaded?.dt;
    if (dt === undefined) return;
    if (this.isPlaying) this.owed += passed * this.speed;
    if (this.stepping) {
      this.owed = Math.min(this.owed, 2 * dt); // the machine is too slow for real time: say so, do not chase
      return;
    }
    let count = 0;
    if (this.singles > 0) {
      count = 1;
      --this.singles;
    } else if (this.isPlaying) {
      const most = Math.max(1, Math.min(8, Math.floor(patience / Math.max(this.milliseconds, 0.1))));
      count = Math.min(Math.floor(this.owed / dt), most);
      this.owed = Math.min(this.owed - count * dt, dt);
    }
    if (count > 0) void this.advance(count);
  }

  private async advance(count: number): Promise<void> {
    this.stepping = true;
    const turn = this.loads;
    const shots = this.shots.splice(0);
    const began = performance.now();
    try {
      const ask = { count, drag: this.drag, shots, wish: this.wish };
      const lanes = this.running.filter((running) => running.loaded);
      const frames = await Promise.all(lanes.map(({ lane }) => lane.ask('step', ask)));
      if (turn !== this.loads) return;
      lanes.forEach((running, i) => (running.frame = frames[i]!));
      this.milliseconds += 0.2 * ((performance.now() - began) / count - this.milliseconds);
      this.events.frames();
      if (frames.every((frame) => frame.replay?.done)) this.playing = false;
    } catch (error) {
      this.trouble(error);
    } finally {
      this.stepping = false;
    }
  }

  /** Shows the present state with the overlays now wished for. */
  async look(): Promise<void> {
    if (this.looks || this.stepping) return;
    this.looks = true;
    const turn = this.loads;
    try {
      const lanes = this.running.filter((running) => running.loaded);
      const frames = await Promise.all(lanes.map(({ lane }) => lane.ask('look', { wish: this.wish })));
      if (turn !== this.loads) return;
      lanes.forEach((running, i) => {
        if ((running.frame?.step ?? 0) <= frames[i]!.step) running.frame = frames[i]!;
      });
      this.events.frames();
    } catch (error) {
      this.trouble(error);
    } finally {
      this.looks = false;
    }
  }

  /** What a step threw: fatal errors are told by onDeath, others end the play so that they can be read. */
  private trouble(error: unknown): void {
    if (error instanceof LaneError && error.fatal) return;
    this.playing = false;
    this.events.gaveUp(error instanceof Error ? error.message : String(error));
  }

  private retire(lane: Lane): void {
    lane.onDeath = null;
    lane.end();
  }

  /** Ends a lane that does not answer; it is then started anew like one that died. */
  giveUpWaiting(): void {
    for (const { lane } of this.running) if (lane.busy) lane.end('it did not answer');
  }

  private async died(running: Running, message: string): Promise<void> {
    if (!this.running.includes(running)) return;
    const now = performance.now();
    this.deaths = [...this.deaths.filter((time) => now - time < deathWindow), now];
    this.stepping = false;
    const hopeless = this.deaths.length >= mostDeaths;
    this.running = this.running.map((old) => (old === running ? this.fresh(old.solver) : old));
    if (hopeless || !this.source) {
      this.playing = false;
      this.events.gaveUp(message);
      return;
    }
    try {
      await this.restart();
      this.events.revived(message);
    } catch (error) {
      this.events.gaveUp(error instanceof Error ? error.message : String(error));
    }
  }
}
