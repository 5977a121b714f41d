// A convex hull in the engine's memory, freed when nobody holds it any more.

export class Hull {
  constructor(engine, pointer) {
    this.engine = engine;
    this.pointer = pointer;
    engine.hulls.register(this, pointer, this);
    const { memory } = engine;
    const vertices = memory.list('cairn_vec3', null, (at, max) => memory.call('cairn_hull_vertices', pointer, at, max));
    const faces = [];
    for (let face = 0; face < memory.call('cairn_hull_face_count', pointer); ++face) {
      const count = memory.call('cairn_hull_face', pointer, face, 0, 0);
      const at = memory.room(count);
      memory.call('cairn_hull_face', pointer, face, at, count);
      faces.push(Object.freeze([...memory.bytes.subarray(at, at + count)]));
    }
    this.vertices = Object.freeze(vertices);
    this.faces = Object.freeze(faces);
  }

  /** Frees it now. */
  release() {
    this.engine.hulls.unregister(this);
    this.engine.memory.exports.cairn_hull_destroy(this.pointer);
    this.pointer = 0;
  }
}
