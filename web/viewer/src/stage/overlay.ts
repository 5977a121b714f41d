// What is drawn on top of the bodies of one pane: contacts, normals, impulses, joints, bounds.

import {
  BufferAttribute, BufferGeometry, Color, DynamicDrawUsage, Group, LineBasicMaterial, LineSegments, Points,
  ShaderMaterial, type Vector3,
} from 'three';
import type { Frame } from '../protocol';
import type { Overlays } from './overlay_names';

const contactStride = 12;
const touching = new Color(0x35c48d), overlapping = new Color(0xff4d3d), idle = new Color(0x8fa3b0);
const normalColor = new Color(0x3f9bff), pullColor = new Color(0xd64f2a), impulseColor = new Color(0xffb02e);

/** From the point of a body that is pulled to where it is pulled. */
export interface Pull { from: Vector3; to: Vector3 }

/** What is drawn on: pixels of the device to one of CSS, and the height of the pane in the latter. */
export interface Screen { pixelRatio: number; height: number }

/** A buffer that grows and is drawn up to what was written. */
class Growing {
  readonly geometry = new BufferGeometry();
  private positions = new BufferAttribute(new Float32Array(0), 3);
  private colors = new BufferAttribute(new Float32Array(0), 3);
  private used = 0;

  begin(vertices: number): void {
    this.used = 0;
    if (vertices * 3 > this.positions.array.length) {
      const capacity = Math.max(1024, 1.5 * vertices) | 0;
      this.positions = new BufferAttribute(new Float32Array(capacity * 3), 3).setUsage(DynamicDrawUsage);
      this.colors = new BufferAttribute(new Float32Array(capacity * 3), 3).setUsage(DynamicDrawUsage);
      this.geometry.setAttribute('position', this.positions);
      this.geometry.setAttribute('color', this.colors);
    }
  }

  vertex(x: number, y: number, z: number, r: number, g: number, b: number): void {
    const at = 3 * this.used++;
    (this.positions.array as Float32Array).set([x, y, z], at);
    (this.colors.array as Float32Array).set([r, g, b], at);
  }

  end(): void {
    this.geometry.setDrawRange(0, this.used);
    this.positions.needsUpdate = true;
    this.colors.needsUpdate = true;
  }
}

/** Round dots, a share of a body's size and 2 to 7 pixels wide, seen through bodies, since contacts lie between them. */
function dotMaterial(): ShaderMaterial {
  return new ShaderMaterial({
    uniforms: { pixelRatio: { value: 1 }, size: { value: 1 }, height: { value: 1 } },
    vertexShader: `attribute vec3 color; varying vec3 tint; uniform float pixelRatio, size, height;
      void main() { tint = color; gl_Position = projectionMatrix * modelViewMatrix * vec4(position, 1.0);
        float wide = size * projectionMatrix[1][1] * 0.5 * height / max(gl_Position.w, 1e-6);
        gl_PointSize = clamp(wide, 2.0, 7.0) * pixelRatio; }`,
    fragmentShader: `varying vec3 tint;
      void main() { float r = length(gl_PointCoord - 0.5); if (r > 0.5) discard;
        gl_FragColor = vec4(mix(tint, vec3(0.0), smoothstep(0.36, 0.5, r) * 0.55), 0.95); 
        #include <colorspace_fragment>
      }`,
    depthTest: false, transparent: true,
  });
}

/** Lines longer than this (m) are the bounds of the ground: nothing to see. */
const longest = 60;

function fill(into: Growing, lines: Float32Array | null): void {
  const data = lines ?? new Float32Array(0);
  into.begin(data.length / 6);
  for (let i = 0; i + 11 < data.length; i += 12) {
    if (Math.hypot(data[i]! - data[i + 6]!, data[i + 1]! - data[i + 7]!, data[i + 2]! - data[i + 8]!) > longest) continue;
    for (const at of [i, i + 6]) into.vertex(data[at]!, data[at + 1]!, data[at + 2]!, data[at + 3]!, data[at + 4]!, data[at + 5]!);
  }
  into.end();
}

