import { readFile } from 'node:fs/promises';

/** The package is made for pages and looks whether it is in one; it needs nothing else of a page. */
async function asInPage(load) {
  const { process } = globalThis;
  Object.assign(globalThis, { window: globalThis, process: undefined, location: { href: import.meta.url } });
  try {
    return await load();
  } finally {
    delete globalThis.window;
    delete globalThis.location;
    globalThis.process = process;
  }
}

export async function physx() {
  const { default: load } = await import('physx-js-webidl');
  const wasmBinary = await readFile(new URL(import.meta.resolve('physx-js-webidl').replace(/mjs$/, 'wasm')));
  const PhysX = await asInPage(() => load({ wasmBinary }));
  const version = PhysX.PHYSICS_VERSION;
  const foundation = PhysX.CreateFoundation(version, new PhysX.PxDefaultAllocator(), new PhysX.PxDefaultErrorCallback());
  const tolerances = new PhysX.PxTolerancesScale();
  const physics = PhysX.CreatePhysics(version, foundation, tolerances);
  return {
    name: 'physx-js-webidl',
    version: [version >> 24, (version >> 16) & 255, (version >> 8) & 255].join('.'),
    notes: 'defaults (4 position, 1 velocity iteration)',
    create({ gravity, bodies, dt }) {
      const def = new PhysX.PxSceneDesc(tolerances);
      def.set_gravity(new PhysX.PxVec3(gravity.x, gravity.y, gravity.z));
      def.set_cpuDispatcher(PhysX.DefaultCpuDispatcherCreate(0));
      def.set_filterShader(PhysX.DefaultFilterShader());
      const scene = physics.createScene(def);
      const flags = new PhysX.PxShapeFlags(PhysX.PxShapeFlagEnum.eSCENE_QUERY_SHAPE | PhysX.PxShapeFlagEnum.eSIMULATION_SHAPE);
      const collide = new PhysX.PxFilterData(1, 1, 0, 0);
      const handles = bodies.map(({ fixed, position: p, rotation: q, box, radius, density, friction, restitution }) => {
        const pose = new PhysX.PxTransform(new PhysX.PxVec3(p.x, p.y, p.z), new PhysX.PxQuat(q.x, q.y, q.z, q.w));
        const geometry = box ? new PhysX.PxBoxGeometry(box.x, box.y, box.z) : new PhysX.PxSphereGeometry(radius);
        const shape = physics.createShape(geometry, physics.createMaterial(friction, friction, restitution), true, flags);
        shape.setSimulationFilterData(collide);
        const body = fixed ? physics.createRigidStatic(pose) : physics.createRigidDynamic(pose);
        body.attachShape(shape);
        if (!fixed) {
          PhysX.PxRigidBodyExt.prototype.updateMassAndInertia(body, density);
          body.setSleepThreshold(0);
        }
        scene.addActor(body);
        return body;
      });
      return {
        step() {
          scene.simulate(dt);
          scene.fetchResults(true);
        },
        poses: () => handles.map(body => {
          const { p, q } = body.getGlobalPose();
          return { position: { x: p.x, y: p.y, z: p.z }, rotation: { x: q.x, y: q.y, z: q.z, w: q.w } };
        }),
        free: () => scene.release(),
      };
    },
  };
}
