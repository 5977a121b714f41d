// Drives three.js instanced meshes from a world: one mesh for each kind of geometry, one instance for each shape.
// three.js is yours: pass its module in, so that there is one copy of it.

import type { World } from './index.js';

/** What is needed of three.js; `import * as THREE from 'three'` fits. */
export interface ThreeModule {
  Group: new () => any; InstancedMesh: new (geometry: any, material: any, count: number) => any;
  BufferGeometry: new () => any; BufferAttribute: new (array: any, itemSize: number) => any;
  SphereGeometry: new (...sizes: number[]) => any; BoxGeometry: new (...sizes: number[]) => any;
  CapsuleGeometry: new (...sizes: number[]) => any; PlaneGeometry: new (...sizes: number[]) => any;
  Color: new (color?: any) => any;
}

export interface WorldMeshOptions {
  /** One material for all, or a function from what a mesh shows ('sphere', 'capsule', 'box', 'hull', 'plane') to one. */
  material: any | ((key: string) => any);
  /** 0xrrggbb of a body; called when shapes come or go, and by `refresh`. */
  colorOf?: (index: number) => number | undefined;
  /** Bodies that are not drawn. */
  hidden?: (index: number) => boolean;
  /** Half the width of the square that stands for a plane; default 100. */
  planeSize?: number;
}

/** `scene.add(meshes.group)`, then `meshes.update()` after every step. */
export class WorldMeshes {
  constructor(three: ThreeModule, world: World, options: WorldMeshOptions);
  readonly group: any;
  /** Writes the poses into the instance matrices; finds shapes that came or went by itself. */
  update(): void;
  /** Looks at all shapes and colours again. */
  refresh(): void;
  /** Recolours the instances of every body: 0xrrggbb by row, or undefined to leave it. */
  recolor(colorOf: (index: number) => number | undefined): void;
  /** From a three.js raycaster hit ({ object, instanceId }) to the row of the body, or -1. */
  bodyIndex(hit: { object: any; instanceId?: number }): number;
  dispose(): void;
}

/** Floats a placement: position, rotation (x, y, z, w) and scale of a shape in the frame of its body. */
export const placementStride: 10;
/**
 * For meshes of your own: column-major matrices (16 floats each) of `count` shapes, shape i at placement i in the body of row
 * rows[i]. Bodies are drawn `share` of the way from one state (`World.transforms`) to another; pass one state twice for now.
 */
export function writeMatrices(
  out: Float32Array, count: number, rows: ArrayLike<number>, placements: ArrayLike<number>, before: ArrayLike<number>,
  after: ArrayLike<number>, share: number): void;
