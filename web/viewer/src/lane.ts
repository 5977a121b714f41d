// A lane: one simulation in a worker of its own, as the page sees it. Lanes that die are started anew by the page.

import type { Kind, Reply, Requests } from './protocol';

export class LaneError extends Error {
  constructor(message: string, readonly fatal: boolean) {
    super(message);
  }
}

interface Waiting {
  resolve(answer: unknown): void;
  reject(error: LaneError): void;
}

export class Lane {
  private readonly worker: Worker;
  private readonly waiting = new Map<number, Waiting>();
  private next = 1;
  private isEnded = false;
  /** When the oldest unanswered request was sent. */
  busySince = 0;

  constructor() {
    this.worker = new Worker(new URL('./worker.ts', import.meta.url), { type: 'module', name: 'cairn simulation' });
    this.worker.onmessage = (event: MessageEvent<Reply>) => this.receive(event.data);
    this.worker.onerror = (event) => {
      event.preventDefault();
      this.fail(event.message || 'the worker could not be started');
    };
    this.worker.onmessageerror = () => this.fail('a message could not be read');
  }

  get ended(): boolean {
    return this.isEnded;
  }
  get busy(): boolean {
    return this.waiting.size > 0;
  }

  ask<K extends Kind>(kind: K, ask: Requests[K]['ask']): Promise<Requests[K]['answer']> {
    if (this.isEnded) return Promise.reject(new LaneError('the simulation has stopped', true));
    const id = this.next++;
    if (!this.busy) this.busySince = performance.now();
    return new Promise((resolve, reject) => {
      this.waiting.set(id, { resolve: resolve as (answer: unknown) => void, reject });
      this.worker.postMessage({ id, kind, ask });
    });
  }

  end(reason = 'the simulation was ended'): void {
    if (!this.isEnded) this.fail(reason);
  }

  private receive(reply: Reply): void {
    const waiting = this.waiting.get(reply.id);
    if (!waiting) return;
    this.waiting.delete(reply.id);
    this.busySince = performance.now();
    if (reply.ok) {
      waiting.resolve(reply.answer);
    } else {
      waiting.reject(new LaneError(reply.message, reply.fatal));
      if (reply.fatal) this.fail(reply.message);
    }
  }

  /** Called when the worker stopped although nothing had been asked of it. */
  onDeath: ((message: string) => void) | null = null;

  private fail(message: string): void {
    if (this.isEnded) return;
    this.isEnded = true;
    this.worker.terminate();
    const asked = [...this.waiting.values()];
    this.waiting.clear();
    for (const waiting of asked) waiting.reject(new LaneError(message, true));
    this.onDeath?.(message);
  }
}
