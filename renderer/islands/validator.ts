/** Loads the rules of forms before a form is likely to be shown. They are code of their own, because most visits never send a form. */
import type { FormValidator } from '../../engine/flow/machine-arguments.ts';
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
      if (loaded === null) throw new Error('The rules are not loaded.');
      return loaded(form, values);
    },
    ready: () => {
      const hasMore = forms.some(({ more }) => more !== undefined);
      loading ??= Promise.all([
        import('./rules.ts'),
        hasMore ? import('./more-rules.ts').then(({ fetchMoreRules }) => fetchMoreRules(forms)) : {},
      ]).then(
        ([rules, more]) => {
          loaded = rules.startRules(forms, messages, root, more);
          // For who waits for a form that can be sent, such as a walk of `funnel paths`.
          root.dataset['rules'] = '';
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
