// Materials: matt, with fine dark edges on boxes so that stacks of like colour can be read, bands on balls so that
// their rolling shows, and a ground whose grid fades into the background.

import { Color, MeshLambertMaterial, Vector3 } from 'three';
import type { Theme } from './palette';

/** Edges and bands are drawn from the position on the unit mesh; `scale` is the instance's size along its axes. */
export function bodyMaterial(kind: string): MeshLambertMaterial {
  const material = new MeshLambertMaterial({ color: 0xffffff });
  const marks = kind === 'box' ? boxEdges : kind === 'sphere' ? ballBands : '';
  if (!marks) return material;
  material.onBeforeCompile = (shader) => {
    shader.vertexShader = shader.vertexShader
      .replace('#include <common>', `#include <common>
        varying vec3 unitPosition;
        varying vec3 unitScale;`)
      .replace('#include <begin_vertex>', `#include <begin_vertex>
        unitPosition = position;
        #ifdef USE_INSTANCING
          unitScale = vec3(length(instanceMatrix[0].xyz), length(instanceMatrix[1].xyz), length(instanceMatrix[2].xyz));
        #else
          unitScale = vec3(1.0);
        #endif`);
    shader.fragmentShader = shader.fragmentShader
      .replace('#include <common>', `#include <common>
        varying vec3 unitPosition;
        varying vec3 unitScale;`)
      .replace('#include <color_fragment>', `#include <color_fragment>
        ${marks}`);
  };
  material.customProgramCacheKey = () => `cairn ${kind}`;
  return material;
}

// Distance in metres to the nearest edge of the face: the second smallest of the distances to the six sides.
const boxEdges = `
  vec3 inside = (1.0 - abs(unitPosition)) * unitScale;
  float least = min(inside.x, min(inside.y, inside.z));
  float most = max(inside.x, max(inside.y, inside.z));
  float edge = inside.x + inside.y + inside.z - least - most;
  float pixel = fwidth(edge);
  float wide = clamp(0.035 * min(unitScale.x, min(unitScale.y, unitScale.z)), 0.0, 0.03);
  float line = 1.0 - smoothstep(wide, wide + 1.5 * pixel, edge);
  line *= clamp(wide / max(pixel, 1e-6) * 2.0, 0.25, 1.0);
  diffuseColor.rgb *= 1.0 - 0.38 * line;`;

const ballBands = `
  float around = abs(unitPosition.y);
  float width = fwidth(unitPosition.y);
  float band = 1.0 - smoothstep(0.12, 0.12 + 1.5 * width, around);
  diffuseColor.rgb *= 1.0 - 0.22 * band;`;

export interface GroundUniforms {
  focus: { value: Vector3 };
  radius: { value: number };
  up: { value: Vector3 };
  background: { value: Color };
  gridLine: { value: Color };
}

/** A plane that fades into the background away from the focus; its grid has lines a metre apart, stronger every ten. */
export function groundMaterial(uniforms: GroundUniforms, theme: Theme): MeshLambertMaterial {
  const material = new MeshLambertMaterial({ color: theme.ground });
  material.onBeforeCompile = (shader) => {
    Object.assign(shader.uniforms, uniforms);
    shader.vertexShader = shader.vertexShader
      .replace('#include <common>', `#include <common>
        varying vec3 place;`)
      .replace('#include <project_vertex>', `#include <project_vertex>
        #ifdef USE_INSTANCING
          place = (modelMatrix * instanceMatrix * vec4(transformed, 1.0)).xyz;
        #else
          place = (modelMatrix * vec4(transformed, 1.0)).xyz;
        #endif`);
    shader.fragmentShader = shader.fragmentShader
      .replace('#include <common>', `#include <common>
        varying vec3 place;
        uniform vec3 focus;
        uniform float radius;
        uniform vec3 up;
        uniform vec3 background;
        uniform vec3 gridLine;
        float grid(vec2 at, float spacing) {
          vec2 cell = at / spacing;
          vec2 width = fwidth(cell);
          vec2 near = abs(fract(cell - 0.5) - 0.5) / max(width, 1e-6);
          float line = 1.0 - min(min(near.x, near.y), 1.0);
          return line * (1.0 - smoothstep(0.25, 0.6, max(width.x, width.y)));
        }`)
      .replace('#include <color_fragment>', `#include <color_fragment>
        vec2 flat_place = abs(up.y) > 0.7 ? place.xz : abs(up.z) > 0.7 ? place.xy : place.yz;
        float lines = max(0.45 * grid(flat_place, 1.0), grid(flat_place, 10.0));
        diffuseColor.rgb = mix(diffuseColor.rgb, gridLine, lines);`)
      .replace('#include <opaque_fragment>', `
        float fade = smoothstep(0.9, 3.2, distance(place, focus) / radius);
        outgoingLight = mix(outgoingLight, background, fade);
        #include <opaque_fragment>`);
  };
  material.customProgramCacheKey = () => 'cairn ground';
  return material;
}
