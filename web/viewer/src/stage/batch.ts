// All shapes that share a mesh, drawn with one call.

import {
  BufferGeometry, Color, DynamicDrawUsage, InstancedMesh, Material, Quaternion, Vector3, type Intersection, type Raycaster,
} from 'three';
import type { Placement } from './geometry';

/** Floats an instance: position, rotation and scale in the body's frame. */
const placementStride = 10;
const poseStride = 8;

export class Batch {
  mesh: InstancedMesh;
  private count = 0;
  private rows = new Int32Array(16);
  private owners = new Int32Array(16);
  private placements = new Float32Array(16 * placementStride);

  constructor(private readonly geometry: BufferGeometry, private readonly material: Material,
              private readonly shadows: boolean) {
    this.mesh = this.makeMesh(16);
  }

  private makeMesh(capacity: number): InstancedMesh {
    const mesh = new InstancedMesh(this.geometry, this.material, capacity);
    mesh.instanceMatrix.setUsage(DynamicDrawUsage);
    mesh.frustumCulled = false; // the mesh's own bounds say nothing about where its instances are
    mesh.castShadow = this.shadows;
    mesh.receiveShadow = true;
    mesh.count = this.count;
    mesh.setColorAt(0, new Color(0xffffff)); // allocates the colours
    return mesh;
  }

  /** Returns the number of the instance. */
  add(row: number, owner: number, placement: Placement, color: Color): number {
    if (this.count === this.rows.length) this.grow();
    const slot = this.count++;
    this.rows[slot] = row;
    this.owners[slot] = owner;
    const { position: p, rotation: q, scale: s } = placement;
    this.placements.set([p.x, p.y, p.z, q.x, q.y, q.z, q.w, s.x, s.y, s.z], slot * placementStride);
    this.mesh.count = this.count;
    this.setColor(slot, color);
    return slot;
  }

  private grow(): void {
    const capacity = 2 * this.rows.length;
    const rows = new Int32Array(capacity);
    rows.set(this.rows);
    this.rows = rows;
    const owners = new Int32Array(capacity);
    owners.set(this.owners);
    this.owners = owners;
    const placements = new Float32Array(capacity * placementStride);
    placements.set(this.placements);
    this.placements = placements;
    const old = this.mesh;
    this.mesh = this.makeMesh(capacity);
    (this.mesh.instanceMatrix.array as Float32Array).set(old.instanceMatrix.array as Float32Array);
    (this.mesh.instanceColor!.array as Float32Array).set(old.instanceColor!.array as Float32Array);
    old.parent?.add(this.mesh);
    old.removeFromParent();
    old.dispose();
  }

  setColor(slot: number, color: Color): void {
    this.mesh.setColorAt(slot, color);
    this.mesh.instanceColor!.needsUpdate = true;
  }

  /** Poses between two states: straight lines and normalised rotations, which no eye can tell from the true path. */
  update(before: Float32Array, after: Float32Array, share: number): void {
    const { rows, placements, count } = this;
    const out = this.mesh.instanceMatrix.array as Float32Array;
    for (let slot = 0; slot < count; ++slot) {
      const row = rows[slot]! * poseStride;
      const at = slot * placementStride;
      const rest = 1 - share;
      const px = rest * before[row]! + share * after[row]!;
      const py = rest * before[row + 1]! + share * after[row + 1]!;
      const pz = rest * before[row + 2]! + share * after[row + 2]!;
      const bx = before[row + 4]!, by = before[row + 5]!, bz = before[row + 6]!, bw = before[row + 7]!;
      const ax = after[row + 4]!, ay = after[row + 5]!, az = after[row + 6]!, aw = after[row + 7]!;
      const near = bx * ax + by * ay + bz * az + bw * aw < 0 ? -share : share;
      let x = rest * bx + near * ax, y = rest * by + near * ay, z = rest * bz + near * az, w = rest * bw + near * aw;
      const unit = 1 / (Math.sqrt(x * x + y * y + z * z + w * w) || 1);
      x *= unit; y *= unit; z *= unit; w *= unit;
      // position of the shape: p + q * local
      const lx = placements[at]!, ly = placements[at + 1]!, lz = placements[at + 2]!;
      const tx = 2 * (y * lz - z * ly), ty = 2 * (z * lx - x * lz), tz = 2 * (x * ly - y * lx);
      const o = slot * 16;
      out[o + 12] = px + lx + w * tx + y * tz - z * ty;
      out[o + 13] = py + ly + w * ty + z * tx - x * tz;
      out[o + 14] = pz + lz + w * tz + x * ty - y * tx;
      out[o + 15] = 1;
      // rotation of the shape: q * local
      const mx = placements[at + 3]!, my = placements[at + 4]!, mz = placements[at + 5]!, mw = placements[at + 6]!;
      const rx = w * mx + x * mw + y * mz - z * my;
      const ry = w * my - x * mz + y * mw + z * mx;
      const rz = w * mz + x * my - y * mx + z * mw;
      const rw = w * mw - x * mx - y * my - z * mz;
      const sx = placements[at + 7]!, sy = placements[at + 8]!, sz = placements[at + 9]!;
      out[o] = (1 - 2 * (ry * ry + rz * rz)) * sx;
      out[o + 1] = 2 * (rx * ry + rw * rz) * sx;
      out[o + 2] = 2 * (rx * rz - rw * ry) * sx;
      out[o + 3] = 0;
      out[o + 4] = 2 * (rx * ry - rw * rz) * sy;
      out[o + 5] = (1 - 2 * (rx * rx + rz * rz)) * sy;
      out[o + 6] = 2 * (ry * rz + rw * rx) * sy;
      out[o + 7] = 0;
      out[o + 8] = 2 * (rx * rz + rw * ry) * sz;
      out[o + 9] = 2 * (ry * rz - rw * rx) * sz;
      out[o + 10] = (1 - 2 * (rx * rx + ry * ry)) * sz;
      out[o + 11] = 0;
    }
    this.mesh.instanceMatrix.needsUpdate = true;
    this.mesh.boundingSphere = null; // picking needs fresh ones
  }

  /** The nearest hit with the index of the body it belongs to. */
  pick(raycaster: Raycaster): { owner: number; hit: Intersection } | null {
    const hits: Intersection[] = [];
    this.mesh.raycast(raycaster, hits);
    let best: Intersection | null = null;
    for (const hit of hits) if (!best || hit.distance < best.distance) best = hit;
    return best && best.instanceId !== undefined ? { owner: this.owners[best.instanceId]!, hit: best } : null;
  }

  dispose(): void {
    this.mesh.removeFromParent();
    this.mesh.dispose();
    this.geometry.dispose();
    this.material.dispose();
  }
}

/** From the world into the frame of a body at this row. */
export function intoBody(poses: Float32Array, row: number, point: Vector3): Vector3 {
  const at = row * poseStride;
  const inverse = new Quaternion(poses[at + 4], poses[at + 5], poses[at + 6], poses[at + 7]).invert();
  return point.clone().sub(new Vector3(poses[at], poses[at + 1], poses[at + 2])).applyQuaternion(inverse);
}
export function outOfBody(poses: Float32Array, row: number, local: Vector3): Vector3 {
  const at = row * poseStride;
  const rotation = new Quaternion(poses[at + 4], poses[at + 5], poses[at + 6], poses[at + 7]);
  return local.clone().applyQuaternion(rotation).add(new Vector3(poses[at], poses[at + 1], poses[at + 2]));
}
