// The pointer on the canvas: pull bodies, shoot balls, otherwise the camera; and keys for the camera.

import { Plane, Vector3, type Ray } from 'three';
import type { Runner } from './runner';
import type { Stage } from './stage/stage';

/** What keys do to the camera while the picture has the focus: angles around and over, and the distance times this. */
const cameraKeys: Record<string, [around: number, over: number, times: number]> = {
  ArrowLeft: [-0.1, 0, 1], ArrowRight: [0.1, 0, 1], ArrowUp: [0, -0.1, 1], ArrowDown: [0, 0.1, 1],
  '+': [0, 0, 0.9], '=': [0, 0, 0.9], '-': [0, 0, 1 / 0.9],
};

export class Interaction {
  private pointer = -1;
  private plane = new Plane();
  private lastHover = 0;

  constructor(private readonly stage: Stage, private readonly runner: Runner, private readonly problem: (text: string) => void) {
    const { canvas } = stage;
    // Before the orbit controls hear of it: they listen on the canvas itself.
    canvas.parentElement!.addEventListener('pointerdown', (event) => this.down(event), { capture: true });
    canvas.addEventListener('pointermove', (event) => this.move(event));
    for (const kind of ['pointerup', 'pointercancel', 'lostpointercapture'] as const) {
      canvas.addEventListener(kind, (event) => this.up(event));
    }
    canvas.addEventListener('keydown', (event) => {
      const turn = event.ctrlKey || event.metaKey || event.altKey ? undefined : cameraKeys[event.key];
      if (!turn) return;
      event.preventDefault();
      stage.turn(...turn);
    });
    canvas.addEventListener('dblclick', (event) => this.shootAt(event.offsetX, event.offsetY));
  }

  private down(event: PointerEvent): void {
    if (event.target !== this.stage.canvas || event.button !== 0 || this.pointer !== -1) return;
    if (event.shiftKey) {
      this.stage.controls.enabled = false;
      this.shootAt(event.offsetX, event.offsetY);
      queueMicrotask(() => (this.stage.controls.enabled = true));
      return;
    }
    const picked = this.stage.pick(event.offsetX, event.offsetY);
    const pane = picked && this.stage.panes[picked.pane];
    const view = picked && pane!.body(picked.body);
    if (!picked || !pane || view?.type !== 'dynamic') return;
    if (pane.loaded.replay) {
      this.problem('A recording plays as it was made: its bodies cannot be pulled');
      return;
    }
    this.pointer = event.pointerId;
    this.stage.controls.enabled = false;
    this.stage.canvas.classList.add('dragging');
    this.stage.canvas.setPointerCapture(event.pointerId);
    const facing = this.stage.camera.getWorldDirection(new Vector3());
    this.plane.setFromNormalAndCoplanarPoint(facing, picked.point);
    this.runner.drag = {
      body: picked.body, local: picked.local.toArray(), target: picked.point.toArray(),
    };
  }

  private move(event: PointerEvent): void {
    if (event.pointerId !== this.pointer || !this.runner.drag) {
      this.hover(event);
      return;
    }
    const aim = this.stage.ray(event.offsetX, event.offsetY);
    const target = aim?.raycaster.ray.intersectPlane(this.plane, new Vector3());
    if (target) this.runner.drag.target = target.toArray();
  }

  /** A hand over what can be pulled; looked at ten times a second, since thousands of bodies must be asked. */
  private hover(event: PointerEvent): void {
    if (event.buttons || event.pointerType !== 'mouse' || event.timeStamp - this.lastHover < 100) return;
    this.lastHover = event.timeStamp;
    const picked = this.stage.pick(event.offsetX, event.offsetY);
    const view = picked && this.stage.panes[picked.pane]!.body(picked.body);
    this.stage.canvas.classList.toggle('body', view?.type === 'dynamic');
  }

  private up(event: PointerEvent): void {
    if (event.pointerId !== this.pointer) return;
    this.pointer = -1;
    this.runner.drag = null;
    this.stage.controls.enabled = true;
    this.stage.canvas.classList.remove('dragging');
  }

  /** From the eye through a point of the canvas. */
  shootAt(x: number, y: number): void {
    const aim = this.stage.ray(x, y);
    if (aim) this.shoot(aim.raycaster.ray, aim.pane);
  }

  shootAhead(): void {
    const rectangle = this.stage.rectangles[0]!;
    this.shootAt(rectangle.x + rectangle.width / 2, rectangle.y + rectangle.height / 2);
  }

  /** As large and fast as the scene: a ball that crosses what is seen in half a second. */
  private shoot(ray: Ray, paneIndex: number): void {
    const pane = this.stage.panes[paneIndex]!;
    if (pane.loaded.replay) {
      this.problem('A recording plays as it was made: nothing can be shot at it');
      return;
    }
    const away = this.stage.camera.position.distanceTo(this.stage.controls.target);
    const speed = Math.min(Math.max(1.6 * away, 8), 120);
    this.runner.shoot({
      position: ray.at(0.12 * away, new Vector3()).toArray(), velocity: ray.direction.clone().multiplyScalar(speed).toArray(),
      radius: Math.min(Math.max(0.022 * away, 0.05), 2), density: 3000,
    });
    if (!this.runner.playing) this.runner.singleStep();
  }
}
