import { readFile } from 'node:fs/promises';

export async function havok() {
  const { default: load } = await import('@babylonjs/havok');
  const hk = await load({ wasmBinary: await readFile(new URL(import.meta.resolve('@babylonjs/havok/lib/esm/HavokPhysics.wasm'))) });
  const ok = ([, value]) => value;
  return {
    name: '@babylonjs/havok',
    version: '',
    notes: 'defaults',
    create({ gravity, bodies, dt }) {
      const world = ok(hk.HP_World_Create());
      hk.HP_World_SetGravity(world, [gravity.x, gravity.y, gravity.z]);
      hk.HP_World_SetIdealStepTime(world, dt);
      const handles = bodies.map(({ fixed, position: p, rotation: q, box, radius, density, friction, restitution }) => {
        const shape = ok(box
          ? hk.HP_Shape_CreateBox([0, 0, 0], [0, 0, 0, 1], [2 * box.x, 2 * box.y, 2 * box.z])
          : hk.HP_Shape_CreateSphere([0, 0, 0], radius));
        hk.HP_Shape_SetDensity(shape, density);
        const { GEOMETRIC_MEAN, MAXIMUM } = hk.MaterialCombine;
        hk.HP_Shape_SetMaterial(shape, [friction, friction, restitution, GEOMETRIC_MEAN, MAXIMUM]);
        const body = ok(hk.HP_Body_Create());
        hk.HP_Body_SetShape(body, shape);
        hk.HP_Body_SetMotionType(body, fixed ? hk.MotionType.STATIC : hk.MotionType.DYNAMIC);
        if (!fixed) hk.HP_Body_SetMassProperties(body, ok(hk.HP_Shape_BuildMassProperties(shape)));
        hk.HP_Body_SetQTransform(body, [[p.x, p.y, p.z], [q.x, q.y, q.z, q.w]]);
        hk.HP_World_AddBody(world, body, false);
        if (!fixed) hk.HP_Body_SetActivationControl(body, hk.ActivationControl.ALWAYS_ACTIVE);
        return body;
      });
      return {
        step: () => hk.HP_World_Step(world, dt),
        poses: () => handles.map(body => {
          const [[x, y, z], [qx, qy, qz, qw]] = ok(hk.HP_Body_GetQTransform(body));
          return { position: { x, y, z }, rotation: { x: qx, y: qy, z: qz, w: qw } };
        }),
        free: () => hk.HP_World_Release(world),
      };
    },
  };
}
