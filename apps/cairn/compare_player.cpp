#include "compare_player.hpp"

#include "report_html.hpp"

namespace cairn {

namespace {

constexpr const char* style = R"css(
.player { margin: 22px 0; } .player:focus-visible { outline: 2px solid var(--accent); outline-offset: 6px; }
.player .panes { display: grid; grid-template-columns: repeat(auto-fit, minmax(300px, 1fr)); gap: 14px; }
.player .pane { position: relative; aspect-ratio: 400 / 260; border: 1px solid var(--line); border-radius: 8px;
  overflow: hidden; background: var(--card); }
.player canvas { position: absolute; inset: 0; width: 100%; height: 100%; cursor: grab; touch-action: pan-y; }
.player figcaption { overflow-wrap: anywhere; }
.player .bar { display: flex; flex-wrap: wrap; align-items: center; gap: 10px; margin: 0 0 12px; }
.player .bar[hidden] { display: none; }
.player button, .player select { font: inherit; color: inherit; background: var(--card); border: 1px solid var(--line);
  border-radius: 8px; padding: 5px 12px; min-height: 36px; cursor: pointer; }
.player button { min-width: 84px; font-weight: 600; }
.player input { flex: 1 1 200px; accent-color: var(--accent); min-height: 36px; }
.player output { font-variant-numeric: tabular-nums; color: var(--soft); min-width: 9ch; text-align: right; }
)css";

/// Reads the key frames, and draws what is between them: one picture after the other on a hidden canvas of
/// WebGL, each copied into its pane.
constexpr const char* decoder = R"js(
// Differences to the frame before, zigzag, seven bits a byte; a zero is followed by how many there are in a row.
function decode(text, frames, count) {
  const bytes = Uint8Array.from(atob(text), (c) => c.charCodeAt(0));
  const poses = new Int32Array(frames * count * 7);
  let at = 0;
  const next = () => {
    let value = 0, scale = 1, byte;
    do { byte = bytes[at++]; value += (byte & 127) * scale; scale *= 128; } while (byte > 127);
    return value;
  };
  const now = new Int32Array(7 * count);
  for (let frame = 0; frame < frames; ++frame) {
    let zeros = 0;
    for (let i = 0; i < now.length; ++i) {
      if (zeros > 0) { --zeros; continue; }
      const code = next();
      if (code === 0) zeros = next() - 1;
      else now[i] += code % 2 ? -(code + 1) / 2 : code / 2;
    }
    poses.set(now, frame * now.length);
  }
  return poses;
}

// Where body i is between two frames: position, quaternion.
function between(run, count, time, quantum, i, out) {
  const frame = Math.min(Math.floor(time), run.frames - 1), share = Math.min(time - frame, 1);
  const a = frame * 7 * count, b = Math.min(frame + 1, run.frames - 1) * 7 * count;
  for (let k = 0; k < 7; ++k) {
    const from = run.poses[a + k * count + i];
    out[k] = from + share * (run.poses[b + k * count + i] - from);
  }
  const size = Math.hypot(out[3], out[4], out[5], out[6]) || 1;
  for (let k = 0; k < 3; ++k) out[k] *= quantum;
  for (let k = 3; k < 7; ++k) out[k] /= size;
}
)js";

constexpr const char* painter = R"js(
const cross = (a, b) => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const dot = (a, b) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
const sum = (a, b, f = 1) => [a[0] + f * b[0], a[1] + f * b[1], a[2] + f * b[2]];
const unit = (a) => sum([0, 0, 0], a, 1 / (Math.hypot(...a) || 1));
const turned = (q, v) => {
  const t = sum(cross(q, v), v, q[3]);
  return sum(v, cross(q, t), 2);
};
const product = (p, q) => [...sum(sum(cross(p, q), q, p[3]), p, q[3]), p[3] * q[3] - dot(p, q)];

