/** A trace of ten lines, for tests of its upload. */
export const head = {
  kind: 'head',
  format: 2,
  visitId: '1f0k3q9z7m2x5c8v',
  flow: 'quiz',
  definition: 'a',
  behaviour: 'b',
  input: { screen: null, query: {}, visit: {}, at: 1, random: 0, ids: {}, saved: {} },
};
export const step = (n: number) => ({
  kind: 'step',
  n,
  at: 1,
  event: null,
  state: 'inicio.ready',
  patch: [],
  effects: [],
});
export const trace = [head, ...Array.from({ length: 9 }, (_, n) => step(n))];
