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

/** A scene and the solvers it runs under, one a lane. */
export interface Choice {
  source: Source;
  solvers: readonly (string | null)[];
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

/** What a request may take, so that the page hears from a lane this often (ms), or once a picture. */
const patience = 30;
/** After a longer pause (ms) between two pictures the time is lost: the page slept. */
const longestPause = 500;
/** Steps a request may ask for. */
const mostSteps = 60;
/** Deaths within this time (ms) that make a scene hopeless. */
const deathWindow = 30_000, mostDeaths = 3;

export class Runner {
  running: Running[] = [];
  /** What runs. */
  private current: Choice | null = null;
  /** What was chosen last: it runs, or is on its way. */
  private newest: Choice | null = null;
  private turn: Promise<unknown> = Promise.resolve();
  speed = 1;
  drag: Drag | null = null;
  private shots: Shot[] = [];
  private isPlaying = true;
  private owed = 0;
  private lastTick = 0;
  /** Milliseconds between the last two pictures. */
  private pause = 0;
  private stepping = false;
  private singles = 0;
  private milliseconds = 1;
  private deaths: number[] = [];
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

  get source(): Source | null {
    return this.current?.source ?? null;
  }
  get choice(): Choice | null {
    return this.newest;
  }
  get loading(): boolean {
    return this.newest !== this.current;
  }
  /** Whether what is shown may change without anybody doing anything. */
  get moving(): boolean {
    return this.isPlaying || this.stepping || this.looks || this.singles > 0;
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

  /**
   * One load at a time, so that the page and its lanes always agree on what runs. False where a later one overtook it.
   * Throws where no lane can run the source; what ran before then goes on.
   */
  load(source: Source, solvers: readonly (string | null)[]): Promise<boolean> {
    const choice = { source, solvers };
    this.newest = choice;
    const done = this.turn.then(() => this.newest === choice && this.begin(choice));
    this.turn = done.catch(() => undefined);
    return done;
  }

  private async begin(choice: Choice): Promise<boolean> {
    const next = choice.solvers.map((solver, i) => {
      const old = this.running[i];
      return old && !old.lane.ended ? { ...old, solver, problem: null } : this.fresh(solver);
    });
    const { source } = choice;
    const answers = await Promise.allSettled(next.map(({ lane, solver }) => lane.ask('load', { source, solver })));
    const failure = answers.find((answer) => answer.status === 'rejected')?.reason as LaneError | undefined;
    if (failure && answers.every((answer) => answer.status === 'rejected')) {
      next.filter(({ lane }) => !this.running.some((old) => old.lane === lane)).forEach(({ lane }) => this.retire(lane));
      if (this.newest !== choice) return false;
      this.newest = this.current;
      throw failure;
    }
    answers.forEach((answer, i) => {
      const running = next[i]!;
      const loaded = answer.status === 'fulfilled' ? answer.value : null;
      running.loaded = loaded?.loaded ?? null;
      running.frame = loaded?.frame ?? null;
      running.problem = answer.status === 'rejected' ? (answer.reason as LaneError).message : null;
      running.lane.onDeath = (message) => void this.died(running, message);
    });
    this.commit(choice, next);
    return this.newest === choice;
  }

  private commit(choice: Choice, next: Running[]): void {
    this.running.slice(next.length).forEach(({ lane }) => this.retire(lane));
    this.running = next;
    this.current = choice;
    this.drag = null;
    this.shots = [];
    this.owed = 0;
    this.singles = 0;
    this.events.loaded();
    void this.look();
  }

  async restart(): Promise<boolean> {
    if (!this.newest || this.loading) return false; // what is on its way starts at its beginning anyway
    return this.load(this.newest.source, this.newest.solvers);
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
    this.pause = Math.min(Math.max(now - this.lastTick, 0), longestPause);
    this.lastTick = now;
    const dt = this.first?.loaded?.dt;
    if (dt === undefined || this.loading) return;
    const passed = this.pause / 1000;
    if (this.isPlaying) this.owed += passed * this.speed;
    // The machine is too slow for real time: say so, do not chase.
    if (this.stepping) this.owed = Math.min(this.owed, Math.max(2 * dt, passed));
    else this.request(dt);
  }

  /** Asks for the steps that are due; where pictures take long, steps do not wait for them. */
  private request(dt: number): void {
    if (this.loading) return; // the lanes would take them in the next scene
    let count = 0;
    if (this.singles > 0) {
      count = 1;
      --this.singles;
    } else if (this.isPlaying) {
      const time = Math.max(patience, this.pause);
      const most = Math.max(1, Math.min(mostSteps, Math.floor(time / Math.max(this.milliseconds, 0.1))));
      const due = Math.floor(this.owed / dt);
      count = Math.min(due, most);
      this.owed = Math.min(this.owed - count * dt, Math.max(dt, this.pause / 1000));
    }
    if (count > 0) void this.advance(count);
  }

  private async advance(count: number): Promise<void> {
    this.stepping = true;
    const { running } = this;
    const shots = this.shots.splice(0);
    const { wish } = this;
    try {
      const ask = { count, drag: this.drag, shots, wish };
      const lanes = running.filter(({ loaded }) => loaded);
      const frames = await Promise.all(lanes.map(({ lane }) => lane.ask('step', ask)));
      if (running !== this.running) return; // of the scene before
      lanes.forEach((one, i) => (one.frame = frames[i]!));
      const slowest = Math.max(...frames.map((frame) => frame.milliseconds));
      this.milliseconds += 0.2 * (slowest / count - this.milliseconds);
      this.events.frames();
      if (frames.every((frame) => frame.replay?.done)) this.playing = false;
    } catch (error) {
      this.trouble(error);
    } finally {
      this.stepping = false;
      if (wish !== this.wish || running !== this.running) void this.look();
    }
    const dt = this.first?.loaded?.dt;
    if (dt !== undefined) this.request(dt);
  }

  /** Shows the present state with the overlays now wished for. */
  async look(): Promise<void> {
    if (this.looks || this.stepping || this.loading) return;
    this.looks = true;
    const { running, wish } = this;
    try {
      const lanes = running.filter(({ loaded }) => loaded);
      const frames = await Promise.all(lanes.map(({ lane }) => lane.ask('look', { wish })));
      if (running !== this.running) return;
      lanes.forEach((one, i) => {
        if ((one.frame?.step ?? 0) <= frames[i]!.step) one.frame = frames[i]!;
      });
      this.events.frames();
    } catch (error) {
      this.trouble(error);
    } finally {
      this.looks = false;
      if (wish !== this.wish || running !== this.running) void this.look(); // asked for meanwhile
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
    running.loaded = null;
    running.frame = null;
    await this.turn; // a load that was on its way, or waits, may mend it
    if (!this.running.some(({ lane }) => lane.ended)) return;
    const hopeless = this.deaths.length >= mostDeaths;
    if (hopeless || !this.current) {
      this.playing = false;
      this.events.gaveUp(message);
      return;
    }
    try {
      if (await this.restart()) this.events.revived(message);
    } catch (error) {
      this.events.gaveUp(error instanceof Error ? error.message : String(error));
    }
  }
}