export class Overlay {
  rodColor = 0x3a3f45;
  private readonly rods = new Growing();
  private readonly rodMaterial = new LineBasicMaterial({ transparent: true });
  readonly group = new Group();
  private readonly dots = new Growing();
  private readonly strokes = new Growing();
  private readonly boxes = new Growing();
  private readonly dotMaterial = dotMaterial();
  private readonly strokeMaterial = new LineBasicMaterial({ vertexColors: true, depthTest: false, transparent: true });
  private readonly boxMaterial =
    new LineBasicMaterial({ vertexColors: true, transparent: true, opacity: 0.7, depthTest: false });

  constructor() {
    const parts = [
      new LineSegments(this.rods.geometry, this.rodMaterial),
      new LineSegments(this.boxes.geometry, this.boxMaterial),
      new LineSegments(this.strokes.geometry, this.strokeMaterial),
      new Points(this.dots.geometry, this.dotMaterial),
    ];
    parts.forEach((part, index) => {
      part.frustumCulled = false;
      part.renderOrder = 10 + index;
      this.group.add(part);
    });
  }

  /** `length` of a normal in metres: a share of the size of a typical body. */
  update(frame: Frame, shown: Overlays, length: number, screen: Screen, pull: Pull | null): void {
    const { pixelRatio, size, height } = this.dotMaterial.uniforms;
    pixelRatio!.value = screen.pixelRatio;
    height!.value = screen.height;
    size!.value = 0.4 * length;
    const contacts = frame.contacts ?? new Float32Array(0);
    const count = contacts.length / contactStride;
    let strongest = 0;
    for (let i = 0; i < count; ++i) strongest = Math.max(strongest, contacts[i * contactStride + 7]!);
    this.dots.begin(shown.contacts ? count : 0);
    this.strokes.begin((shown.normals ? 2 * count : 0) + (shown.impulses ? 2 * count : 0) + 2);
    for (const end of pull ? [pull.from, pull.to] : []) this.strokes.vertex(end.x, end.y, end.z, pullColor.r, pullColor.g, pullColor.b);
    for (let i = 0; i < count; ++i) this.contact(contacts, i * contactStride, shown, length, strongest);
    this.dots.end();
    this.strokes.end();
    fill(this.boxes, frame.bounds);
    // Joints are always there as rods, like those of `cairn render`; shown, they shine through.
    fill(this.rods, frame.joints);
    this.rodMaterial.depthTest = !shown.joints;
    this.rodMaterial.color.set(shown.joints ? 0xe0722f : this.rodColor);
  }

  private contact(data: Float32Array, at: number, shown: Overlays, length: number, strongest: number): void {
    const x = data[at]!, y = data[at + 1]!, z = data[at + 2]!;
    const separation = data[at + 3]!, impulse = data[at + 7]!;
    const nx = data[at + 4]!, ny = data[at + 5]!, nz = data[at + 6]!;
    if (shown.contacts) {
      const color = separation > 0 && !(impulse > 0) ? idle : separation < -0.01 * length ? overlapping : touching;
      this.dots.vertex(x, y, z, color.r, color.g, color.b);
    }
    const stroke = (reach: number, c: Color) => {
      this.strokes.vertex(x, y, z, c.r, c.g, c.b);
      this.strokes.vertex(x + reach * nx, y + reach * ny, z + reach * nz, c.r, c.g, c.b);
    };
    if (shown.normals) stroke(length, normalColor);
    // Square root: a contact that carries a hundredth of the load is still seen.
    if (shown.impulses && strongest > 0) stroke(3 * length * Math.sqrt(Math.max(impulse, 0) / strongest), impulseColor);
  }

  dispose(): void {
    this.group.removeFromParent();
    for (const part of [this.dots, this.strokes, this.boxes, this.rods]) part.geometry.dispose();
    for (const material of [this.dotMaterial, this.strokeMaterial, this.boxMaterial, this.rodMaterial]) material.dispose();
  }
}