// Triangles: x, y, z, which end of a capsule, normal.
function boxMesh() {
  const out = [];
  for (let axis = 0; axis < 3; ++axis) {
    for (const side of [-1, 1]) {
      for (const [u, v] of [[-1, -1], [1, -1], [1, 1], [-1, -1], [1, 1], [-1, 1]]) {
        const p = [0, 0, 0], n = [0, 0, 0];
        p[axis] = n[axis] = side; p[(axis + 1) % 3] = side * u; p[(axis + 2) % 3] = v;
        out.push(...p, 0, ...n);
      }
    }
  }
  return out;
}
function roundMesh(around = 20, half = 6) {
  const out = [], ring = (i, r) => { // the equator twice: between the two lies a capsule's cylinder
    const a = 2 * Math.PI * i / around, b = Math.PI / 2 * (r <= half ? r : r - 1) / half;
    const d = [Math.sin(b) * Math.cos(a), Math.cos(b), Math.sin(b) * Math.sin(a)];
    return [...d, r <= half ? 1 : -1, ...d];
  };
  for (let i = 0; i < around; ++i) {
    for (let r = 0; r <= 2 * half; ++r) {
      for (const [u, v] of [[0, 0], [1, 0], [1, 1], [0, 0], [1, 1], [0, 1]]) out.push(...ring(i + u, r + v));
    }
  }
  return out;
}
function hullMesh([, points, ...faces]) {
  const out = [], point = (i) => points.slice(3 * i, 3 * i + 3);
  for (const face of faces) {
    const [a, b, c] = face.map(point), n = unit(cross(sum(b, a, -1), sum(c, a, -1)));
    for (let i = 2; i < face.length; ++i) for (const j of [0, i - 1, i]) out.push(...point(face[j]), 0, ...n);
  }
  return out;
}

// A shape in its body: mesh, place, turn, size and half the length between a capsule's ends.
function placed(shape, index) {
  if (shape[0] === 'box') return { mesh: 'box', at: shape.slice(4, 7), turn: shape.slice(7, 11), size: [...shape.slice(1, 4), 0] };
  if (shape[0] === 'hull') return { mesh: index, at: [0, 0, 0], turn: [0, 0, 0, 1], size: [1, 1, 1, 0] };
  const [, radius, ...ends] = shape, a = ends.slice(0, 3), b = ends.slice(3), along = sum(b, a, -1);
  const length = Math.hypot(...along), d = length > 0 ? unit(along) : [0, 1, 0];
  const turn = d[1] < -0.9999 ? [1, 0, 0, 0] : [d[2], 0, -d[0], 1 + d[1]];
  const size = Math.hypot(...turn);
  return { mesh: 'round', at: sum(a, along, 0.5), turn: turn.map((x) => x / size), size: [radius, radius, radius, length / 2] };
}

