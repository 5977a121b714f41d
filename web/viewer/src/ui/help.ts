// The help: keys, and a check that this machine gives the same bits as every other.

import { byId, h, iconButton } from './dom';

const keys: [string, string][] = [
  ['space', 'play, pause'], ['.', 'single step'], ['R', 'restart'], ['[  ]', 'slower, faster'],
  ['drag a body', 'pull it'], ['drag elsewhere', 'turn the camera'], ['right drag', 'move the camera'],
  ['wheel, pinch', 'nearer, further'], ['arrows, + −', 'the same, with the picture in focus'], ['double click, shift click', 'shoot a ball there'], ['B', 'shoot a ball ahead'],
  ['C', 'first view'], ['1 – 7', 'contacts … sleep'], ['S', 'save the recording'], ['P', 'save a picture'],
  ['V', 'record a video'], ['L', 'copy a link'], ['T', 'light, dark'], ['G', 'measurements'], ['?', 'this help'],
];

export class Help {
  private readonly dialog = byId<HTMLDialogElement>('help');

  constructor(sameBits: () => Promise<{ name: string; hash: string }[]>) {
    const close = iconButton('close', 'Close', 'Esc', () => this.dialog.close());
    const list = h('div', { class: 'keys' }, ...keys.flatMap(([key, what]) => [h('kbd', { textContent: key }), h('span', { textContent: what })]));
    const table = h('table', { class: 'same-bits', id: 'same-bits' });
    const check = h('button', { type: 'button', class: 'text-button', id: 'check-bits', textContent: 'Run the six scenes' });
    check.addEventListener('click', () => void this.check(check, table, sameBits));
    this.dialog.append(
      h('header', {}, h('h2', { id: 'help-heading', textContent: 'Keys and pointer' }), close), list,
      h('h3', { textContent: 'Files' }),
      h('p', { class: 'faint', textContent: 'Drop a JSON scene or a recording on the page to play it. A recording holds the scene, what was done to it, and a hash of every step; when it is played, here or with “cairn replay”, each step is compared.' }),
      h('h3', { textContent: 'The same bits on every machine' }),
      h('p', { class: 'faint', textContent: 'Six scenes, a thousand steps each. “cairn hash” prints the same sixteen digits on any machine.' }),
      h('div', {}, check), table,
    );
  }

  toggle(): void {
    if (this.dialog.open) this.dialog.close();
    else this.dialog.showModal();
  }

  private async check(button: HTMLButtonElement, table: HTMLElement, run: () => Promise<{ name: string; hash: string }[]>): Promise<void> {
    button.disabled = true;
    button.textContent = 'Running…';
    try {
      const rows = await run();
      table.replaceChildren(...rows.map(({ name, hash }) =>
        h('tr', {}, h('td', { textContent: name }), h('td', { textContent: hash, class: 'hash' }))));
    } catch (error) {
      table.replaceChildren(h('tr', {}, h('td', { textContent: error instanceof Error ? error.message : String(error) })));
    }
    button.disabled = false;
    button.textContent = 'Run the six scenes';
  }
}
