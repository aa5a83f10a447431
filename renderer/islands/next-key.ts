/**
 * Makes the "next" key of a touch keyboard move to the next field. On iOS the key presses Enter, which would submit the
 * form.
 */
export function startNextKey(): void {
  document.addEventListener('keydown', (event) => {
    const field = event.target as HTMLInputElement;
    // Every island adds this listener, so another one may have handled the event.
    if (event.defaultPrevented || event.key !== 'Enter' || field.enterKeyHint !== 'next') return;
    if (!matchMedia('(pointer:coarse)').matches) return;
    event.preventDefault();
    const fields = [...(field.form?.elements ?? [])] as HTMLElement[];
    const after = fields.slice(fields.indexOf(field) + 1);
    after.find((each) => each.matches('input:not([type=hidden]),textarea,select'))?.focus();
  });
}
