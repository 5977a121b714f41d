// The colours of bodies: those of `cairn render`, so that pictures and pages look alike.

const earthAndWater = [0xd9a441, 0xc8643f, 0x5f8f7a, 0x3f6f8f, 0xe0c79a, 0x8a5a6b, 0x97a95b, 0x6fa3b5];
export const fixedColor = 0xb9b7b2;
export const kinematicColor = 0x8d99a6;

/** Neighbours by number get unlike colours. */
export function paletteColor(number: number): number {
  let hash = Math.imul(number, 0x9e3779b9) >>> 0;
  hash = Math.imul(hash ^ (hash >>> 15), 0x85ebca6b) >>> 0;
  hash = (hash ^ (hash >>> 13)) >>> 0;
  return earthAndWater[hash % earthAndWater.length]!;
}

/** One a pane, for labels and plots; told apart by the colour-blind too. */
export const laneColors = ['#d98e2b', '#2f88b0', '#b0487a', '#5d9a4c'];

export interface Theme {
  name: 'light' | 'dark';
  background: number;
  ground: number;
  gridLine: number;
  sky: number;
  earth: number;
  skyLight: number;
  sunLight: number;
  asleep: number;
  rod: number;
}

export const themes: Record<'light' | 'dark', Theme> = {
  light: {
    name: 'light', background: 0xf3f0e9, ground: 0xe9e4d9, gridLine: 0xd3ccbd, sky: 0xffffff, earth: 0xcfc4b0,
    skyLight: 1.75, sunLight: 2.1, asleep: 0xcfcac0, rod: 0x4a4f55,
  },
  dark: {
    name: 'dark', background: 0x15181b, ground: 0x2a2f34, gridLine: 0x3c434a, sky: 0xd8e4ee, earth: 0x5a5650,
    skyLight: 1.5, sunLight: 1.9, asleep: 0x4a4f54, rod: 0xa9b0b6,
  },
};
