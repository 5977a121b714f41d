export async function cannon() {
  const CANNON = await import('cannon-es');
  const vector = ({ x, y, z }) => new CANNON.Vec3(x, y, z);
  return {
    name: 'cannon-es',
    version: '',
    notes: 'defaults (10 iterations), sweep and prune',
    create({ gravity, bodies, dt }) {
      const world = new CANNON.World({ gravity: vector(gravity), allowSleep: false });
      world.broadphase = new CANNON.SAPBroadphase(world);
      const { friction, restitution } = bodies[0];
      Object.assign(world.defaultContactMaterial, { friction, restitution });
      const handles = bodies.map(({ fixed, position, rotation: q, box, radius, density }) => {
        const shape = box ? new CANNON.Box(vector(box)) : new CANNON.Sphere(radius);
        const body = new CANNON.Body({
          mass: fixed ? 0 : density * shape.volume(), position: vector(position), quaternion: new CANNON.Quaternion(q.x, q.y, q.z, q.w),
          shape,
        });
        body.linearDamping = body.angularDamping = 0;
        world.addBody(body);
        return body;
      });
      return {
        step: () => world.step(dt),
        poses: () => handles.map(({ position, quaternion }) => ({ position, rotation: quaternion })),
        free() {},
      };
    },
  };
}