const vertexText = `#version 300 es
layout(location = 0) in vec4 vertex; layout(location = 1) in vec3 normal; layout(location = 2) in vec3 place;
layout(location = 3) in vec4 turn; layout(location = 4) in vec4 size; layout(location = 5) in vec3 tint;
uniform mat4 camera; uniform vec4 ground; uniform vec3 light; uniform float shadow;
out vec3 where; out vec3 facing; out vec3 color; out vec3 corner; out vec3 side; out vec3 extent;
vec3 turned(vec4 q, vec3 v) { return v + 2.0 * cross(q.xyz, cross(q.xyz, v) + q.w * v); }
void main() {
  where = place + turned(turn, vertex.xyz * size.xyz + vec3(0.0, vertex.w * size.w, 0.0));
  facing = turned(turn, normal);
  color = tint;
  corner = vertex.xyz * size.xyz; side = normal; extent = size.xyz;
  if (shadow > 0.0) where -= light * (dot(ground.xyz, where) - ground.w - shadow) / dot(ground.xyz, light);
  gl_Position = camera * vec4(where, 1.0);
}`;
const fragmentText = `#version 300 es
precision highp float;
in vec3 where; in vec3 facing; in vec3 color; in vec3 corner; in vec3 side; in vec3 extent;
uniform vec3 light; uniform float edges; uniform vec3 up; uniform vec3 paper; uniform vec3 middle; uniform float reach; uniform float shadow;
uniform float floorLine;
out vec4 pixel;
void main() {
  vec3 n = normalize(facing);
  float lit = 0.78 + 0.3 * max(dot(n, light), 0.0) + 0.14 * dot(n, up);
  vec3 shade = shadow > 0.0 ? color : color * lit;
  if (edges > 0.0 && shadow == 0.0) { // a fine line where the faces of a box meet
    vec3 gap = (extent - abs(corner)) / max(fwidth(corner), vec3(1e-9)) + 1e3 * abs(side);
    shade *= mix(0.72, 1.0, clamp(min(gap.x, min(gap.y, gap.z)), 0.0, 1.0));
  }
  float away = smoothstep(0.35, 1.0, length(where - middle) / reach);
  if (floorLine > 0.0) {
    vec3 side = normalize(abs(up.x) < 0.9 ? cross(up, vec3(1, 0, 0)) : cross(up, vec3(0, 1, 0))), ahead = cross(up, side);
    vec2 cell = vec2(dot(where, side), dot(where, ahead)) / floorLine, line = abs(fract(cell - 0.5) - 0.5) / fwidth(cell);
    shade = mix(color * 0.93, color, min(min(line.x, line.y), 1.0));
  }
  pixel = vec4(floorLine > 0.0 || shadow > 0.0 ? mix(shade, paper, away) : shade, 1.0);
}`;

class Painter {
  constructor(film) {
    this.canvas = document.createElement('canvas');
    const gl = this.gl = this.canvas.getContext('webgl2', { antialias: true });
    if (!gl) throw new Error('no WebGL 2');
    this.film = film;
    this.program = gl.createProgram();
    for (const [kind, text] of [[gl.VERTEX_SHADER, vertexText], [gl.FRAGMENT_SHADER, fragmentText]]) {
      const shader = gl.createShader(kind);
      gl.shaderSource(shader, text);
      gl.compileShader(shader);
      gl.attachShader(this.program, shader);
    }
    gl.linkProgram(this.program);
    if (!gl.getProgramParameter(this.program, gl.LINK_STATUS)) throw new Error(gl.getProgramInfoLog(this.program));
    gl.useProgram(this.program);
    gl.enable(gl.DEPTH_TEST);
    this.batches = this.makeBatches();
    const { camera, ground } = film, away = Math.hypot(...sum(camera.eye, camera.target, -1));
    this.reach = 2.2 * away;
    this.floor = ground && this.batch(boxMesh(), 1);
    const side = unit(cross(camera.up, sum(camera.eye, camera.target, -1)));
    this.light = unit(sum(sum(camera.up, unit(sum(camera.eye, camera.target, -1)), 0.45), side, 0.4));
  }
  uniform(name) { return this.gl.getUniformLocation(this.program, name); }

  batch(mesh, count) {
    const { gl } = this, array = gl.createVertexArray(), rows = new Float32Array(14 * count);
    gl.bindVertexArray(array);
    gl.bindBuffer(gl.ARRAY_BUFFER, gl.createBuffer());
    gl.bufferData(gl.ARRAY_BUFFER, new Float32Array(mesh), gl.STATIC_DRAW);
    for (const [place, size, from] of [[0, 4, 0], [1, 3, 4]]) {
      gl.enableVertexAttribArray(place);
      gl.vertexAttribPointer(place, size, gl.FLOAT, false, 28, 4 * from);
    }
    const buffer = gl.createBuffer();
    gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
    gl.bufferData(gl.ARRAY_BUFFER, rows.byteLength, gl.DYNAMIC_DRAW);
    for (const [place, size, from] of [[2, 3, 0], [3, 4, 3], [4, 4, 7], [5, 3, 11]]) {
      gl.enableVertexAttribArray(place);
      gl.vertexAttribPointer(place, size, gl.FLOAT, false, 56, 4 * from);
      gl.vertexAttribDivisor(place, 1);
    }
    return { array, buffer, rows, count, vertices: mesh.length / 7, items: [], edges: 0 };
  }

