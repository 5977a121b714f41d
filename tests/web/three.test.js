// The helper for three.js, with the real three.js.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { core, folder, steps, worldWithFloor } from './package_under_test.js';

const THREE = await import(new URL('../npm/node_modules/three/build/three.module.js', folder));
const { WorldMeshes } = await import(new URL('three.js', folder));

test('instances follow their bodies', async () => {
  const cairn = await core.init();
  const world = worldWithFloor(cairn);
  const halfExtents = { x: 0.5, y: 0.25, z: 0.125 };
  const box = world.addBody({ position: { x: 1, y: 3, z: 2 }, rotation: { x: 0, y: 0, z: Math.SQRT1_2, w: Math.SQRT1_2 }, shape: { type: 'box', halfExtents } });
  world.addBody({ position: { x: -3, y: 3, z: 0 }, shapes: [{ type: 'sphere', radius: 0.3 }, { type: 'capsule' }] });
  const meshes = new WorldMeshes(THREE, world, { material: new THREE.MeshBasicMaterial(), colorOf: () => 0x336699 });
  assert.equal(meshes.group.children.length, 3, 'boxes, spheres, capsules');
  steps(world, 5);
  meshes.update();

  // a corner of the box, through the instance's matrix and through the body's pose
  const part = meshes.meshes.find(({ indices }) => indices.includes(box.index));
  const instance = part.indices.indexOf(box.index);
  const matrix = new THREE.Matrix4();
  part.mesh.getMatrixAt(instance, matrix);
  const drawn = new THREE.Vector3(0.5, 0.5, 0.5).applyMatrix4(matrix);
  const { position: p, rotation: q } = box.transform;
  const expected = new THREE.Vector3(halfExtents.x, halfExtents.y, halfExtents.z)
    .applyQuaternion(new THREE.Quaternion(q.x, q.y, q.z, q.w)).add(new THREE.Vector3(p.x, p.y, p.z));
  assert.ok(drawn.distanceTo(expected) < 1e-5);
  assert.equal(meshes.bodyIndex({ object: part.mesh, instanceId: instance }), box.index);

  // a ray of three.js hits what is drawn
  const ray = new THREE.Raycaster(new THREE.Vector3(p.x, p.y, 10), new THREE.Vector3(0, 0, -1));
  meshes.group.updateMatrixWorld();
  assert.equal(meshes.bodyIndex(ray.intersectObject(meshes.group)[0]), box.index);

  box.remove();
  meshes.update();
  assert.ok(!meshes.meshes.some(({ indices }) => indices.includes(box.index)), 'a removed body is not drawn');
  meshes.dispose();
  world.free();
});

test('shapes that come and go with their body\'s row staying in use are seen', async () => {
  const cairn = await core.init();
  const world = worldWithFloor(cairn);
  const kinds = () => meshes.meshes.map(({ mesh }) => mesh.geometry.type).sort();
  const ball = world.addBody({ position: { x: 0, y: 3, z: 0 }, shape: { type: 'sphere' } });
  const meshes = new WorldMeshes(THREE, world, { material: new THREE.MeshBasicMaterial() });
  assert.deepEqual(kinds(), ['BoxGeometry', 'SphereGeometry']);
  const snapshot = world.snapshot();
  ball.remove();
  const capsule = world.addBody({ position: { x: 0, y: 3, z: 0 }, shape: { type: 'capsule' } });
  assert.equal(capsule.index, ball.index);
  meshes.update();
  assert.deepEqual(kinds(), ['BoxGeometry', 'CapsuleGeometry'], 'another body in the same row');
  const second = capsule.addShape({ type: 'sphere', center: { x: 1, y: 0, z: 0 } });
  meshes.update();
  assert.deepEqual(kinds(), ['BoxGeometry', 'CapsuleGeometry', 'SphereGeometry'], 'another shape on the same body');
  second.remove();
  meshes.update();
  assert.deepEqual(kinds(), ['BoxGeometry', 'CapsuleGeometry'], 'a shape taken away');
  world.restore(snapshot);
  meshes.update();
  assert.deepEqual(kinds(), ['BoxGeometry', 'SphereGeometry'], 'what was put back');
  meshes.dispose();
  world.free();
});

test('hulls, planes and tilted capsules are drawn where they are', async () => {
  const cairn = await core.init();
  const world = cairn.createWorld();
  world.addBody({ type: 'fixed', shape: { type: 'plane', normal: { x: 0, y: 1, z: 0 }, offset: -2 } });
  const points = [-1, 1].flatMap(x => [-1, 1].flatMap(y => [-1, 1].map(z => ({ x, y, z }))));
  world.addBody({ position: { x: 0, y: 5, z: 0 }, shape: { type: 'hull', points } });
  world.addBody({ position: { x: 5, y: 5, z: 0 }, shape: { type: 'capsule', a: { x: -1, y: 0, z: 0 }, b: { x: 1, y: 0, z: 0 }, radius: 0.2 } });
  const meshes = new WorldMeshes(THREE, world, { material: new THREE.MeshBasicMaterial({ side: THREE.DoubleSide }) });
  meshes.group.updateMatrixWorld();
  const down = x => new THREE.Raycaster(new THREE.Vector3(x, 10, 0.05), new THREE.Vector3(0, -1, 0)).intersectObject(meshes.group)[0];
  assert.ok(Math.abs(down(0).point.y - 6) < 1e-4, 'top of the hull');
  assert.ok(Math.abs(down(5.9).point.y - 5.2) < 0.02, 'side of the capsule');
  assert.ok(Math.abs(down(-20).point.y + 2) < 1e-4, 'the plane');
  meshes.dispose();
  world.free();
});
