/** Loads the rules of forms before a form is likely to be shown. Yup is as large as the rest of the engine. */
import type { FormValidator } from '../../engine/flow/machine-setup.ts';
import type { FormDefinition, FormMessages } from '../../engine/forms/types.ts';

export interface Judge {
  readonly judge: FormValidator;
  /** Loads the rules. Await it before calling `judge`. */
  ready(): Promise<void>;
}

/** Creates the judge of these forms, whose fields are inside `root`. */
export function lazyJudge(forms: readonly FormDefinition[], messages: FormMessages, root: HTMLElement): Judge {
  let loaded: FormValidator | null = null;
  let loading: Promise<void> | null = null;
  return {
    judge: (form, values) => {
      if (loaded === null) throw new Error('A form was judged before its rules were loaded.');
      return loaded(form, values);
    },
    ready: () => {
      loading ??= import('./rules.ts').then(
        ({ judgeOf, startNextKey, watchMasks }) => {
          loaded = judgeOf(forms, messages);
          startNextKey();
          watchMasks(root);
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
