// Starts the page, or says what it lacks.

import { App } from './app';
import { LaneError } from './lane';
import { NoWebGl, Stage } from './stage/stage';
import { byId, h } from './ui/dom';

function refuse(heading: string, text: string): void {
  byId('cover').hidden = false;
  byId('cover').replaceChildren(h('div', { class: 'cover-card bad', aria: { role: 'alert' } },
    h('h2', { textContent: heading }), h('p', { textContent: text })));
}

function chosenTheme(): 'light' | 'dark' {
  let kept: string | null = null;
  try {
    kept = localStorage.getItem('cairn-theme');
  } catch { /* a page without storage */ }
  if (kept === 'light' || kept === 'dark') return kept;
  return matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light';
}

async function start(): Promise<void> {
  const theme = chosenTheme();
  document.documentElement.dataset.theme = theme;
  if (typeof WebAssembly === 'undefined') {
    refuse('No WebAssembly here', 'The engine is WebAssembly, which this browser lacks or has switched off. Any browser of the last years has it.');
    return;
  }
  if (typeof Worker === 'undefined') {
    refuse('No workers here', 'The simulation runs in a worker so that the page stays smooth, and this browser lacks them.');
    return;
  }
  const stage = new Stage(byId<HTMLCanvasElement>('canvas'));
  const app = new App(stage);
  app.setTheme(theme, false);
  const loop = (now: number) => {
    app.frame(now);
    requestAnimationFrame(loop);
  };
  requestAnimationFrame(loop);
  await app.start();
  document.documentElement.dataset.ready = '1';
}

start().catch((error: unknown) => {
  if (error instanceof NoWebGl) {
    refuse('No 3D graphics here', 'This browser gives the page no WebGL 2, so the scene cannot be drawn. Check that graphics acceleration is switched on, or try another browser. The command line draws without it: cairn render.');
  } else if (error instanceof LaneError) {
    refuse('The engine could not start', `${error.message}. Reload the page; if that does not help, its files may be incomplete.`);
  } else {
    refuse('Something went wrong', error instanceof Error ? error.message : String(error));
  }
});
