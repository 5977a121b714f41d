import { Handle } from './handle.js';
import { enums, structs } from './layout.js';
import { requireObject, shown, suggestion } from './checks.js';
import { unionMember } from './memory.js';

const types = enums.cairn_joint_type.filter(word => word !== 'user');
const baseFields = new Set(structs.cairn_joint_def.fields.map(field => field.name));

/** Writes the fields over a joint's definition at `at`: those of all joints, and those of its type. */
function writeFields(world, at, type, def) {
  const { memory } = world.engine;
  for (const key of ['bodyA', 'bodyB']) { // an id says nothing of its world, where it may stand for another body
    if (def[key]?.kind === 'body' && def[key].world !== world) throw new Error(`${type} joint.${key} is of another world`);
  }
  const base = {};
  const own = {};
  for (const [key, value] of Object.entries(def)) (baseFields.has(key) ? base : own)[key] = value;
  memory.write(at, 'cairn_joint_def', base, `${type} joint`);
  const member = unionMember('cairn_joint_def', type);
  memory.write(at + member.at, member.of, own, `${type} joint`);
}

/** A new definition in scratch memory. */
export function writeJoint(world, def) {
  const { memory } = world.engine;
  const { type, ...fields } = requireObject(def, 'joint');
  if (!types.includes(type)) throw new TypeError(`joint.type: unknown word ${shown(type)}${suggestion(String(type), types)}`);
  const at = memory.structRoom('cairn_joint_def');
  memory.exports.cairn_joint_def_default(at, enums.cairn_joint_type.indexOf(type));
  memory.view();
  writeFields(world, at, type, fields);
  return at;
}

export class Joint extends Handle {
  static kind = 'joint';

  /** The definition in scratch memory. */
  fetch() {
    const { memory } = this.world.engine;
    const id = this.id();
    const at = memory.structRoom('cairn_joint_def');
    memory.call('cairn_joint_definition', this.world.pointer, id, at);
    memory.top = at + memory.size('cairn_joint_def'); // stays where it is for another call
    return at;
  }

  get definition() {
    const { memory } = this.world.engine;
    const at = this.fetch();
    const base = memory.read(at, 'cairn_joint_def', this.world);
    const member = unionMember('cairn_joint_def', base.type);
    return { ...base, ...memory.read(at + member.at, member.of) };
  }

  set(changes) {
    const { world } = this;
    const { type, ...fields } = requireObject(changes, 'joint');
    const at = this.fetch();
    const own = world.engine.memory.read(at, 'cairn_joint_def', world).type;
    if (type !== undefined && type !== own) throw new TypeError(`joint.type: this is a ${own} joint and stays one, got ${shown(type)}`);
    writeFields(world, at, own, fields);
    this.call('set_definition', at);
  }

  get reaction() { return this.get('cairn_reaction', 'reaction'); }
  get position() { return this.call('position'); }
  get speed() { return this.call('speed'); }
  positionOf(coordinate) { return this.call('position_of', this.number(coordinate)); }
  speedOf(coordinate) { return this.call('speed_of', this.number(coordinate)); }
  get error() { return this.call('error'); }

  number(coordinate) { return this.world.engine.memory.enumeration('cairn_joint_coordinate', coordinate, 'coordinate'); }
}