  makeBatches() {
    const { shapes, bodies } = this.film, items = new Map();
    bodies.forEach(([color, ...list], body) => list.forEach((index) => {
      const item = { body, color: [16, 8, 0].map((bits) => ((color >> bits) & 255) / 255), ...placed(shapes[index], index) };
      if (!items.has(item.mesh)) items.set(item.mesh, []);
      items.get(item.mesh).push(item);
    }));
    return [...items].map(([mesh, list]) => {
      const batch = this.batch(mesh === 'box' ? boxMesh() : mesh === 'round' ? roundMesh() : hullMesh(shapes[mesh]), list.length);
      list.forEach(({ size, color }, i) => batch.rows.set([...size, ...color], 14 * i + 7));
      batch.items = list;
      batch.edges = mesh === 'box' ? 1 : 0;
      return batch;
    });
  }

  send(batch) {
    this.gl.bindBuffer(this.gl.ARRAY_BUFFER, batch.buffer);
    this.gl.bufferSubData(this.gl.ARRAY_BUFFER, 0, batch.rows);
  }
  show(batch) {
    this.gl.bindVertexArray(batch.array);
    this.gl.uniform1f(this.uniform('edges'), batch.edges);
    this.gl.drawArraysInstanced(this.gl.TRIANGLES, 0, batch.vertices, batch.count);
  }

  /** One run at one time, seen by a camera. */
  paint(run, time, eye, target, width, height, paper) {
    const { gl, film } = this, count = film.bodies.length, pose = new Float64Array(7);
    if (this.canvas.width !== width || this.canvas.height !== height) Object.assign(this.canvas, { width, height });
    for (const batch of this.batches) {
      batch.items.forEach(({ body, at, turn }, i) => {
        between(run, count, time, film.quantum, body, pose);
        const q = [pose[3], pose[4], pose[5], pose[6]];
        batch.rows.set([...sum([pose[0], pose[1], pose[2]], turned(q, at)), ...product(q, turn)], 14 * i);
      });
      this.send(batch);
    }
    gl.viewport(0, 0, width, height);
    gl.clearColor(...paper, 1);
    gl.clear(gl.COLOR_BUFFER_BIT | gl.DEPTH_BUFFER_BIT);
    gl.uniformMatrix4fv(this.uniform('camera'), false, matrix(eye, target, film.camera.up, film.camera.angle, width / height));
    for (const [name, v] of [['light', this.light], ['up', film.camera.up], ['paper', paper], ['middle', film.camera.target]]) {
      gl.uniform3fv(this.uniform(name), v);
    }
    gl.uniform1f(this.uniform('reach'), this.reach);
    gl.uniform1f(this.uniform('shadow'), 0);
    gl.uniform1f(this.uniform('floorLine'), 0);
    for (const batch of this.batches) this.show(batch);
    if (film.ground) this.paintGround(paper);
  }

  paintGround(paper) {
    const { gl, film, floor } = this, [x, y, z, d] = film.ground, n = [x, y, z], { target } = film.camera;
    const dark = paper[0] < 0.5, tone = (by) => paper.map((c) => Math.min(Math.max(c + (dark ? by : -by), 0), 1));
    const foot = sum(target, n, d - dot(n, target)), turn = placed(['round', 1, 0, 0, 0, ...n]).turn, thick = 1e-4 * this.reach;
    floor.rows.set([...sum(foot, n, -thick), ...turn, this.reach, thick, this.reach, 0, ...tone(0.05)]);
    this.send(floor);
    gl.uniform1f(this.uniform('floorLine'), 10 ** Math.round(Math.log10(this.reach / 12)));
    this.show(floor);
    gl.uniform1f(this.uniform('floorLine'), 0);
    gl.uniform4fv(this.uniform('ground'), film.ground);
    gl.uniform1f(this.uniform('shadow'), 4e-4 * this.reach);
    const shade = dark ? paper.map((c) => 0.55 * c) : tone(0.2);
    for (const batch of this.batches) { // the same shapes, flat and grey
      const colored = batch.rows.slice();
      for (let i = 0; i < batch.count; ++i) batch.rows.set(shade, 14 * i + 11);
      this.send(batch);
      this.show(batch);
      batch.rows.set(colored);
    }
  }
}

