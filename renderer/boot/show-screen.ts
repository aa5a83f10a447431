/** Moves focus and viewport to a screen that has just been rendered. */

/** @param sameStep whether the previous screen belongs to the same step; the page then scrolls only if it has to */
export function showScreen(root: HTMLElement, sameStep: boolean): void {
  const dialog = root.closest('dialog');
  // For a question, its group: a screen reader announces its name and hint once. Never the body, which is not announced.
  const target = root.querySelector<HTMLElement>('[role=radiogroup],h1,h2') ?? root;
  // A heading of level 2 is focusable only here.
  if (!target.hasAttribute('tabindex')) target.tabIndex = -1;
  // Read before the focus, whose styles need a second layout.
  const isAbove = target.getBoundingClientRect().top < 0;
  target.focus({ preventScroll: true });
  if (dialog !== null) dialog.scrollTo({ top: 0, behavior: 'instant' });
  else if (!sameStep) window.scrollTo({ top: 0, behavior: 'instant' });
  else if (isAbove) root.scrollIntoView({ block: 'start', behavior: 'instant' });
}
