// One simulation as a three.js scene: its bodies, ground, light and overlays.

import {
  Color, DirectionalLight, HemisphereLight, Mesh, PlaneGeometry, Quaternion, Scene, Vector3, type MeshLambertMaterial,
  type Raycaster,
} from 'three';
import type { View } from '../link';
import type { BodyView, Drag, Frame, Loaded, ShapeView } from '../protocol';
import { Batch, intoBody, outOfBody } from './batch';
import { geometryOf, placementOf } from './geometry';
import { bodyMaterial, groundMaterial, type GroundUniforms } from './materials';
import { Overlay, type Pull, type Screen } from './overlay';
import type { Overlays } from './overlay_names';
import { fixedColor, kinematicColor, paletteColor, type Theme } from './palette';

/** What stands at offset 3 of a pose (cairn-physics, BodyState). */
const asleepState = 3;
const poseStride = 8;

interface Painted { batch: Batch; slot: number }
interface Look { view: BodyView; color: number; painted: Painted[]; state: number }

export interface Picked {
  body: number;
  point: Vector3;
  local: Vector3;
}

function isGround(body: BodyView, shape: ShapeView): boolean {
  return body.type === 'fixed' && shape.kind === 'box' && shape.half.filter((half) => half > 15).length >= 2;
}

function naturalColor(view: BodyView): number {
  if (view.color !== null) return view.color;
  if (view.type === 'fixed') return fixedColor;
  return view.type === 'kinematic' ? kinematicColor : paletteColor(view.row);
}

export class Pane {
  readonly scene = new Scene();
  readonly center = new Vector3();
  /** Against gravity, as in the pictures of `cairn render`. */
  readonly up = new Vector3(0, 1, 0);
  /** Of the ball around everything that moves, metres. */
  radius = 5;
  /** Half the size of a typical body, metres. */
  private bodySize = 0.5;
  private readonly batches = new Map<string, Batch>();
  private readonly looks: Look[] = [];
  private readonly overlay = new Overlay();
  private readonly sky = new HemisphereLight();
  private readonly sun = new DirectionalLight();
  private readonly ground: GroundUniforms = {
    focus: { value: this.center }, radius: { value: 10 }, background: { value: new Color() },
    gridLine: { value: new Color() }, up: { value: this.up },
  };
  private readonly groundMaterials: MeshLambertMaterial[] = [];
  private readonly planes: Mesh[] = [];
  private frame: Frame;
  private paintedWith = '';

  constructor(readonly loaded: Loaded, frame: Frame, private theme: Theme) {
    this.frame = frame;
    const gravity = new Vector3(...loaded.gravity);
    if (gravity.length() > 0) this.up.copy(gravity).normalize().negate();
    loaded.bodies.forEach((view, index) => this.addBody(view, index));
    this.measure();
    this.scene.add(this.overlay.group, this.sky, this.sun, this.sun.target);
    this.setLight();
    this.setTheme(theme);
    this.update(1);
  }

  setTheme(theme: Theme): void {
    this.theme = theme;
    this.scene.background = new Color(theme.background);
    this.ground.background.value.set(theme.background);
    this.ground.gridLine.value.set(theme.gridLine);
    for (const material of this.groundMaterials) material.color.set(theme.ground);
    this.sky.color.set(theme.sky);
    this.sky.groundColor.set(theme.earth);
    this.sky.intensity = theme.skyLight;
    this.sun.intensity = theme.sunLight;
    this.overlay.rodColor = theme.rod;
    this.paintedWith = '';
  }

  /** The scene's own view is made for its usual size: when there is much less to see, go nearer. */
  nearer(view: View): View {
    const away = new Vector3(...view.eye).sub(new Vector3(...view.target));
    const enough = 4.2 * this.radius;
    if (away.length() < 1.6 * enough) return view;
    const eye = this.center.clone().add(away.setLength(enough));
    return { eye: eye.toArray(), target: this.center.toArray() };
  }

  setFrame(frame: Frame): void {
    this.frame = frame;
    for (const view of frame.added) this.addBody(view, this.looks.length);
  }

  get bodyCount(): number {
    return this.looks.length;
  }

  body(index: number): BodyView | undefined {
    return this.looks[index]?.view;
  }

  update(share: number): void {
    const { before, after } = this.frame;
    for (const batch of this.batches.values()) batch.update(before, after, share);
  }

  decorate(shown: Overlays, screen: Screen, drag: Drag | null): void {
    this.paint(shown);
    this.overlay.update(this.frame, shown, 0.6 * this.bodySize, screen, drag && this.pull(drag));
  }

  private pull(drag: Drag): Pull | null {
    const view = this.body(drag.body);
    if (!view) return null;
    return { from: outOfBody(this.frame.after, view.row, new Vector3(...drag.local)), to: new Vector3(...drag.target) };
  }

  pick(raycaster: Raycaster): Picked | null {
    let best: { owner: number; distance: number; point: Vector3 } | null = null;
    for (const batch of this.batches.values()) {
      const found = batch.pick(raycaster);
      if (found && (!best || found.hit.distance < best.distance)) {
        best = { owner: found.owner, distance: found.hit.distance, point: found.hit.point };
      }
    }
    if (!best) return null;
    const row = this.looks[best.owner]!.view.row;
    return { body: best.owner, point: best.point, local: intoBody(this.frame.after, row, best.point) };
  }

  dispose(): void {
    for (const batch of this.batches.values()) batch.dispose();
    for (const plane of this.planes) plane.geometry.dispose();
    for (const material of this.groundMaterials) material.dispose();
    this.overlay.dispose();
    this.sun.shadow.dispose();
    this.sun.dispose();
    this.sky.dispose();
  }

