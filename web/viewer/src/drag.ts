// Pulling a body at a point: a critically damped spring whose force is known before the step, so that a recording
// can hold it as a plain input.

import type { Body } from 'cairn-physics/lab';
import type { Drag, Triple } from './protocol';

interface Vector { x: number; y: number; z: number }
const add = (a: Vector, b: Vector, s = 1): Vector => ({ x: a.x + s * b.x, y: a.y + s * b.y, z: a.z + s * b.z });
const scale = (a: Vector, s: number): Vector => ({ x: s * a.x, y: s * a.y, z: s * a.z });
const dot = (a: Vector, b: Vector) => a.x * b.x + a.y * b.y + a.z * b.z;

function rotate(q: { x: number; y: number; z: number; w: number }, v: Vector): Vector {
  const t = { x: 2 * (q.y * v.z - q.z * v.y), y: 2 * (q.z * v.x - q.x * v.z), z: 2 * (q.x * v.y - q.y * v.x) };
  return {
    x: v.x + q.w * t.x + q.y * t.z - q.z * t.y,
    y: v.y + q.w * t.y + q.z * t.x - q.x * t.z,
    z: v.z + q.w * t.z + q.x * t.y - q.y * t.x,
  };
}

export type Pull = { kind: 'force' | 'torque'; value: Vector; at?: Vector };

/**
 * Force at the point and a torque that calms the spin. The spring moves the mass that the point feels,
 * 1 / (1/m + r^2/I) with the smallest moment of inertia, so that a long body pulled at its end stays stable:
 * explicit springs need (omega dt)^2 < 1, and omega dt = 0.25 at 1/60 s leaves room.
 */
export function dragInputs(body: Body, drag: Drag, gravity: Triple, dt: number): Pull[] {
  const { mass, inertia } = body.massProperties;
  const center = body.centerOfMass;
  const pose = body.transform;
  const [lx, ly, lz] = drag.local;
  const point = add(pose.position, rotate(pose.rotation, { x: lx, y: ly, z: lz }));
  const arm = add(point, center, -1);
  const moment = Math.max(Math.min(inertia.x.x, inertia.y.y, inertia.z.z), 1e-6 * mass);
  const felt = 1 / (1 / mass + dot(arm, arm) / moment);
  const omega = Math.min(15, 0.25 / dt);
  const [tx, ty, tz] = drag.target;
  let pull = add({ x: tx, y: ty, z: tz }, point, -1);
  const distance = Math.sqrt(dot(pull, pull));
  const reach = 3; // metres: beyond, it pulls no harder
  if (distance > reach) pull = scale(pull, reach / distance);
  const velocity = body.velocityAt(point);
  const spring = scale(add(scale(pull, omega * omega), velocity, -2 * omega), felt);
  const weight = scale({ x: gravity[0], y: gravity[1], z: gravity[2] }, -mass);
  const calm = scale(body.angularVelocity, -2 * moment);
  return [
    { kind: 'force', value: spring, at: point },
    { kind: 'force', value: weight },
    { kind: 'torque', value: calm },
  ];
}
