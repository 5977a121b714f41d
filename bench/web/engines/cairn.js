import { pathToFileURL } from 'node:url';

/** `folder`: where web/build-wasm put the package. */
export async function cairn(folder) {
  const { init, transformStride } = await import(pathToFileURL(`${folder}/index.js`));
  const engine = await init();
  return {
    name: 'cairn',
    version: engine.version,
    notes: 'defaults',
    create({ gravity, bodies, dt }) {
      const world = engine.createWorld({ gravity, sleep: false });
      const handles = bodies.map(({ fixed, position, rotation, box, radius, density, friction, restitution }) => world.addBody({
        type: fixed ? 'fixed' : 'dynamic', position, rotation,
        shape: { ...(box ? { type: 'box', halfExtents: box } : { type: 'sphere', radius }), density, friction, restitution },
      }));
      return {
        step: () => world.step(dt),
        poses() {
          const rows = world.transforms;
          return handles.map(({ index }) => {
            const [x, y, z, , qx, qy, qz, qw] = rows.subarray(index * transformStride, (index + 1) * transformStride);
            return { position: { x, y, z }, rotation: { x: qx, y: qy, z: qz, w: qw } };
          });
        },
        free: () => world.free(),
      };
    },
  };
}