  private addBody(view: BodyView, index: number): void {
    const look: Look = { view, color: naturalColor(view), painted: [], state: -1 };
    this.looks.push(look);
    if (view.hidden) return;
    const color = new Color(look.color);
    for (const shape of view.shapes) {
      const placement = placementOf(shape);
      if (!placement) {
        this.addPlane(shape as Extract<ShapeView, { kind: 'plane' }>);
        continue;
      }
      const ground = isGround(view, shape);
      const glass = view.sensor;
      const key = `${placement.key}${ground ? ' ground' : glass ? ' glass' : ''}`;
      const batch = this.batchOf(key, placement.key, ground, glass);
      const slot = batch.add(view.row, index, placement, ground ? new Color(0xffffff) : color);
      if (!ground) look.painted.push({ batch, slot });
    }
  }

  private batchOf(key: string, geometry: string, ground: boolean, glass: boolean): Batch {
    const found = this.batches.get(key);
    if (found) return found;
    const material = ground ? this.makeGround() : bodyMaterial(geometry);
    if (glass) {
      material.transparent = true;
      material.opacity = 0.3;
    }
    const batch = new Batch(geometryOf(geometry, this.loaded.hulls, this.loaded.bodies.length < 1500), material, !ground && !glass);
    this.batches.set(key, batch);
    this.scene.add(batch.mesh);
    return batch;
  }

  private makeGround(): MeshLambertMaterial {
    const material = groundMaterial(this.ground, this.theme);
    this.groundMaterials.push(material);
    return material;
  }

  private addPlane(shape: Extract<ShapeView, { kind: 'plane' }>): void {
    const mesh = new Mesh(new PlaneGeometry(2000, 2000), this.makeGround());
    const normal = new Vector3(...shape.normal).normalize();
    mesh.quaternion.copy(new Quaternion().setFromUnitVectors(new Vector3(0, 0, 1), normal));
    mesh.position.copy(normal.multiplyScalar(shape.offset));
    mesh.receiveShadow = true;
    this.planes.push(mesh);
    this.scene.add(mesh);
  }

  /** Where things are and how large: for the light, the grid and the camera. */
  private measure(): void {
    const lower = new Vector3(Infinity, Infinity, Infinity);
    const upper = lower.clone().negate();
    const sizes: number[] = [];
    for (const { view } of this.looks) {
      if (view.type === 'fixed') continue;
      const place = new Vector3().fromArray(this.frame.after, view.row * poseStride);
      lower.min(place);
      upper.max(place);
      for (const shape of view.shapes) sizes.push(sizeOf(shape, this.loaded));
    }
    sizes.sort((a, b) => a - b);
    if (sizes.length) this.bodySize = sizes[sizes.length >> 1]!;
    if (upper.x >= lower.x) {
      this.center.addVectors(lower, upper).multiplyScalar(0.5);
      this.radius = Math.max(0.5 * upper.distanceTo(lower) + 2 * this.bodySize, 2);
    }
    this.ground.radius.value = Math.max(2.2 * this.radius, 8);
  }

  private setLight(): void {
    const reach = Math.min(1.5 * this.radius + 3, 150);
    const { sun, center } = this;
    const upright = new Quaternion().setFromUnitVectors(new Vector3(0, 1, 0), this.up);
    const toSun = new Vector3(-0.45, 1, 0.6).normalize().applyQuaternion(upright);
    sun.position.copy(center).addScaledVector(toSun, 3 * reach);
    this.sky.position.copy(this.up);
    sun.target.position.copy(center);
    sun.castShadow = true;
    sun.shadow.mapSize.set(2048, 2048);
    sun.shadow.radius = 4;
    sun.shadow.intensity = 0.8;
    sun.shadow.normalBias = (2 * reach) / 1024;
    const camera = sun.shadow.camera;
    camera.left = camera.bottom = -reach;
    camera.right = camera.top = reach;
    camera.near = 0.5 * reach;
    camera.far = 6 * reach;
  }

  /** Colours follow sleep and islands; only bodies whose state changed are touched. */
  private paint(shown: Overlays): void {
    const mode = `${shown.islands ? 'islands' : ''} ${shown.sleep ? 'sleep' : ''} ${this.theme.name}`;
    const all = mode !== this.paintedWith;
    this.paintedWith = mode;
    const { after, islands } = this.frame;
    const color = new Color();
    const faded = new Color(this.theme.asleep);
    for (const look of this.looks) {
      const row = look.view.row;
      const asleep = shown.sleep && after[row * poseStride + 3] === asleepState;
      const island = shown.islands && islands ? (islands[row] ?? -1) : -1;
      const state = 2 * (island + 1) + (asleep ? 1 : 0);
      if (!all && state === look.state) continue;
      look.state = state;
      color.set(island >= 0 ? paletteColor(island + 1) : look.color);
      if (shown.islands && island < 0 && look.view.type === 'dynamic') color.lerp(faded, 0.6);
      if (asleep) color.lerp(faded, 0.72);
      for (const { batch, slot } of look.painted) batch.setColor(slot, color);
    }
  }
}

function sizeOf(shape: ShapeView, loaded: Loaded): number {
  switch (shape.kind) {
    case 'sphere': return shape.radius;
    case 'capsule': return shape.radius + 0.5 * new Vector3(...shape.a).distanceTo(new Vector3(...shape.b));
    case 'box': return Math.max(...shape.half);
    case 'hull': return Math.max(...loaded.hulls[shape.hull]!.vertices.map(Math.abs));
    case 'plane': return 1;
  }
}
