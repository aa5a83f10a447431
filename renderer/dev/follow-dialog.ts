/** Keeps the tools usable while a dialog of the page is open. */

/** Moves an element without loading the frames in it again, where the browser can. */
function move(element: Element, parent: Element): void {
  if ('moveBefore' in parent)
    (parent as { moveBefore(node: Node, before: Node | null): void }).moveBefore(element, null);
  else (parent as Element).append(element);
}

/**
 * Everything outside of a modal dialog is inert, so the tools move into the open one and out again. As a popover they are
 * not moved or cut off by the styles of the dialog.
 */
export function followDialogs(host: HTMLElement): void {
  const home = document.documentElement;
  const place = (): void => {
    const parent = [...document.querySelectorAll('dialog:modal')].at(-1) ?? home;
    if (host.parentNode === parent) return;
    if (host.hasAttribute('popover')) host.removeAttribute('popover');
    move(host, parent);
    if (parent === home) return;
    host.popover = 'manual';
    host.showPopover();
  };
  new MutationObserver(place).observe(document, { subtree: true, attributeFilter: ['open'] });
  place();
}
