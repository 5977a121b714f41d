// Five hundred boxes with three.js; serve it with a bundler, e.g. `npx vite`.
import { init } from 'cairn-physics';
import { WorldMeshes } from 'cairn-physics/three';
import * as THREE from 'three';

const cairn = await init();
const world = cairn.createWorld();
world.addBody({ type: 'fixed', shape: { type: 'plane' } });
for (let i = 0; i < 500; ++i) {
  const position = { x: Math.sin(i) * 2, y: 1 + i * 0.6, z: Math.cos(i * 1.3) * 2 };
  world.addBody({ position, shape: { type: 'box', halfExtents: { x: 0.3, y: 0.3, z: 0.3 } } });
}

const scene = new THREE.Scene();
scene.background = new THREE.Color(0x20242b);
scene.add(new THREE.HemisphereLight(0xffffff, 0x445566, 2));
const sun = new THREE.DirectionalLight(0xffffff, 2);
sun.position.set(5, 10, 4);
scene.add(sun);
const meshes = new WorldMeshes(THREE, world, {
  material: new THREE.MeshStandardMaterial({ roughness: 0.7 }),
  colorOf: index => (index === 1 ? 0x59616d : new THREE.Color().setHSL((index * 0.137) % 1, 0.55, 0.6).getHex()),
});
scene.add(meshes.group);

const camera = new THREE.PerspectiveCamera(50, innerWidth / innerHeight, 0.1, 500);
camera.position.set(12, 9, 16);
camera.lookAt(0, 2, 0);
const renderer = new THREE.WebGLRenderer({ antialias: true });
renderer.setSize(innerWidth, innerHeight);
document.body.append(renderer.domElement);
renderer.setAnimationLoop(() => {
  world.step(1 / 60);
  meshes.update();
  renderer.render(scene, camera);
});
