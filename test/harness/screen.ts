/** The screen in the state of an island: `identificacao.call-0` → `identificacao`; `quiz.perfil` is unchanged. */
export const screenIn = (state: string): string =>
  state.replace(/\.(ready|failed|call-\d+|load-\d+|do-[^.]+|draw|run)$/, '');
