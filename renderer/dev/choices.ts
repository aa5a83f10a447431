/** A choice of a value among several, as a labelled `select`. */
import { element } from './elements.ts';

export interface Choice {
  readonly value: string;
  readonly label: string;
  readonly group?: string;
}

/** @param chosen called with the value that the author picks */
export function select(
  label: string,
  choices: readonly Choice[],
  value: string,
  chosen: (value: string) => void,
): HTMLElement {
  const options = (group: string | undefined): HTMLOptionElement[] =>
    choices
      .filter((choice) => choice.group === group)
      .map((choice) => element('option', { value: choice.value, selected: choice.value === value }, choice.label));
  const groups = [...new Set(choices.map(({ group }) => group))];
  const control = element(
    'select',
    { onchange: () => chosen(control.value) },
    ...groups.flatMap((group) =>
      group === undefined ? options(undefined) : [element('optgroup', { label: group }, ...options(group))],
    ),
  );
  return element('label', {}, element('span', {}, label), control);
}
