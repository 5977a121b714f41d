// Rows of parameters: a slider and a number that say the same.

import { h } from './dom';

export interface Parameter {
  name: string;
  summary: string;
  value: number;
  standard: number;
  minimum: number;
  maximum: number;
  integer: boolean;
  /** The ends are those of the slider alone: any number may be typed. */
  open?: boolean;
}

/** A row that lasts: what it shows changes in place, so that nobody loses a field they are typing in. */
export interface Row<Value> {
  element: HTMLElement;
  show(value: Value): void;
}

let rows = 0;

/**
 * Ranges are wide (gravity may be 0 to 1000): the slider runs over a power of its travel that puts the usual value
 * near the middle, so that the values people want have room.
 */
function curve(parameter: Parameter): { from: (travel: number) => number; to: (value: number) => number } {
  const { minimum, maximum, standard } = parameter;
  const span = maximum - minimum;
  const share = (standard - minimum) / span;
  const power = share > 0 && share < 0.5 ? Math.min(Math.log(share) / Math.log(0.5), 12) : 1;
  return {
    from: (travel) => minimum + span * travel ** power,
    to: (value) => Math.min(Math.max((value - minimum) / span, 0), 1) ** (1 / power),
  };
}

/** Three digits are as many as a hand can set. */
function rounded(value: number, integer: boolean): number {
  return integer ? Math.round(value) : Number(value.toPrecision(3));
}

export function parameterRow(parameter: Parameter, change: (value: number) => void): Row<number> {
  if (parameter.integer && parameter.minimum === 0 && parameter.maximum === 1) {
    const row = flagRow(parameter.name, parameter.value === 1, parameter.summary, (on) => change(on ? 1 : 0));
    return { element: row.element, show: (value) => row.show(value === 1) };
  }
  return numberRow(parameter, change);
}

function numberRow(parameter: Parameter, change: (value: number) => void): Row<number> {
  const id = `parameter-${++rows}`;
  const { from, to } = curve(parameter);
  const slider = h('input', { type: 'range', min: '0', max: '1', step: 'any', tabIndex: -1, aria: { hidden: 'true' } });
  const number = h('input', {
    type: 'number', id, name: parameter.name, min: parameter.open ? '' : String(parameter.minimum),
    max: parameter.open ? '' : String(parameter.maximum), step: parameter.integer ? '1' : 'any', inputMode: 'decimal',
  });
  let shown = parameter.value, editing = false;
  const show = (value: number) => {
    shown = value;
    if (editing) return; // what is being typed or drawn counts when it is done
    if (number.value !== String(value)) number.value = String(value);
    slider.valueAsNumber = to(value);
  };
  const settle = (wanted: number) => {
    editing = false;
    const value = Number.isFinite(wanted) ? wanted : parameter.standard;
    const kept = parameter.open ? value : Math.min(Math.max(value, parameter.minimum), parameter.maximum);
    show(parameter.integer ? Math.round(kept) : kept);
    change(shown);
  };
  for (const input of [slider, number]) {
    input.addEventListener('input', () => (editing = true));
    input.addEventListener('change', () => settle(number.valueAsNumber));
    input.addEventListener('blur', () => {
      editing = false; // left as it was found
      show(shown);
    });
  }
  slider.addEventListener('input', () => {
    number.value = String(rounded(from(slider.valueAsNumber), parameter.integer));
  });
  show(parameter.value);
  const element = h('div', { class: 'parameter', title: parameter.summary },
    h('label', { htmlFor: id, textContent: label(parameter.name) }), slider, number);
  return { element, show };
}

export function flagRow(name: string, on: boolean, summary: string, change: (on: boolean) => void): Row<boolean> {
  const id = `parameter-${++rows}`;
  const box = h('input', { type: 'checkbox', id, checked: on, name });
  box.addEventListener('change', () => change(box.checked));
  const element = h('div', { class: 'parameter flag', title: summary }, h('label', { htmlFor: id, textContent: label(name) }), box);
  return { element, show: (value) => (box.checked = value) };
}

export function choiceRow(name: string, value: string, choices: string[], summary: string,
                          change: (value: string) => void): Row<string> {
  const id = `parameter-${++rows}`;
  const select = h('select', { id, name }, ...choices.map((choice) => h('option', { value: choice, textContent: choice })));
  select.value = value;
  select.addEventListener('change', () => change(select.value));
  const element = h('div', { class: 'parameter choice', title: summary },
    h('label', { htmlFor: id, textContent: label(name) }), select);
  return { element, show: (next) => showChoice(select, next) };
}

/** Leaves an open list alone where it shows this already. */
export function showChoice(select: HTMLSelectElement, value: string): void {
  if (select.value !== value) select.value = value;
}

function label(name: string): string {
  return name.replace(/_/g, ' ');
}
