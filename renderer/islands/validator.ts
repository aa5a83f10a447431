/** Loads the rules of forms before a form is likely to be shown. They are code of their own, because most visits never send a form. */
import type { FormValidator } from '../../engine/flow/machine-setup.ts';
import type { FormDefinition, FormMessages } from '../../engine/forms/types.ts';
import type { RuleTable } from '../../engine/rules/tests.ts';

export interface LazyValidator {
  readonly validate: FormValidator;
  /** Loads the rules. Await it before calling `validate`. */
  ready(): Promise<void>;
}

/**
 * Creates the validator of these forms, whose fields are inside `root`.
 * @param more the rules of these forms that most forms do not have
 */
export function lazyValidator(
  forms: readonly FormDefinition[],
  messages: FormMessages,
  root: HTMLElement,
  more: Partial<RuleTable> | null,
): LazyValidator {
  let loaded: FormValidator | null = null;
  let loading: Promise<void> | null = null;
  return {
    validate: (form, values) => {
      if (loaded === null) throw new Error('The rules are not loaded.');
      return loaded(form, values);
    },
    ready: () => {
      loading ??= import('./rules.ts').then(
        (rules) => {
          loaded = rules.startRules(forms, messages, root, more);
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
