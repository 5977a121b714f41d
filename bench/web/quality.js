// How good a result is, judged by the poses alone and the same for every engine: overlaps by separating axes,
// and whether what should stand does.

const sub = (a, b) => ({ x: a.x - b.x, y: a.y - b.y, z: a.z - b.z });
const dot = (a, b) => a.x * b.x + a.y * b.y + a.z * b.z;
const cross = (a, b) => ({ x: a.y * b.z - a.z * b.y, y: a.z * b.x - a.x * b.z, z: a.x * b.y - a.y * b.x });

/** The box's axes in the world. */
function axesOf({ x, y, z, w }) {
  return [
    { x: 1 - 2 * (y * y + z * z), y: 2 * (x * y + z * w), z: 2 * (x * z - y * w) },
    { x: 2 * (x * y - z * w), y: 1 - 2 * (x * x + z * z), z: 2 * (y * z + x * w) },
    { x: 2 * (x * z + y * w), y: 2 * (y * z - x * w), z: 1 - 2 * (x * x + y * y) },
  ];
}

const extent = (box, axes, axis) =>
  box.x * Math.abs(dot(axes[0], axis)) + box.y * Math.abs(dot(axes[1], axis)) + box.z * Math.abs(dot(axes[2], axis));

/** The least overlap over the fifteen axes of two boxes; negative where they are apart. */
function boxBox(a, b) {
  const d = sub(b.position, a.position);
  let depth = Infinity;
  const look = axis => {
    const length = Math.sqrt(dot(axis, axis));
    if (length < 1e-6) return;
    depth = Math.min(depth, (extent(a.box, a.axes, axis) + extent(b.box, b.axes, axis) - Math.abs(dot(d, axis))) / length);
  };
  a.axes.forEach(look);
  b.axes.forEach(look);
  for (const u of a.axes) for (const v of b.axes) look(cross(u, v));
  return depth;
}

function sphereBox(sphere, b) {
  const d = sub(sphere.position, b.position);
  const local = b.axes.map(axis => dot(d, axis));
  const half = [b.box.x, b.box.y, b.box.z];
  const outside = local.map((value, i) => Math.max(Math.abs(value) - half[i], 0));
  const distance = Math.hypot(...outside);
  if (distance > 0) return sphere.radius - distance;
  return sphere.radius + Math.min(...local.map((value, i) => half[i] - Math.abs(value)));
}

function depthOf(a, b) {
  if (a.box && b.box) return boxBox(a, b);
  if (a.box) return sphereBox(b, a);
  if (b.box) return sphereBox(a, b);
  const d = sub(a.position, b.position);
  return a.radius + b.radius - Math.sqrt(dot(d, d));
}

/** Penetration in millimetres, and how far the highest body sank since the start in metres. */
export function quality(scene, poses) {
  const items = scene.bodies.map((body, i) => ({
    ...body, ...poses[i], axes: axesOf(poses[i].rotation), reach: body.box ? Math.hypot(body.box.x, body.box.y, body.box.z) : body.radius,
  }));
  const moving = items.filter(item => !item.fixed).sort((a, b) => a.position.x - a.reach - (b.position.x - b.reach));
  const lost = moving.filter(({ position: p }) => !(p.y > -1 && Math.abs(p.x) < 100 && Math.abs(p.z) < 100)).length;
  let max = 0;
  let sum = 0;
  let count = 0;
  const look = (a, b) => {
    const depth = depthOf(a, b);
    if (!(depth > 0)) return;
    max = Math.max(max, depth);
    sum += depth;
    ++count;
  };
  for (let i = 0; i < moving.length; ++i) {
    const a = moving[i];
    for (const b of items) if (b.fixed) look(a, b);
    for (let j = i + 1; j < moving.length && moving[j].position.x - moving[j].reach < a.position.x + a.reach; ++j) look(a, moving[j]);
  }
  const top = bodies => Math.max(...bodies.filter(body => !body.fixed).map(body => body.position.y));
  return {
    max_penetration_mm: max * 1e3, mean_penetration_mm: count ? (sum / count) * 1e3 : 0, lost,
    top_sank_m: top(scene.bodies) - top(items),
  };
}
