/** Options that cannot be combined with others. */

/** Clears what cannot be chosen beside the option that was chosen, before the session reads the form. */
export function watchExclusiveOptions(root: HTMLElement): void {
  root.addEventListener(
    'input',
    ({ target }) => {
      if (!(target instanceof HTMLInputElement) || target.type !== 'checkbox' || !target.checked) return;
      const { form, name } = target;
      const isExclusive = (option: HTMLInputElement): boolean => option.dataset['exclusive'] !== undefined;
      for (const other of form?.querySelectorAll<HTMLInputElement>(`[name="${CSS.escape(name)}"]`) ?? [])
        if (other !== target && (isExclusive(target) || isExclusive(other))) other.checked = false;
    },
    { capture: true },
  );
}
