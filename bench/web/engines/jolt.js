const fixedLayer = 0;
const movingLayer = 1;

function settingsOf(Jolt) {
  const objects = new Jolt.ObjectLayerPairFilterTable(2);
  objects.EnableCollision(fixedLayer, movingLayer);
  objects.EnableCollision(movingLayer, movingLayer);
  const broadPhase = new Jolt.BroadPhaseLayerInterfaceTable(2, 2);
  broadPhase.MapObjectToBroadPhaseLayer(fixedLayer, new Jolt.BroadPhaseLayer(0));
  broadPhase.MapObjectToBroadPhaseLayer(movingLayer, new Jolt.BroadPhaseLayer(1));
  const settings = new Jolt.JoltSettings();
  settings.mObjectLayerPairFilter = objects;
  settings.mBroadPhaseLayerInterface = broadPhase;
  settings.mObjectVsBroadPhaseLayerFilter = new Jolt.ObjectVsBroadPhaseLayerFilterTable(broadPhase, 2, objects, 2);
  return settings;
}

export async function jolt() {
  const { default: load } = await import('jolt-physics/wasm-compat');
  const Jolt = await load();
  return {
    name: 'jolt-physics',
    version: '',
    notes: 'defaults (10 velocity, 2 position iterations)',
    create({ gravity, bodies, dt }) {
      const engine = new Jolt.JoltInterface(settingsOf(Jolt));
      const system = engine.GetPhysicsSystem();
      system.SetGravity(new Jolt.Vec3(gravity.x, gravity.y, gravity.z));
      const bodyInterface = system.GetBodyInterface();
      const handles = bodies.map(({ fixed, position: p, rotation: q, box, radius, density, friction, restitution }) => {
        const shape = box
          ? new Jolt.BoxShapeSettings(new Jolt.Vec3(box.x, box.y, box.z), Math.min(0.05, 0.5 * Math.min(box.x, box.y, box.z)))
          : new Jolt.SphereShapeSettings(radius);
        shape.mDensity = density;
        const def = new Jolt.BodyCreationSettings(shape.Create().Get(), new Jolt.RVec3(p.x, p.y, p.z),
          new Jolt.Quat(q.x, q.y, q.z, q.w), fixed ? Jolt.EMotionType_Static : Jolt.EMotionType_Dynamic,
          fixed ? fixedLayer : movingLayer);
        def.mAllowSleeping = false;
        def.mFriction = friction;
        def.mRestitution = restitution;
        const body = bodyInterface.CreateBody(def);
        bodyInterface.AddBody(body.GetID(), Jolt.EActivation_Activate);
        return body;
      });
      return {
        step: () => engine.Step(dt, 1),
        poses: () => handles.map(body => {
          const p = body.GetPosition();
          const position = { x: p.GetX(), y: p.GetY(), z: p.GetZ() };
          const q = body.GetRotation();
          return { position, rotation: { x: q.GetX(), y: q.GetY(), z: q.GetZ(), w: q.GetW() } };
        }),
        free: () => Jolt.destroy(engine),
      };
    },
  };
}
