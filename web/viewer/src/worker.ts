// The simulation worker: answers the page's requests one after another.

import { features, init, type CairnLab } from 'cairn-physics/lab';
import type { Kind, Reply, Request, Requests } from './protocol';
import { Simulation } from './simulation';

const scope = self as unknown as DedicatedWorkerGlobalScope;
const starting: Promise<CairnLab> = init().catch((error: unknown) => {
  if (features().simd) throw error;
  throw new Error('This browser has no WebAssembly SIMD, and this copy of the viewer was built for those that have it');
});
let running: Simulation | null = null;

function simulation(): Simulation {
  if (!running) throw new Error('no scene is loaded');
  return running;
}

const answers: { [K in Kind]: (cairn: CairnLab, ask: Requests[K]['ask']) => Requests[K]['answer'] } = {
  catalog: (cairn) => ({
    version: cairn.version, simd: cairn.simd, scenes: cairn.scenes(), solvers: cairn.solvers(),
  }),
  load(cairn, ask) {
    const next = new Simulation(cairn, ask.source, ask.solver);
    running?.free(); // only now: a scene that cannot be built leaves the old one running
    running = next;
    const loaded = next.describe();
    return { loaded, frame: next.look({ contacts: false, bounds: false, islands: false }) };
  },
  step: (_, ask) => simulation().step(ask.count, ask.drag, ask.shots, ask.wish),
  look: (_, ask) => simulation().look(ask.wish),
  recording: () => simulation().recording(),
  sceneText: () => simulation().sceneText(),
  sameBits: (cairn, ask) => cairn.hash({ steps: ask.steps }),
};

/** Buffers that can be handed over instead of copied. */
function transferable(answer: unknown): ArrayBuffer[] {
  if (typeof answer !== 'object' || answer === null) return [];
  const found = Object.values(answer).flatMap((value) => {
    return ArrayBuffer.isView(value) ? [value.buffer as ArrayBuffer] : [];
  });
  return [...new Set(found)];
}

scope.onmessage = async (event: MessageEvent<Request>) => {
  const { id, kind, ask } = event.data;
  let reply: Reply;
  let cairn: CairnLab | null = null;
  try {
    cairn = await starting;
    const answer = (answers[kind] as (cairn: CairnLab, ask: unknown) => unknown)(cairn, ask);
    reply = { id, ok: true, answer };
    scope.postMessage(reply, transferable(answer));
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    reply = { id, ok: false, message, fatal: cairn?.broken() ?? false };
    scope.postMessage(reply);
  }
};
