// All shapes that share a mesh, drawn with one call.

import {
  BufferGeometry, Color, DynamicDrawUsage, InstancedMesh, Material, Quaternion, Vector3, type Intersection, type Raycaster,
} from 'three';
import { placementStride, writeMatrices } from 'cairn-physics/three';
import type { Placement } from './geometry';

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

  /** Where the bodies are between two states. */
  update(before: Float32Array, after: Float32Array, share: number): void {
    const out = this.mesh.instanceMatrix.array as Float32Array;
    writeMatrices(out, this.count, this.rows, this.placements, before, after, share);
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
