import type { FlowDefinition } from '../definition.ts';

/** The ids of a flow's questions by the list of their answers. */
export const questionIds = ({ questions = {} }: Pick<FlowDefinition, 'questions'>): Record<string, readonly string[]> =>
  Object.fromEntries(Object.values(questions).map(({ saveAs, items }) => [saveAs, items.map(({ id }) => id)]));
