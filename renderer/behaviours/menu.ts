/** Menus: native disclosures that also close on a choice, on Escape, and on a press or focus elsewhere. */

/** Starts all menus of the page, including those rendered later. */
export function startMenus(): void {
  const openMenus = (): NodeListOf<HTMLDetailsElement> =>
    document.querySelectorAll<HTMLDetailsElement>('details[data-menu][open]');
  document.addEventListener('click', (event) => {
    const target = event.target as Element;
    for (const menu of openMenus()) if (!menu.contains(target) || target.closest('a')) menu.open = false;
  });
  document.addEventListener('focusin', ({ target }) => {
    for (const menu of openMenus()) if (!menu.contains(target as Node)) menu.open = false;
  });
  document.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    for (const menu of openMenus()) {
      menu.open = false;
      if (menu.contains(document.activeElement)) menu.querySelector('summary')?.focus();
    }
  });
}
