import { Handle } from './handle.js';
import { requireFlag, requireNumber, requireObject } from './checks.js';
import { withGeometry } from './shape.js';
import { trimmed } from './world.js';

const materialDefaults = 'cairn_shape_def';

export class Body extends Handle {
  static kind = 'body';

  addShape(shape) {
    const { world } = this;
    const { memory } = world.engine;
    const added = withGeometry(world.engine, shape, 'shape', (geometry, material) => {
      const id = this.id();
      const def = memory.structRoom(materialDefaults);
      memory.exports.cairn_shape_def_default(def);
      memory.write(def, materialDefaults, material, 'shape');
      return memory.get('cairn_shape', 'cairn_shape_add', world, world.pointer, id, geometry, def);
    });
    ++world.revision;
    return added;
  }

  shapes() { return this.list('cairn_shape', 'shapes'); }
  joints() { return this.list('cairn_joint', 'joints'); }
  contacts() { return this.list('cairn_contact', 'contacts').map(trimmed); }

  get transform() { return this.get('cairn_transform', 'transform'); }
  set transform(value) { this.callWithPose('set_transform', value); }
  get position() { return this.transform.position; }
  set position(position) { this.transform = { position }; }
  get rotation() { return this.transform.rotation; }
  set rotation(rotation) { this.transform = { rotation }; }
  get velocity() { return this.get('cairn_vec3', 'velocity'); }
  set velocity(value) { this.call('set_velocity', this.vector(value, 'velocity')); }
  get angularVelocity() { return this.get('cairn_vec3', 'angular_velocity'); }
  set angularVelocity(value) { this.call('set_angular_velocity', this.vector(value, 'angularVelocity')); }
  get centerOfMass() { return this.get('cairn_vec3', 'center_of_mass'); }
  velocityAt(point) { return this.get('cairn_vec3', 'velocity_at', this.vector(point, 'worldPoint')); }

  get type() { return ['fixed', 'kinematic', 'dynamic'][this.call('get_type')]; }
  set type(value) { this.call('set_type', this.world.engine.memory.enumeration('cairn_body_type', value, 'type')); }
  get awake() { return this.call('awake') !== 0; }
  set awake(value) { this.call('set_awake', requireFlag(value, 'awake') ? 1 : 0); }
  get frozen() { return this.call('frozen') !== 0; }
  get mass() { return this.call('mass'); }
  get gravityScale() { return this.call('gravity_scale'); }
  get linearDamping() { return this.call('linear_damping'); }
  get angularDamping() { return this.call('angular_damping'); }
  get locks() { return this.get('cairn_locks', 'locks'); }
  get canSleep() { return this.call('can_sleep') !== 0; }
  get bullet() { return this.call('bullet') !== 0; }
  get massProperties() { return this.get('cairn_mass_properties', 'mass_properties'); }
  set massProperties(value) {
    const { memory } = this.world.engine;
    const at = memory.structRoom('cairn_mass_properties');
    memory.write(at, 'cairn_mass_properties', value, 'massProperties');
    this.call('set_mass_properties', at);
  }

  setGravityScale(scale) { this.call('set_gravity_scale', requireNumber(scale, 'scale')); }
  setDamping(linear, angular) {
    this.call('set_damping', requireNumber(linear, 'linear'), requireNumber(angular, 'angular'));
  }
  setLocks(locks) {
    const { memory } = this.world.engine;
    const at = memory.structRoom('cairn_locks');
    memory.bytes.fill(0, at, at + memory.size('cairn_locks'));
    memory.write(at, 'cairn_locks', locks, 'locks');
    this.call('set_locks', at);
  }
  setCanSleep(canSleep) { this.call('set_can_sleep', requireFlag(canSleep, 'canSleep') ? 1 : 0); }
  setBullet(bullet) { this.call('set_bullet', requireFlag(bullet, 'bullet') ? 1 : 0); }
  moveTo(target, dt) { this.callWithPose('move_to', target, requireNumber(dt, 'dt')); }

  /** Of the pose, what is left out stays as it is. */
  callWithPose(name, value, ...others) {
    const now = this.transform; // before anything stands in scratch memory
    this.call(name, this.world.pose(requireObject(value, 'transform'), now), ...others);
  }

  applyForce(force, at) { this.push('apply_force', force, at, 'force'); }
  applyTorque(torque) { this.call('apply_torque', this.vector(torque, 'torque')); }
  applyImpulse(impulse, at) { this.push('apply_impulse', impulse, at, 'impulse'); }
  applyAngularImpulse(impulse) { this.call('apply_angular_impulse', this.vector(impulse, 'impulse')); }

  push(name, value, at, path) {
    if (at === undefined) this.call(name, this.vector(value, path));
    else this.call(`${name}_at`, this.vector(value, path), this.vector(at, 'at'));
  }
}
