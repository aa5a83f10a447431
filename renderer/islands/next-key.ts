/**
 * The "next" key of a touch keyboard leads to the next field. Where a browser presses Enter for it (iOS), Enter would send
 * the form instead.
 */
export function startNextKey(): void {
  document.addEventListener('keydown', (event) => {
    const field = event.target as HTMLInputElement;
    // Every island of a page starts it.
    if (event.defaultPrevented || event.key !== 'Enter' || field.enterKeyHint !== 'next') return;
    if (!matchMedia('(pointer:coarse)').matches) return;
    event.preventDefault();
    const fields = [...(field.form?.elements ?? [])] as HTMLElement[];
    const after = fields.slice(fields.indexOf(field) + 1);
    after.find((each) => each.matches('input:not([type=hidden]),textarea'))?.focus();
  });
}
