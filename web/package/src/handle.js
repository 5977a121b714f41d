// What bodies, shapes and joints have in common: an id in a world.

export class Handle {
  constructor(world, index, generation) {
    this.world = world;
    this.index = index;
    this.generation = generation;
  }

  get kind() { return this.constructor.kind; }

  get valid() {
    if (this.world.freed) return false;
    return this.call('valid') !== 0;
  }

  equals(other) { return this === other; }
  remove() {
    this.call('remove');
    ++this.world.revision;
  }

  /** The id in scratch memory, for the next call. */
  id() {
    const { memory } = this.world.engine;
    const at = memory.structRoom(`cairn_${this.kind}`);
    memory.writeId(at, this);
    return at;
  }

  /** cairn_<kind>_<name>(world, id, values...) */
  call(name, ...values) {
    const { world } = this;
    return world.engine.memory.call(`cairn_${this.kind}_${name}`, world.pointer, this.id(), ...values);
  }

  /** The same for a function that returns a struct. */
  get(struct, name, ...values) {
    const { world } = this;
    return world.engine.memory.get(struct, `cairn_${this.kind}_${name}`, world, world.pointer, this.id(), ...values);
  }

  list(struct, name) {
    const { world } = this;
    const { memory } = world.engine;
    const id = this.id();
    return memory.list(struct, world,
      (at, max) => memory.call(`cairn_${this.kind}_${name}`, world.pointer, id, at, max));
  }

  vector(value, path) { return this.world.engine.memory.vector(value, path); }

  toJSON() { return { [this.kind]: this.index, generation: this.generation }; }
}