function matrix(eye, target, up, angle, aspect) {
  const back = unit(sum(eye, target, -1)), right = unit(cross(up, back)), over = cross(back, right);
  const away = Math.hypot(...sum(eye, target, -1)), near = away / 100, far = away * 40, f = 1 / Math.tan(angle / 2);
  const rows = [[f / aspect, right], [f, over], [-(far + near) / (far - near), back.map((x) => -x)], [1, back.map((x) => -x)]];
  const out = new Float32Array(16);
  rows.forEach(([scale, axis], r) => {
    const factor = r === 2 ? (far + near) / (far - near) : scale;
    for (let c = 0; c < 3; ++c) out[4 * c + r] = factor * axis[c];
    out[12 + r] = -factor * dot(axis, eye) - (r === 2 ? 2 * far * near / (far - near) : 0);
  });
  return out;
}
)js";

constexpr const char* script = R"js(
const holder = document.getElementById('replay');
const film = JSON.parse(document.getElementById('replay-film').textContent);
const runs = film.runs.map((run) => ({ ...run, poses: decode(run.data, run.frames, film.bodies.length) }));
const last = Math.max(...runs.map((run) => run.frames)) - 1;
const [bar, button, slider, speed, clock] = ['.bar', 'button', 'input', 'select', 'output'].map((name) => holder.querySelector(name));
const panes = [...holder.querySelectorAll('.pane')];
let time = 0, playing = false, before = null, asked = false, dirty = true, yaw = 0, pitch = 0, zoom = 1, painter = null;

