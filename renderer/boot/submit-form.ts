/** Submits a form like a press of its button. `requestSubmit` is missing before Safari 16. */
export function submitForm(form: HTMLFormElement): void {
  if (form.requestSubmit) form.requestSubmit();
  else form.querySelector<HTMLElement>('[type=submit]')?.click();
}
