/** Shows what is wrong with an edit, over the last good page. */
import type { DevProblem, DevState } from './contract.ts';
import { element } from './elements.ts';

/** A problem as an item of a list. */
export function problemItem({
  code,
  message,
  hint,
  fix,
  file,
  line,
  column,
  frame,
  editor,
}: DevProblem): HTMLLIElement {
  return element(
    'li',
    {},
    element('p', { class: 'what' }, message),
    ...(hint === undefined ? [] : [element('p', { class: 'fix' }, hint)]),
    ...(fix === undefined
      ? []
      : [element('p', {}, 'Correct it with ', element('code', {}, 'npx funnel check --fix'), '.')]),
    element('p', {}, element('a', { href: editor }, `${file}:${line}:${column}`), ' ', element('code', {}, code)),
    ...(frame === ''
      ? []
      : [element('pre', { tabindex: '0', role: 'region', 'aria-label': `${file}, line ${line}` }, frame)]),
  );
}

export interface Mistakes {
  readonly root: HTMLElement;
  /** Shows the mistakes of a refused edit; hides them once it is accepted. */
  show(state: DevState): void;
}

export function createMistakes(): Mistakes {
  const title = element('h2', { id: 'mistakes-title' });
  const about = element('p', {});
  const list = element('ol', {});
  const root = element(
    'section',
    { class: 'mistakes', role: 'alert', 'aria-labelledby': 'mistakes-title', hidden: true },
    element(
      'header',
      {},
      element('div', {}, title, about),
      element('button', { type: 'button', onclick: () => hide() }, 'Hide'),
    ),
    list,
  );
  const hide = (): void => {
    root.hidden = true;
  };
  return {
    root,
    show({ refusal, errors: found, problems }) {
      if (refusal === null) return hide();
      const errors = problems.filter(({ severity }) => severity === 'error');
      const count = found === 1 ? 'a mistake' : `${found} mistakes`;
      title.textContent = errors.length === 0 ? 'This edit cannot be shown' : `This edit has ${count}`;
      about.textContent = `${errors.length === 0 ? `${refusal} ` : ''}The page behind this is the last version without one.`;
      list.replaceChildren(...errors.map(problemItem));
      if (found > errors.length) list.append(element('li', {}, `… and ${found - errors.length} more.`));
      root.hidden = false;
    },
  };
}
