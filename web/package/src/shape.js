import { Handle } from './handle.js';
import { Hull } from './hull.js';
import { refuseField, requireNumber, requireObject, shown, suggestion } from './checks.js';
import { unionMember } from './memory.js';

const geometryFields = {
  sphere: ['radius', 'center'], capsule: ['a', 'b', 'radius'], box: ['halfExtents', 'center', 'rotation'],
  hull: ['points', 'hull'], plane: ['normal', 'offset'],
};
const unionNames = { sphere: 'sphere', capsule: 'capsule', box: 'box', hull: 'hull', plane: 'halfSpace' };

/** Takes the fields of the geometry out of a shape: [what it looks like, the rest]. */
function split(shape, path) {
  requireObject(shape, path);
  const fields = geometryFields[shape.type];
  if (!fields) {
    throw new TypeError(`${path}.type: unknown word ${shown(shape.type)}${suggestion(String(shape.type), Object.keys(geometryFields))}`);
  }
  const geometry = {};
  const rest = {};
  for (const [key, value] of Object.entries(shape)) {
    if (key === 'type') continue;
    (fields.includes(key) ? geometry : rest)[key] = value;
  }
  return [geometry, rest];
}

/** Writes the geometry into scratch memory and calls `use` with its address and the fields that are not geometry. */
export function withGeometry(engine, shape, path, use) {
  const { memory } = engine;
  const [geometry, rest] = split(shape, path);
  let hull = null;
  if (shape.type === 'hull') {
    // made before anything stands in scratch memory
    if (geometry.hull !== undefined && geometry.points !== undefined) throw new TypeError(`${path} has points and a hull: one of them`);
    hull = geometry.hull ?? engine.createHull(geometry.points);
    if (!(hull instanceof Hull)) throw new TypeError(`${path}.hull must come from createHull(), got ${shown(hull)}`);
    if (hull.engine !== engine) throw new Error(`${path}.hull is of another engine: init() was called more than once`);
  }
  const at = memory.structRoom('cairn_geometry');
  memory.exports.cairn_geometry_default(at, memory.enumeration('cairn_geometry_type', shape.type, `${path}.type`));
  memory.view();
  const member = unionMember('cairn_geometry', unionNames[shape.type]);
  if (hull) memory.data.setUint32(at + member.at, hull.pointer, true);
  else memory.write(at + member.at, member.of, geometry, path);
  try {
    return use(at, rest);
  } finally {
    if (hull && hull !== geometry.hull) hull.release(); // shapes keep what they need
  }
}

/** The same for queries, which have no use for a material. */
export function withBareGeometry(engine, geometry, use) {
  return withGeometry(engine, geometry, 'geometry', (at, rest) => {
    for (const key of Object.keys(rest)) refuseField(key, geometryFields[geometry.type], 'geometry');
    return use(at);
  });
}

export class Shape extends Handle {
  static kind = 'shape';

  get body() { return this.get('cairn_body', 'body'); }

  get geometry() {
    const { engine } = this.world;
    const { memory } = engine;
    const id = this.id();
    const at = memory.structRoom('cairn_geometry');
    memory.call('cairn_shape_geometry', this.world.pointer, id, at);
    const { type } = memory.read(at, 'cairn_geometry');
    const member = unionMember('cairn_geometry', unionNames[type]);
    if (type !== 'hull') return { type, ...memory.read(at + member.at, member.of) };
    return { type, hull: engine.shareHull(memory.data.getUint32(at + member.at, true)) };
  }

  get material() {
    const { memory } = this.world.engine;
    const id = this.id();
    const at = memory.structRoom('cairn_shape_def');
    memory.call('cairn_shape_definition', this.world.pointer, id, at);
    return memory.read(at, 'cairn_shape_def');
  }

  get bounds() { return this.get('cairn_bounds', 'bounds'); }
  setFriction(friction) { this.call('set_friction', requireNumber(friction, 'friction')); }
  setRestitution(restitution) { this.call('set_restitution', requireNumber(restitution, 'restitution')); }
  setSurfaceVelocity(velocity) { this.call('set_surface_velocity', this.vector(velocity, 'velocity')); }
  setFilter(filter) { this.call('set_filter', this.world.filter(requireObject(filter, 'filter'), 'cairn_filter')); }
}
