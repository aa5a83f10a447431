/** What the button of the toolbar shows of the last edit, and the warnings about it. */
import type { DevState } from './contract.ts';
import { element } from './elements.ts';
import { problemItem } from './mistakes.ts';

export interface ToolbarStatus {
  readonly button: HTMLButtonElement;
  readonly warnings: HTMLElement;
  show(state: DevState | null): void;
}

const countText = (count: number): string => `${count} ${count === 1 ? 'warning' : 'warnings'}`;

/** How the last edit is, and the words for it. Null: the server does not answer. */
function verdictOf(state: DevState | null): readonly [kind: 'off' | 'error' | 'warning' | 'good', words: string] {
  if (state === null) return ['off', 'the server does not answer'];
  if (state.refusal !== null) return ['error', 'the last edit has a mistake'];
  return state.warnings > 0 ? ['warning', countText(state.warnings)] : ['good', 'up to date'];
}

/** @param toggle opens and closes the panel */
export function createStatus(toggle: () => void): ToolbarStatus {
  const label = element('span', {}, 'Dev');
  const spoken = element('span', { class: 'spoken' });
  const button = element(
    'button',
    {
      type: 'button',
      class: 'open',
      'aria-controls': 'panel',
      'aria-keyshortcuts': 'Alt+Shift+D',
      onclick: () => toggle(),
    },
    element('i', {}),
    element('span', {}, label, spoken),
  );
  const warnings = element('details', { class: 'warnings', hidden: true });
  return {
    button,
    warnings,
    show(state) {
      const found = state?.warnings ?? 0;
      const [kind, words] = verdictOf(state);
      button.dataset['state'] = kind;
      button.title = words;
      label.textContent = kind === 'warning' ? `Dev · ${found}` : 'Dev';
      spoken.textContent = ` tools: ${words}`;
      warnings.hidden = found === 0;
      const shown = state?.problems.filter(({ severity }) => severity === 'warning') ?? [];
      warnings.replaceChildren(
        element('summary', {}, countText(found)),
        element('ol', {}, ...shown.map(problemItem)),
        ...(found > shown.length ? [element('p', {}, `… and ${found - shown.length} more.`)] : []),
      );
    },
  };
}
