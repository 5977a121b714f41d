// Meshes of shapes. Boxes and spheres are unit meshes that instances scale; capsules and hulls are made to measure.

import {
  BoxGeometry, BufferAttribute, BufferGeometry, CapsuleGeometry, Quaternion, SphereGeometry, Vector3,
} from 'three';
import type { HullView, ShapeView } from '../protocol';

/** A shape as an instance of a mesh: which mesh, and where it sits in the body's frame. */
export interface Placement {
  key: string;
  position: Vector3;
  rotation: Quaternion;
  scale: Vector3;
}

const up = new Vector3(0, 1, 0);

/** Null for planes, which are drawn as ground. */
export function placementOf(shape: ShapeView): Placement | null {
  const rotation = new Quaternion();
  switch (shape.kind) {
    case 'sphere': {
      const scale = new Vector3().setScalar(shape.radius);
      return { key: 'sphere', position: new Vector3(...shape.center), rotation, scale };
    }
    case 'box':
      rotation.set(...shape.rotation);
      return { key: 'box', position: new Vector3(...shape.center), rotation, scale: new Vector3(...shape.half) };
    case 'capsule': {
      const a = new Vector3(...shape.a);
      const along = new Vector3(...shape.b).sub(a);
      const length = along.length();
      if (length > 0) rotation.setFromUnitVectors(up, along.clone().divideScalar(length));
      const ratio = Number((length / shape.radius).toPrecision(5)); // capsules of like proportions share a mesh
      const scale = new Vector3().setScalar(shape.radius);
      return { key: `capsule ${ratio}`, position: a.addScaledVector(along, 0.5), rotation, scale };
    }
    case 'hull':
      return { key: `hull ${shape.hull}`, position: new Vector3(), rotation, scale: new Vector3(1, 1, 1) };
    case 'plane':
      return null;
  }
}

/** Fans of the polygons, each with its own flat normal. */
function hullGeometry(hull: HullView): BufferGeometry {
  const positions: number[] = [];
  const normals: number[] = [];
  const corner = (index: number) => new Vector3().fromArray(hull.vertices, 3 * index);
  for (const face of hull.faces) {
    const [a, b, c] = [corner(face[0]!), corner(face[1]!), corner(face[2]!)];
    const normal = b.clone().sub(a).cross(c.clone().sub(a)).normalize();
    for (let i = 1; i + 1 < face.length; ++i) {
      for (const vertex of [a, corner(face[i]!), corner(face[i + 1]!)]) {
        positions.push(vertex.x, vertex.y, vertex.z);
        normals.push(normal.x, normal.y, normal.z);
      }
    }
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new BufferAttribute(new Float32Array(positions), 3));
  geometry.setAttribute('normal', new BufferAttribute(new Float32Array(normals), 3));
  return geometry;
}

/** `fine`: rounder, where few bodies leave time for it. */
export function geometryOf(key: string, hulls: readonly HullView[], fine: boolean): BufferGeometry {
  const [kind, number] = key.split(' ');
  switch (kind) {
    case 'sphere':
      return fine ? new SphereGeometry(1, 40, 24) : new SphereGeometry(1, 18, 12);
    case 'box':
      return new BoxGeometry(2, 2, 2);
    case 'capsule':
      return fine ? new CapsuleGeometry(1, Number(number), 8, 24) : new CapsuleGeometry(1, Number(number), 4, 12);
    default:
      return hullGeometry(hulls[Number(number)]!);
  }
}
