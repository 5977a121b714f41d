// "pgs:iterations=20,beta=0.1": a solver as the command line writes it.

import type { SolverInfo } from 'cairn-physics/lab';

export interface SolverChoice {
  name: string;
  fields: Record<string, string>;
}

export function readSolver(text: string): SolverChoice {
  const [name = '', list = ''] = text.split(/:(.*)/s);
  const fields: Record<string, string> = {};
  for (const part of list.split(',')) {
    const [key, value] = part.split(/=(.*)/s);
    if (key && value !== undefined) fields[key] = value;
  }
  return { name, fields };
}

/** Leaves out what equals the default. */
export function writeSolver(choice: SolverChoice, solvers: readonly SolverInfo[]): string {
  const info = solvers.find((solver) => solver.name === choice.name);
  const list = Object.entries(choice.fields).filter(([key, value]) => {
    const field = info?.fields.find((candidate) => candidate.name === key);
    return !field || String(field.default) !== value;
  });
  return list.length ? `${choice.name}:${list.map(([key, value]) => `${key}=${value}`).join(',')}` : choice.name;
}
