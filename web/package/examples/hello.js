// A box falls on the ground: node hello.js
import { init } from 'cairn-physics';

const cairn = await init();
const world = cairn.createWorld();
world.addBody({ type: 'fixed', shape: { type: 'plane' } });
const crate = world.addBody({ position: { x: 0, y: 4, z: 0 }, shape: { type: 'box', density: 500 } });

for (let i = 0; i < 120; ++i) {
  world.step(1 / 60);
  if (i % 20 === 0) console.log(`${(i / 60).toFixed(2)} s: ${crate.position.y.toFixed(3)} m`);
}
console.log(`resting at ${crate.position.y.toFixed(3)} m, hash ${world.hash()}`);
world.free();
