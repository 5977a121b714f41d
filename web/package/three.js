// Drives three.js instanced meshes from a world. See three.d.ts.

import { BodyState, transformStride } from './src/world.js';
import { placementStride, writeMatrices } from './src/placement.js';

export { placementStride, writeMatrices };

const sphereSegments = [24, 16];
const capsuleSegments = [8, 24];

/** A polyhedron's faces as triangles with their own corners, so that edges are sharp. */
function hullGeometry(three, hull) {
  const positions = [];
  for (const face of hull.faces) {
    for (let i = 1; i + 1 < face.length; ++i) {
      for (const corner of [face[0], face[i], face[i + 1]]) {
        const { x, y, z } = hull.vertices[corner];
        positions.push(x, y, z);
      }
    }
  }
  const geometry = new three.BufferGeometry();
  geometry.setAttribute('position', new three.BufferAttribute(new Float32Array(positions), 3));
  geometry.computeVertexNormals();
  return geometry;
}

/** The rotation that takes `from` to `to`, both of unit length. */
function between(from, to) {
  const dot = from.x * to.x + from.y * to.y + from.z * to.z;
  if (dot < -0.999999) return Math.abs(from.x) < 0.9 ? { x: 0, y: 0, z: 1, w: 0 } : { x: 0, y: 1, z: 0, w: 0 };
  const q = {
    x: from.y * to.z - from.z * to.y, y: from.z * to.x - from.x * to.z, z: from.x * to.y - from.y * to.x, w: 1 + dot,
  };
  const length = Math.hypot(q.x, q.y, q.z, q.w);
  return { x: q.x / length, y: q.y / length, z: q.z / length, w: q.w / length };
}

const identity = { x: 0, y: 0, z: 0, w: 1 };
const origin = { x: 0, y: 0, z: 0 };

/** What a shape looks like: the mesh it belongs to, and where it sits in the frame of its body. */
function appearance(geometry, planeSize) {
  switch (geometry.type) {
    case 'sphere': {
      const r = geometry.radius;
      return { key: 'sphere', position: geometry.center, rotation: identity, scale: [r, r, r] };
    }
    case 'box': {
      const { x, y, z } = geometry.halfExtents;
      return { key: 'box', position: geometry.center, rotation: geometry.rotation, scale: [2 * x, 2 * y, 2 * z] };
    }
    case 'capsule': {
      const { a, b, radius } = geometry;
      const d = { x: b.x - a.x, y: b.y - a.y, z: b.z - a.z };
      const length = Math.hypot(d.x, d.y, d.z);
      const axis = length > 0 ? { x: d.x / length, y: d.y / length, z: d.z / length } : { x: 0, y: 1, z: 0 };
      // capsules of one shape, whatever their size, share a mesh
      return {
        key: `capsule ${(length / radius).toFixed(4)}`, ratio: length / radius, scale: [radius, radius, radius],
        position: { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2, z: (a.z + b.z) / 2 }, rotation: between({ x: 0, y: 1, z: 0 }, axis),
      };
    }
    case 'plane': {
      const { normal: n, offset } = geometry;
      return {
        key: 'plane', position: { x: n.x * offset, y: n.y * offset, z: n.z * offset },
        rotation: between({ x: 0, y: 0, z: 1 }, n), scale: [2 * planeSize, 2 * planeSize, 1],
      };
    }
    default: {
      const { hull } = geometry;
      const key = `hull ${hull.vertices.map(v => `${v.x},${v.y},${v.z}`).join(' ')}`;
      return { key, hull, position: origin, rotation: identity, scale: [1, 1, 1] };
    }
  }
}

function meshGeometry(three, look) {
  if (look.hull) return hullGeometry(three, look.hull);
  switch (look.key.split(' ')[0]) {
    case 'sphere': return new three.SphereGeometry(1, ...sphereSegments);
    case 'box': return new three.BoxGeometry(1, 1, 1);
    case 'plane': return new three.PlaneGeometry(1, 1);
    default: return new three.CapsuleGeometry(1, look.ratio, ...capsuleSegments);
  }
}

export class WorldMeshes {
  constructor(three, world, { material, colorOf, hidden, planeSize = 100 }) {
    this.three = three;
    this.world = world;
    this.material = typeof material === 'function' ? material : () => material;
    this.colorOf = colorOf;
    this.hidden = hidden ?? (() => false);
    this.planeSize = planeSize;
    this.group = new three.Group();
    this.color = new three.Color();
    this.meshes = [];
    this.refresh();
  }

  refresh() {
    this.dispose();
    const parts = new Map(); // by mesh
    for (const body of this.world.bodies()) {
      if (this.hidden(body.index)) continue;
      for (const shape of body.shapes()) {
        const look = appearance(shape.geometry, this.planeSize);
        if (!parts.has(look.key)) parts.set(look.key, []);
        parts.get(look.key).push({ look, index: body.index });
      }
    }
    for (const [key, items] of parts) this.addMesh(key, items);
    this.known = this.signature();
    if (this.colorOf) this.recolor(this.colorOf);
    this.update();
  }

  addMesh(key, items) {
    const { three } = this;
    const mesh = new three.InstancedMesh(meshGeometry(three, items[0].look), this.material(key.split(' ')[0]), items.length);
    mesh.frustumCulled = false; // bounds would have to follow the bodies
    const placements = Float32Array.from(items.flatMap(({ look: { position: p, rotation: q, scale } }) =>
      [p.x, p.y, p.z, q.x, q.y, q.z, q.w, ...scale]));
    const indices = Uint32Array.from(items, item => item.index);
    this.meshes.push({ mesh, placements, indices });
    this.group.add(mesh);
  }

  /** Changes when shapes come or go: those that JavaScript knows of, and bodies that a scene brings by itself. */
  signature() {
    const rows = this.world.transforms;
    let sum = rows.length;
    for (let at = 3; at < rows.length; at += transformStride) sum = (sum * 31 + (rows[at] === BodyState.none ? 0 : 1)) | 0;
    return `${this.world.revision} ${sum}`;
  }

  update() {
    if (this.signature() !== this.known) {
      this.refresh();
      return;
    }
    const rows = this.world.transforms;
    for (const { mesh, placements, indices } of this.meshes) {
      writeMatrices(mesh.instanceMatrix.array, indices.length, indices, placements, rows, rows, 1);
      mesh.instanceMatrix.needsUpdate = true;
      mesh.boundingSphere = null; // raycasts look again
    }
  }

  recolor(colorOf) {
    for (const { mesh, indices } of this.meshes) {
      indices.forEach((index, i) => {
        const rgb = colorOf(index);
        if (rgb !== undefined) mesh.setColorAt(i, this.color.set(rgb));
      });
      if (mesh.instanceColor) mesh.instanceColor.needsUpdate = true;
    }
  }

  bodyIndex({ object, instanceId }) {
    const part = this.meshes.find(({ mesh }) => mesh === object);
    return part && instanceId !== undefined ? part.indices[instanceId] : -1;
  }

  dispose() {
    for (const { mesh } of this.meshes) {
      this.group.remove(mesh);
      mesh.geometry.dispose();
      mesh.dispose?.();
    }
    this.meshes = [];
  }
}
