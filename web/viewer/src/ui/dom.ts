// Small helpers for the page. Text always goes in as text: nothing here reads markup.

type Child = Node | string | null;
type Properties<E> = Partial<Omit<E, 'style' | 'children'>> & {
  class?: string;
  aria?: Record<string, string>;
  data?: Record<string, string>;
  on?: { [K in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[K]) => void };
};

export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K, properties: Properties<HTMLElementTagNameMap[K]> = {}, ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  const { class: name, aria, data, on, ...rest } = properties;
  if (name) element.className = name;
  for (const [key, value] of Object.entries(aria ?? {})) {
    element.setAttribute(key === 'role' ? 'role' : `aria-${key}`, value);
  }
  for (const [key, value] of Object.entries(data ?? {})) element.dataset[key] = value;
  for (const [key, handler] of Object.entries(on ?? {})) element.addEventListener(key, handler as EventListener);
  Object.assign(element, rest);
  element.append(...children.filter((child) => child !== null));
  return element;
}

export function byId<T extends HTMLElement = HTMLElement>(id: string): T {
  const found = document.getElementById(id);
  if (!found) throw new Error(`the page has no element '${id}'`);
  return found as T;
}

/** Sets text only when it changed: screen readers and layout stay quiet. */
export function setText(element: Element, text: string): void {
  if (element.textContent !== text) element.textContent = text;
}

const paths = {
  play: 'M7 4.5v15l12-7.5z',
  pause: 'M7 5h3.5v14H7zM13.5 5H17v14h-3.5z',
  step: 'M5 5v14l9-7zM16 5h3v14h-3z',
  restart: 'M12 5V2L7 6.5 12 11V8a5 5 0 1 1-5 5H4a8 8 0 1 0 8-8z',
  ball: 'M12 3a9 9 0 1 0 0 18 9 9 0 0 0 0-18zm0 3a6 6 0 0 1 6 6h-2a4 4 0 0 0-4-4z',
  camera: 'M9 5 7.6 7H4v12h16V7h-3.6L15 5zm3 3.8a4.2 4.2 0 1 1 0 8.4 4.2 4.2 0 0 1 0-8.4zm0 2a2.2 2.2 0 1 0 0 4.4 2.2 2.2 0 0 0 0-4.4z',
  video: 'M3 6h12v4l5-3v10l-5-3v4H3z',
  save: 'M11 3h2v9l3.5-3.5L18 10l-6 6-6-6 1.5-1.5L11 12zM4 18h16v3H4z',
  open: 'M11 16h2V7l3.5 3.5L18 9l-6-6-6 6 1.5 1.5L11 7zM4 18h16v3H4z',
  link: 'M10.6 13.4a3.6 3.6 0 0 1 0-5l3-3a3.6 3.6 0 0 1 5 5l-1.7 1.8-1.5-1.5 1.8-1.7a1.4 1.4 0 0 0-2-2l-3 3a1.4 1.4 0 0 0 0 2zm2.8-2.8a3.6 3.6 0 0 1 0 5l-3 3a3.6 3.6 0 0 1-5-5l1.7-1.8 1.5 1.5-1.8 1.7a1.4 1.4 0 0 0 2 2l3-3a1.4 1.4 0 0 0 0-2z',
  theme: 'M12 3a9 9 0 1 0 0 18zM12 5a7 7 0 0 1 0 14z',
  help: 'M11 16h2v2h-2zm1-11a4.5 4.5 0 0 1 2.3 8.4c-.9.5-1.3 1-1.3 1.6h-2c0-1.6 1-2.6 2.2-3.3A2.5 2.5 0 1 0 9.5 9.5h-2A4.5 4.5 0 0 1 12 5z',
  plots: 'M4 4h2v14h14v2H4zm4 11 3.5-5 3 3L19 6l1.6 1.2-6 8.8-3-3-2 3z',
  panel: 'M4 6h16v2H4zm0 5h16v2H4zm0 5h16v2H4z',
  close: 'm6.4 5 5.6 5.6L17.6 5 19 6.4 13.4 12l5.6 5.6-1.4 1.4-5.6-5.6L6.4 19 5 17.6l5.6-5.6L5 6.4z',
  add: 'M11 5h2v6h6v2h-6v6h-2v-6H5v-2h6z',
  home: 'M12 4 3 11.5l1.3 1.6L6 11.7V20h5v-5h2v5h5v-8.3l1.7 1.4 1.3-1.6z',
} as const;
export type IconName = keyof typeof paths;

export function icon(name: IconName): SVGSVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  svg.setAttribute('viewBox', '0 0 24 24');
  svg.setAttribute('class', 'icon');
  svg.setAttribute('aria-hidden', 'true');
  const path = document.createElementNS(svg.namespaceURI!, 'path');
  path.setAttribute('d', paths[name]);
  svg.append(path);
  return svg;
}

export function iconButton(name: IconName, label: string, key: string, press: () => void): HTMLButtonElement {
  const title = key ? `${label} (${key})` : label;
  const button = h('button', { class: 'icon-button', type: 'button', title, aria: { label }, on: { click: press } });
  button.append(icon(name));
  return button;
}

export function setIcon(button: HTMLButtonElement, name: IconName, label: string, key: string): void {
  if (button.dataset.icon === name) return;
  button.dataset.icon = name;
  button.replaceChildren(icon(name));
  button.title = key ? `${label} (${key})` : label;
  button.setAttribute('aria-label', label);
}

/** Offers text or a picture as a file. */
export function download(name: string, content: Blob): void {
  const address = URL.createObjectURL(content);
  const anchor = h('a', { href: address, download: name });
  document.body.append(anchor);
  anchor.click();
  anchor.remove();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}

/** Letters, digits and dashes of a name that may hold anything. */
export function fileName(name: string): string {
  return name.replace(/[^\w-]+/g, '-').replace(/^-+|-+$/g, '').slice(0, 60) || 'scene';
}
