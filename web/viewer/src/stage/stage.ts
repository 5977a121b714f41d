// The canvas: one WebGL context, one camera, and up to four panes side by side that the camera sees alike.

import {
  MathUtils, MOUSE, PCFShadowMap, PerspectiveCamera, Quaternion, Raycaster, Spherical, Vector2, Vector3, WebGLRenderer,
} from 'three';
import { OrbitControls } from 'three/examples/jsm/controls/OrbitControls.js';
import type { View } from '../link';
import type { Drag } from '../protocol';
import type { Overlays } from './overlay_names';
import { themes } from './palette';
import { Pane, type Picked } from './pane';

export interface Rectangle { x: number; y: number; width: number; height: number }

export class NoWebGl extends Error {}

/** Side by side where it is wide, above each other where it is high, four in a square. */
export function tile(count: number, width: number, height: number): Rectangle[] {
  const columns = count === 4 ? 2 : width >= height ? count : 1;
  const rows = Math.ceil(count / columns);
  return Array.from({ length: count }, (_, i) => ({
    x: Math.round(((i % columns) * width) / columns),
    y: Math.round((Math.floor(i / columns) * height) / rows),
    width: Math.round((((i % columns) + 1) * width) / columns) - Math.round(((i % columns) * width) / columns),
    height: Math.round(height / rows),
  }));
}

export class Stage {
  readonly camera = new PerspectiveCamera(40, 1, 0.05, 4000);
  controls: OrbitControls;
  readonly panes: Pane[] = [];
  private readonly renderer: WebGLRenderer;
  private readonly raycaster = new Raycaster();
  private width = 1;
  private height = 1;
  /** Something changed since the last picture. */
  dirty = true;
  /** Called when the user moved the camera. */
  onCamera: (() => void) | null = null;
  onLost: (() => void) | null = null;
  onRestored: (() => void) | null = null;

  constructor(readonly canvas: HTMLCanvasElement) {
    try {
      this.renderer = new WebGLRenderer({ canvas, antialias: true, powerPreference: 'high-performance' });
    } catch {
      throw new NoWebGl('this browser gives the page no WebGL 2');
    }
    this.renderer.shadowMap.enabled = true;
    this.renderer.shadowMap.type = PCFShadowMap;
    this.renderer.autoClear = false;
    this.controls = this.makeControls();
    canvas.addEventListener('webglcontextlost', (event) => {
      event.preventDefault();
      this.onLost?.();
    });
    canvas.addEventListener('webglcontextrestored', () => {
      this.dirty = true;
      this.onRestored?.();
    });
  }

  private makeControls(): OrbitControls {
    const controls = new OrbitControls(this.camera, this.canvas);
    controls.enableDamping = true;
    controls.dampingFactor = 0.15;
    controls.mouseButtons = { LEFT: MOUSE.ROTATE, MIDDLE: MOUSE.PAN, RIGHT: MOUSE.PAN };
    controls.maxDistance = 1500;
    controls.maxPolarAngle = 0.53 * Math.PI; // the ground hides what is seen from below
    controls.addEventListener('change', () => {
      this.dirty = true;
    });
    controls.addEventListener('end', () => this.onCamera?.());
    return controls;
  }

  /** Turns the camera upright; controls keep the direction they were made with. */
  setUp(up: Vector3): void {
    if (this.camera.up.equals(up)) return;
    this.camera.up.copy(up);
    this.controls.dispose();
    this.controls = this.makeControls();
  }

  /** Panes side by side leave room for the bar at the bottom; a single one lies behind it. */
  get rectangles(): Rectangle[] {
    const count = Math.max(this.panes.length, 1);
    return tile(count, this.width, count > 1 ? Math.max(this.height - 76, 100) : this.height);
  }

  setTheme(name: 'light' | 'dark'): void {
    this.renderer.setClearColor(themes[name].background);
    for (const pane of this.panes) pane.setTheme(themes[name]);
    this.dirty = true;
  }

  setPane(index: number, pane: Pane): void {
    this.panes[index]?.dispose();
    this.panes[index] = pane;
    this.dirty = true;
  }

  keep(count: number): void {
    for (const pane of this.panes.splice(count)) pane.dispose();
    this.dirty = true;
  }

  resize(width: number, height: number): void {
    if (width < 1 || height < 1) return;
    this.width = width;
    this.height = height;
    this.renderer.setPixelRatio(Math.min(window.devicePixelRatio, 2));
    this.renderer.setSize(width, height, false);
    this.dirty = true;
  }

