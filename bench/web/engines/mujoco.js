/** Boxes and spheres as an MJCF model; MuJoCo has no other way to build a world. */
function modelText({ gravity, bodies, dt }) {
  const geoms = bodies.map(({ fixed, position: p, rotation: q, box, radius, density, friction }) => {
    const size = box ? `type="box" size="${box.x} ${box.y} ${box.z}"` : `type="sphere" size="${radius}"`;
    const place = `pos="${p.x} ${p.y} ${p.z}" quat="${q.w} ${q.x} ${q.y} ${q.z}"`;
    const geom = `<geom ${size} density="${density}" friction="${friction} 0 0"`;
    return fixed ? `${geom} ${place}/>` : `<body ${place}><freejoint/>${geom}/></body>`;
  });
  return `<mujoco><option timestep="${dt}" gravity="${gravity.x} ${gravity.y} ${gravity.z}"/>` +
    `<size memory="1G"/><worldbody>${geoms.join('\n')}</worldbody></mujoco>`;
}

export async function mujoco() {
  const { default: load } = await import('@mujoco/mujoco');
  const mj = await load();
  return {
    name: '@mujoco/mujoco',
    version: mj.mj_versionString?.() ?? '',
    notes: 'defaults (Newton), friction without torsion',
    create(scene) {
      const model = mj.MjModel.from_xml_string(modelText(scene));
      const data = new mj.MjData(model);
      return {
        step: () => mj.mj_step(model, data),
        poses() {
          const { qpos } = data;
          let next = 0;
          return scene.bodies.map(({ fixed, position, rotation }) => {
            if (fixed) return { position, rotation };
            const [x, y, z, w, qx, qy, qz] = qpos.subarray(next, next += 7);
            return { position: { x, y, z }, rotation: { x: qx, y: qy, z: qz, w } };
          });
        },
        free() {
          data.delete();
          model.delete();
        },
      };
    },
  };
}
