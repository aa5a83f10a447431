/** Keeps one `<details>` per `name` open in browsers that do not support the attribute (before Safari 17.2). */
export function startDisclosures(): void {
  if ('name' in HTMLDetailsElement.prototype) return;
  document.addEventListener(
    'toggle',
    ({ target }) => {
      const opened = target as HTMLDetailsElement;
      const name = opened.getAttribute('name');
      if (name === null || !opened.open) return;
      for (const other of document.getElementsByName(name))
        if (other !== opened && other instanceof HTMLDetailsElement) other.open = false;
    },
    { capture: true },
  );
}
