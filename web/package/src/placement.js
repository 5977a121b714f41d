// Where instances of meshes are drawn: shapes that sit in bodies, between two states of a world.

import { transformStride } from './world.js';

/** Floats a placement: position, rotation and scale of a shape in the frame of its body. */
export const placementStride = 10;

/**
 * Column-major matrices of `count` shapes: shape i sits at placement i in the body of row rows[i]. Bodies are `share` of the
 * way from one state to another: straight lines and normalised rotations, which no eye can tell from the true path.
 */
export function writeMatrices(out, count, rows, placements, before, after, share) {
  const rest = 1 - share;
  for (let i = 0; i < count; ++i) {
    const row = rows[i] * transformStride;
    const at = i * placementStride;
    const px = rest * before[row] + share * after[row];
    const py = rest * before[row + 1] + share * after[row + 1];
    const pz = rest * before[row + 2] + share * after[row + 2];
    const bx = before[row + 4], by = before[row + 5], bz = before[row + 6], bw = before[row + 7];
    const ax = after[row + 4], ay = after[row + 5], az = after[row + 6], aw = after[row + 7];
    const near = bx * ax + by * ay + bz * az + bw * aw < 0 ? -share : share;
    let x = rest * bx + near * ax, y = rest * by + near * ay, z = rest * bz + near * az, w = rest * bw + near * aw;
    const unit = 1 / (Math.sqrt(x * x + y * y + z * z + w * w) || 1);
    x *= unit, y *= unit, z *= unit, w *= unit;
    // position of the shape: p + q * local
    const lx = placements[at], ly = placements[at + 1], lz = placements[at + 2];
    const tx = 2 * (y * lz - z * ly), ty = 2 * (z * lx - x * lz), tz = 2 * (x * ly - y * lx);
    const o = 16 * i;
    out[o + 12] = px + lx + w * tx + y * tz - z * ty;
    out[o + 13] = py + ly + w * ty + z * tx - x * tz;
    out[o + 14] = pz + lz + w * tz + x * ty - y * tx;
    out[o + 15] = 1;
    // rotation of the shape: q * local
    const mx = placements[at + 3], my = placements[at + 4], mz = placements[at + 5], mw = placements[at + 6];
    const rx = w * mx + x * mw + y * mz - z * my;
    const ry = w * my - x * mz + y * mw + z * mx;
    const rz = w * mz + x * my - y * mx + z * mw;
    const rw = w * mw - x * mx - y * my - z * mz;
    const sx = placements[at + 7], sy = placements[at + 8], sz = placements[at + 9];
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
}
