/** The rules of forms, fetched when a form comes near: Yup is as heavy as everything else of the engine together. */
import type { JudgeForm } from '../../engine/flow/words.ts';
import type { FormDefinition, FormMessages } from '../../engine/forms/types.ts';

export interface Judge {
  readonly judge: JudgeForm;
  /** Fetches the rules; after it `judge` may be called. */
  ready(): Promise<void>;
}

/** A judge for these forms, which are filled in below `root`. */
export function lazyJudge(forms: readonly FormDefinition[], messages: FormMessages, root: HTMLElement): Judge {
  let loaded: JudgeForm | null = null;
  let loading: Promise<void> | null = null;
  return {
    judge: (form, values) => {
      if (loaded === null) throw new Error('The rules of a form were asked before they were fetched.');
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
