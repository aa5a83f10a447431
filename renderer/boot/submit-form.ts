/** Submits a form as a press of its button does. `requestSubmit` is absent before Safari 16. */
export function submitForm(form: HTMLFormElement): void {
  if (form.requestSubmit) form.requestSubmit();
  else form.querySelector<HTMLElement>('[type=submit]')?.click();
}