function view() {
  const { eye, target, up } = film.camera;
  const spin = (v, axis, angle) => turned([...axis.map((x) => x * Math.sin(angle / 2)), Math.cos(angle / 2)], v);
  let arm = spin(sum(eye, target, -1), up, yaw);
  const side = unit(cross(up, arm)), rise = Math.asin(dot(unit(arm), up));
  pitch = Math.min(Math.max(pitch, -1.45 - rise), 1.45 - rise);
  arm = spin(arm, side, -pitch);
  return sum(target, arm, zoom);
}
function paint() {
  const ratio = Math.min(devicePixelRatio || 1, 2), eye = view();
  const color = getComputedStyle(panes[0]).backgroundColor.match(/[\d.]+/g).slice(0, 3).map((x) => x / 255);
  panes.forEach((pane, i) => {
    const canvas = pane.querySelector('canvas');
    const width = Math.max(1, Math.round(pane.clientWidth * ratio)), height = Math.max(1, Math.round(pane.clientHeight * ratio));
    if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
    painter.paint(runs[i], Math.min(time, runs[i].frames - 1), eye, film.camera.target, width, height, color);
    canvas.getContext('2d').drawImage(painter.canvas, 0, 0);
  });
  slider.value = String(time);
  clock.textContent = `${(time * film.seconds).toFixed(2)} s`;
  slider.setAttribute('aria-valuetext', clock.textContent);
}
function frame(now) {
  asked = false;
  if (playing) {
    if (before !== null) time = Math.min(time + (now - before) / 1000 * Number(speed.value) / film.seconds, last);
    before = now;
    dirty = true;
    if (time >= last) play(false);
  }
  if (dirty) {
    dirty = false;
    paint();
  }
  if (playing) ask();
}
// One frame at a time, whoever asks; what was asked for before somebody pressed Play is the first one played.
function ask() {
  if (!asked) requestAnimationFrame(frame);
  asked = true;
}
function redraw() {
  dirty = true;
  ask();
}
function play(on) {
  if (on && time >= last) time = 0;
  if (on && !playing) before = null; // the film's clock begins with the next frame, however long ago the last one was
  playing = on;
  if (on) ask();
  button.textContent = on ? 'Pause' : 'Play';
}
function go(to) {
  play(false);
  time = Math.min(Math.max(to, 0), last);
  redraw();
}
function listen() {
  button.addEventListener('click', () => play(!playing));
  slider.addEventListener('input', () => go(Number(slider.value)));
  holder.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.altKey || event.metaKey) return;
    const keys = {
      ' ': () => play(!playing), ArrowLeft: () => go(Math.ceil(time) - 1), ArrowRight: () => go(Math.floor(time) + 1),
      Home: () => go(0), End: () => go(last), '+': () => zoomBy(0.8), '-': () => zoomBy(1.25),
    };
    if (!keys[event.key] || event.target === speed || (event.key === ' ' && event.target === button)) return;
    event.preventDefault();
    keys[event.key]();
  });
  for (const pane of panes) {
    pane.addEventListener('pointermove', (event) => {
      if (!event.buttons) return;
      yaw -= 0.008 * event.movementX;
      pitch += 0.008 * event.movementY;
      redraw();
    });
    pane.addEventListener('pointerdown', (event) => pane.setPointerCapture(event.pointerId));
  }
  new ResizeObserver(redraw).observe(holder);
  matchMedia('(prefers-color-scheme: dark)').addEventListener('change', redraw);
  addEventListener('beforeprint', () => paint());
}
function zoomBy(factor) {
  zoom = Math.min(Math.max(zoom * factor, 0.1), 8);
  redraw();
}
try {
  painter = new Painter(film);
  panes.forEach((pane, i) => {
    const canvas = document.createElement('canvas');
    canvas.setAttribute('role', 'img');
    canvas.setAttribute('aria-label', `The scene under ${film.runs[i].caption}`);
    pane.append(canvas);
  });
  slider.max = String(last);
  bar.hidden = false;
  listen();
  ask();
} catch (error) {
  holder.querySelector('.note').textContent = `The runs cannot be played here (${error.message}): these are their ends.`;
}
)js";

std::string bar() {
    std::string speeds;
    for (const char* speed : {"0.1", "0.25", "0.5", "1", "2"}) {
        const bool usual = std::string(speed) == "1";
        speeds += std::string("<option value='") + speed + "'" + (usual ? " selected" : "") + ">" + speed +
                  "×</option>";
    }
    return "<div class='bar' role='group' aria-label='Playback' hidden><button type='button'>Play</button>"
           "<input type='range' min='0' value='0' step='any' aria-label='Time'><output>0.00 s</output>"
           "<select aria-label='Speed'>" +
           speeds + "</select></div>";
}

}  // namespace

std::string player(const std::vector<PlayerPane>& panes, const std::string& replay) {
    std::string html = std::string("<style>") + style +
                       "</style><section id='replay' class='player' tabindex='0' " +
                       "aria-label='The runs, side by side and in step'><h2>" +
                       (replay.empty() ? "At the end" : "The runs") + "</h2>";
    if (!replay.empty()) {
        html +=
            "<p class='note soft'>Side by side and in step. Space plays and pauses, the arrow keys go from "
            "one "
            "key frame to the next; drag a picture to turn all of them.</p>" +
            bar();
    }
    html += "<div class='panes'>";
    for (const PlayerPane& pane : panes) {
        html += "<figure><div class='pane'>" + pane.picture + "</div><figcaption>" +
                report::escape(pane.caption) + "</figcaption></figure>";
    }
    html += "</div></section>\n";
    if (replay.empty()) return html;
    return html + "<script type='application/json' id='replay-film'>" + replay +
           "</script>\n<script>(() => {\n'use strict';" + decoder + painter + script + "})();</script>\n";
}

}  // namespace cairn
