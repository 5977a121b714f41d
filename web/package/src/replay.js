// A recording that runs again, each step compared with what was recorded.

const hexadecimal = value => BigInt.asUintN(64, value).toString(16).padStart(16, '0');

export class Replay {
  constructor(scene) {
    this.scene = scene;
    Object.assign(this, JSON.parse(scene.ask('recording_info')));
    this.difference = null;
    this.compare(); // before the first step
  }

  free() { this.scene.free(); }
  get freed() { return this.scene.freed; }
  get stepIndex() { return this.scene.stepIndex; }
  get done() { return this.stepIndex >= this.length; }
  hashAt(step) { return hexadecimal(this.scene.call('recorded_hash', step)); }

  compare() {
    const step = this.stepIndex;
    const recorded = this.hashAt(step);
    const replayed = this.scene.world.hash();
    const result = { step, same: recorded === replayed, recorded, replayed };
    if (!result.same) this.difference ??= result;
    return result;
  }

  step() {
    if (this.done) return null;
    const before = this.scene.world.bodyCount;
    this.scene.advance();
    if (this.scene.world.bodyCount !== before) this.scene.refresh(); // bodies that were added while recording
    return this.compare();
  }
}
