/**
 * Questions that go on by themselves, and keys that choose their options. A press of a pointer goes on; arrow keys and
 * screen readers only choose, and go on with the button. Keys work while the focus is in the question: a key without a
 * modifier must not act elsewhere (WCAG 2.1.4).
 */

const asking = '[data-behaviour=auto],[data-behaviour=keys]';

/** How long the chosen option is seen before the next question, in milliseconds. */
const seen = 220;

const goOn = (form: Element): void => form.querySelector<HTMLElement>('[type=submit]')?.click();

/** The options of a form that asks nothing else; else none. */
function optionsIn(form: HTMLFormElement): HTMLInputElement[] {
  // The engine's own fields have names with an underscore.
  const fields = [...form.elements].filter(
    (each): each is HTMLInputElement => 'name' in each && /^(?!_)./.test(String(each.name)) && !each.matches('button'),
  );
  const isOne = new Set(fields.map(({ name }) => name)).size === 1;
  return isOne ? fields.filter(({ type }) => type === 'radio' || type === 'checkbox') : [];
}

/** Goes on if the same option of the same question is still chosen. */
function goOnSoon(option: HTMLInputElement): void {
  const { form, name, value } = option;
  if (form?.dataset['behaviour'] !== 'auto' || option.type !== 'radio' || !optionsIn(form).includes(option)) return;
  setTimeout(() => {
    // Questions share the elements of their options.
    if (option.isConnected && option.checked && option.name === name && option.value === value) goOn(form);
  }, seen);
}

/** The option that a key chooses: the one that is labelled with it, as in a scale, else by its letter or number. */
function optionFor(key: string, options: readonly HTMLInputElement[]): HTMLInputElement | undefined {
  if (!/^[a-z0-9]$/i.test(key)) return undefined;
  const labelled = options.find(({ labels }) => labels?.[0]?.textContent?.trim() === key);
  const index = /\d/.test(key) ? Number(key) - 1 : key.toUpperCase().charCodeAt(0) - 'A'.charCodeAt(0);
  return labelled ?? options[index];
}

let isStarted = false;

/** Starts all questions of the page, including those that are rendered later. */
export function startAsking(): void {
  if (isStarted) return;
  isStarted = true;
  /** The label on which a pointer went down. */
  let pressed: Element | null = null;
  document.addEventListener('pointerdown', ({ target }) => {
    pressed = (target as Element).closest('label');
  });
  document.addEventListener('click', ({ target }) => {
    if (!(target instanceof HTMLInputElement) || pressed === null || target.closest('label') !== pressed) return;
    pressed = null;
    goOnSoon(target);
  });
  document.addEventListener('keydown', (event) => {
    pressed = null;
    const { key, repeat } = event;
    const target = event.target as Element;
    const form = target.closest<HTMLFormElement>(asking);
    const isTaken = event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.isComposing;
    if (form === null || isTaken || repeat) return;
    if (target.matches('textarea,select,input:not([type=radio],[type=checkbox])')) return;
    if (key === 'Enter') {
      // Controls and buttons have an Enter of their own.
      if (target.closest('a,button,input')) return;
      event.preventDefault();
      goOn(form);
      return;
    }
    const option = optionFor(key, optionsIn(form));
    if (option === undefined || option.matches(':disabled')) return;
    event.preventDefault();
    option.focus();
    option.click();
    goOnSoon(option);
  });
}
