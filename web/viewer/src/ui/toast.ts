// Short messages: seen at the top of the stage, heard by screen readers.

import { byId, h, icon } from './dom';

export type Tone = 'plain' | 'good' | 'bad';

export function toast(text: string, tone: Tone = 'plain', action?: { label: string; press: () => void }): void {
  const list = byId('toasts');
  const close = h('button', { class: 'toast-close', type: 'button', aria: { label: 'Dismiss' } }, icon('close'));
  const message = h('div', { class: `toast ${tone}`, aria: { role: tone === 'bad' ? 'alert' : 'status' } },
    h('span', { textContent: text }), null, close);
  const remove = () => message.remove();
  close.addEventListener('click', remove);
  if (action) {
    const press = h('button', { class: 'text-button', type: 'button', textContent: action.label });
    press.addEventListener('click', () => {
      remove();
      action.press();
    });
    message.insertBefore(press, close);
  }
  while (list.children.length > 3) list.firstElementChild!.remove();
  list.append(message);
  if (tone !== 'bad' && !action) setTimeout(remove, 5000);
}

/** What was said about the scene before is of no use to the next. */
export function clearToasts(): void {
  byId('toasts').replaceChildren();
}

/** For screen readers alone. */
export function announce(text: string): void {
  byId('announcer').textContent = text;
}
