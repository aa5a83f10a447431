/** Loads the rules of forms before a form is likely to be shown. Yup is as large as the rest of the engine. */
import type { FormValidator } from '../../engine/flow/machine-setup.ts';
import type { FormDefinition, FormMessages } from '../../engine/forms/types.ts';

export interface LazyValidator {
  readonly validate: FormValidator;
  /** Loads the rules. Await it before calling `validate`. */
  ready(): Promise<void>;
}

/** Creates the validator of these forms, whose fields are inside `root`. */
export function lazyValidator(
  forms: readonly FormDefinition[],
  messages: FormMessages,
  root: HTMLElement,
): LazyValidator {
  let loaded: FormValidator | null = null;
  let loading: Promise<void> | null = null;
  return {
    validate: (form, values) => {
      if (loaded === null) throw new Error('A form was validated before its rules were loaded.');
      return loaded(form, values);
    },
    ready: () => {
      loading ??= Promise.all([
        import('./rules.ts'),
        forms.some(({ more }) => more?.rules) ? import('../../engine/rules/more.ts') : null,
      ]).then(
        ([rules, more]) => {
          loaded = rules.startRules(forms, messages, root, more?.moreRules);
        },
        (error: unknown) => {
          loading = null;
          throw error;
        },
      );
      return loading;
    },
  };
}
