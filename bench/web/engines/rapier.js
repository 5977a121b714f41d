/** Both builds of Rapier have the same interface. */
export async function rapier(packageName) {
  const { default: RAPIER } = await import(packageName);
  await RAPIER.init();
  return {
    name: packageName,
    version: RAPIER.version(),
    notes: 'defaults (4 iterations)',
    create({ gravity, bodies, dt }) {
      const world = new RAPIER.World(gravity);
      world.timestep = dt;
      const handles = bodies.map(({ fixed, position: p, rotation, box, radius, density, friction, restitution }) => {
        const def = fixed ? RAPIER.RigidBodyDesc.fixed() : RAPIER.RigidBodyDesc.dynamic().setCanSleep(false);
        const body = world.createRigidBody(def.setTranslation(p.x, p.y, p.z).setRotation(rotation));
        const shape = box ? RAPIER.ColliderDesc.cuboid(box.x, box.y, box.z) : RAPIER.ColliderDesc.ball(radius);
        world.createCollider(shape.setDensity(density).setFriction(friction).setRestitution(restitution), body);
        return body;
      });
      return {
        step: () => world.step(),
        poses: () => handles.map(body => ({ position: body.translation(), rotation: body.rotation() })),
        free: () => world.free(),
      };
    },
  };
}
