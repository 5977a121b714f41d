/** What can be drawn on top of the bodies, in the order of the buttons; the keys 1 to 7 toggle them. */
export const overlayNames = ['contacts', 'normals', 'impulses', 'joints', 'bounds', 'islands', 'sleep'] as const;
export type OverlayName = (typeof overlayNames)[number];
export type Overlays = Record<OverlayName, boolean>;

export const overlayText: Record<OverlayName, string> = {
  contacts: 'where bodies touch; red where they overlap',
  normals: 'which way contacts push',
  impulses: 'how hard contacts push',
  joints: 'from centre to anchor',
  bounds: 'boxes of the broad phase',
  islands: 'a colour for each group of touching bodies',
  sleep: 'sleeping bodies fade',
};

export function overlaysOf(names: readonly OverlayName[]): Overlays {
  return Object.fromEntries(overlayNames.map((name) => [name, names.includes(name)])) as Overlays;
}
