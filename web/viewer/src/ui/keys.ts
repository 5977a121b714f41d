/** Calls the action of a key unless the user is typing, choosing, or has a dialog open. */
export function listenToKeys(actions: Record<string, () => void>): void {
  window.addEventListener('keydown', (event) => {
    if (event.ctrlKey || event.metaKey || event.altKey || event.repeat && event.key !== '.') return;
    const target = event.target as HTMLElement;
    if (target.closest('dialog') && event.key !== '?') return;
    if (target.matches('input:not([type=checkbox]), select, textarea')) return;
    if (event.key === ' ' && target.matches('button, summary, input')) return; // space presses what has the focus
    const action = actions[event.key.length === 1 ? event.key.toLowerCase() : event.key];
    if (!action) return;
    event.preventDefault();
    action();
  });
}
