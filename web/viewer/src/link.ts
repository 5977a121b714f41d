// Permalinks: what is on the page as readable text after the # of its address.
//   #scene=pyramid&base=40&solver=soft-step:substeps=4&solver=pgs:iterations=20&show=contacts,islands
//    &camera=12,6,18,0,3,0&speed=0.25&paused=1

import type { Triple } from './protocol';
import { overlayNames, type OverlayName } from './stage/overlay_names';

export interface View {
  eye: Triple;
  target: Triple;
}

export interface Link {
  scene: string | null;
  parameters: Record<string, number>;
  /** One a pane, as the command line writes it; none: the scene's own. */
  solvers: string[];
  camera: View | null;
  show: OverlayName[];
  speed: number;
  paused: boolean;
  /** A scene file or recording on the same host, as `cairn view FILE` gives it. */
  file: string | null;
}

export const mostPanes = 4;
export const emptyLink = (): Link => ({
  scene: null, parameters: {}, solvers: [], camera: null, show: [], speed: 1, paused: false, file: null,
});

const reserved = new Set(['scene', 'solver', 'camera', 'show', 'speed', 'paused', 'file']);
/** Five digits are enough to stand where somebody stood. */
const short = (value: number) => String(Number(value.toPrecision(5)));

/** Words that need no escaping stay readable. */
const word = (text: string) => encodeURIComponent(text).replace(/%3A/g, ':').replace(/%2C/g, ',').replace(/%3D/g, '=');

export function writeLink(link: Link): string {
  const parts: string[] = [];
  if (link.file !== null) parts.push(`file=${word(link.file)}`);
  else if (link.scene !== null) parts.push(`scene=${word(link.scene)}`);
  for (const [name, value] of Object.entries(link.parameters)) parts.push(`${word(name)}=${value}`);
  for (const solver of link.solvers) parts.push(`solver=${word(solver)}`);
  if (link.show.length) parts.push(`show=${link.show.join(',')}`);
  if (link.camera) parts.push(`camera=${[...link.camera.eye, ...link.camera.target].map(short).join(',')}`);
  if (link.speed !== 1) parts.push(`speed=${short(link.speed)}`);
  if (link.paused) parts.push('paused=1');
  return `#${parts.join('&')}`;
}

function readCamera(text: string): View | null {
  const numbers = text.split(',').map(Number);
  if (numbers.length !== 6 || !numbers.every((n) => Number.isFinite(n) && Math.abs(n) < 1e6)) return null;
  const [a, b, c, d, e, f] = numbers as [number, number, number, number, number, number];
  if (a === d && b === e && c === f) return null;
  return { eye: [a, b, c], target: [d, e, f] };
}

/** Whatever a link holds that makes no sense is left out: links come from strangers. */
export function readLink(hash: string): Link {
  const link = emptyLink();
  const fields = new URLSearchParams(hash.replace(/^#/, '').replace(/\+/g, '%2B'));
  for (const [key, value] of fields) {
    if (!reserved.has(key)) {
      const number = Number(value);
      if (value !== '' && Number.isFinite(number)) link.parameters[key] = number;
    } else if (key === 'scene') {
      link.scene = value;
    } else if (key === 'solver' && link.solvers.length < mostPanes) {
      link.solvers.push(value);
    } else if (key === 'camera') {
      link.camera = readCamera(value);
    } else if (key === 'show') {
      const wanted = value.split(',');
      link.show = overlayNames.filter((name) => wanted.includes(name));
    } else if (key === 'speed') {
      const speed = Number(value);
      if (speed >= 0.01 && speed <= 4) link.speed = speed;
    } else if (key === 'paused') {
      link.paused = value === '1';
    } else if (key === 'file' && /^[\w.-]+$/.test(value)) {
      link.file = value; // a plain name beside the page, never another host
    }
  }
  return link;
}