  get view(): View {
    const { position } = this.camera;
    const { target } = this.controls;
    return { eye: [position.x, position.y, position.z], target: [target.x, target.y, target.z] };
  }

  /** Turns the camera about what it looks at, by angles around and over it, and goes `times` as far away. */
  turn(around: number, over: number, times: number): void {
    const { camera, controls } = this;
    const upright = new Quaternion().setFromUnitVectors(camera.up, new Vector3(0, 1, 0));
    const offset = camera.position.clone().sub(controls.target).applyQuaternion(upright);
    const { radius, phi, theta } = new Spherical().setFromVector3(offset);
    const height = MathUtils.clamp(phi + over, 0.02, controls.maxPolarAngle);
    offset.setFromSphericalCoords(Math.min(radius * times, controls.maxDistance), height, theta + around);
    camera.position.copy(controls.target).add(offset.applyQuaternion(upright.invert()));
    controls.update();
    this.dirty = true;
    this.onCamera?.();
  }

  /** Narrow panes see from further away, so that what fits a wide one fits them too. */
  setView(view: View, fit: boolean): void {
    const target = new Vector3(...view.target);
    const away = new Vector3(...view.eye).sub(target);
    const { width, height } = this.rectangles[0]!;
    const back = fit ? this.fitting(target, away.length(), width / height) : 1;
    this.camera.position.copy(target).addScaledVector(away, back);
    this.controls.target.copy(target);
    const distance = this.camera.position.distanceTo(target);
    this.camera.near = Math.max(distance / 500, 0.01);
    this.camera.far = distance * 60 + 500;
    this.controls.update();
    this.dirty = true;
  }

  /** How many times as far away all that is in the scene fits a pane; views are made for wide ones. */
  private fitting(target: Vector3, distance: number, aspect: number): number {
    const pane = this.panes.find(({ bodyCount }) => bodyCount > 0);
    const usual = 1.55 / aspect;
    if (!pane || usual <= 1) return 1;
    const half = Math.atan(Math.tan(MathUtils.degToRad(this.camera.fov) / 2) * aspect);
    const needed = (pane.center.distanceTo(target) + 0.9 * pane.radius) / Math.sin(half);
    return Math.min(Math.max(needed / distance, 1), usual);
  }

  /** Draws when something changed; true where it did. */
  draw(share: number, shown: Overlays, drag: Drag | null): boolean {
    this.controls.update();
    if (!this.dirty) return false;
    this.dirty = false;
    const { renderer, camera } = this;
    renderer.setScissorTest(false);
    renderer.clear();
    renderer.setScissorTest(true);
    this.rectangles.forEach((rectangle, index) => {
      const pane = this.panes[index];
      if (!pane) return;
      const bottom = this.height - rectangle.y - rectangle.height;
      renderer.setViewport(rectangle.x, bottom, rectangle.width, rectangle.height);
      renderer.setScissor(rectangle.x, bottom, rectangle.width, rectangle.height);
      camera.aspect = rectangle.width / rectangle.height;
      camera.updateProjectionMatrix();
      pane.update(share);
      pane.decorate(shown, { pixelRatio: this.renderer.getPixelRatio(), height: rectangle.height }, drag);
      renderer.render(pane.scene, camera);
    });
    return true;
  }

  /** The ray through a point of the canvas (CSS pixels from its corner), and the pane it is in. */
  ray(x: number, y: number): { pane: number; raycaster: Raycaster } | null {
    const index = this.rectangles.findIndex(
      (r) => x >= r.x && x < r.x + r.width && y >= r.y && y < r.y + r.height);
    const rectangle = this.rectangles[index];
    if (!rectangle || !this.panes[index]) return null;
    const at = new Vector2(
      (2 * (x - rectangle.x)) / rectangle.width - 1, 1 - (2 * (y - rectangle.y)) / rectangle.height);
    this.camera.aspect = rectangle.width / rectangle.height;
    this.camera.updateProjectionMatrix();
    this.camera.updateMatrixWorld();
    this.raycaster.setFromCamera(at, this.camera);
    return { pane: index, raycaster: this.raycaster };
  }

  pick(x: number, y: number): (Picked & { pane: number }) | null {
    const aim = this.ray(x, y);
    const picked = aim && this.panes[aim.pane]!.pick(aim.raycaster);
    return aim && picked ? { ...picked, pane: aim.pane } : null;
  }
}
