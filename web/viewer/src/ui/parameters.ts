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

export function parameterRow(parameter: Parameter, change: (value: number) => void): HTMLElement {
  const id = `parameter-${++rows}`;
  const name = parameter.name.replace(/_/g, ' ');
  if (parameter.integer && parameter.minimum === 0 && parameter.maximum === 1) {
    return flagRow(parameter.name, parameter.value === 1, parameter.summary, (on) => change(on ? 1 : 0));
  }
  const { from, to } = curve(parameter);
  const slider = h('input', {
    type: 'range', min: '0', max: '1', step: 'any', tabIndex: -1, aria: { hidden: 'true' },
    valueAsNumber: to(parameter.value),
  });
  const number = h('input', {
    type: 'number', id, name: parameter.name, min: parameter.open ? '' : String(parameter.minimum),
    max: parameter.open ? '' : String(parameter.maximum), step: parameter.integer ? '1' : 'any', value: String(parameter.value), inputMode: 'decimal',
  });
  slider.addEventListener('input', () => {
    number.value = String(rounded(from(slider.valueAsNumber), parameter.integer));
  });
  slider.addEventListener('change', () => change(number.valueAsNumber));
  number.addEventListener('change', () => {
    const wanted = number.valueAsNumber;
    const value = Number.isFinite(wanted) ? wanted : parameter.standard;
    const kept = parameter.open ? value : Math.min(Math.max(value, parameter.minimum), parameter.maximum);
    number.value = String(parameter.integer ? Math.round(kept) : kept);
    slider.valueAsNumber = to(number.valueAsNumber);
    change(number.valueAsNumber);
  });
  return h('div', { class: 'parameter', title: parameter.summary },
    h('label', { htmlFor: id, textContent: name }), slider, number);
}

export function flagRow(name: string, on: boolean, summary: string, change: (on: boolean) => void): HTMLElement {
  const id = `parameter-${++rows}`;
  const box = h('input', { type: 'checkbox', id, checked: on, name });
  box.addEventListener('change', () => change(box.checked));
  return h('div', { class: 'parameter flag', title: summary },
    h('label', { htmlFor: id, textContent: name.replace(/_/g, ' ') }), box);
}

export function choiceRow(name: string, value: string, choices: string[], summary: string,
                          change: (value: string) => void): HTMLElement {
  const id = `parameter-${++rows}`;
  const select = h('select', { id, name }, ...choices.map((choice) => h('option', { value: choice, textContent: choice })));
  select.value = value;
  select.addEventListener('change', () => change(select.value));
  return h('div', { class: 'parameter choice', title: summary },
    h('label', { htmlFor: id, textContent: name.replace(/_/g, ' ') }), select);
}
