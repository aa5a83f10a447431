import type { AskStep } from '../../../schemas/generated/types.ts';
import type { StepMachine } from '../parts/machine.ts';
import { leaf, type StateConfig, target } from '../parts/place.ts';

/** An `ask` step has one state for each question. */
export const ask: StepMachine<AskStep> = {
  role: 'screen',

  state(place) {
    const { flow, step, id } = place;
    const set = flow.questions?.[step.ask];
    const items = set?.items ?? [];
    const list = set?.saveAs ?? '';
    const states: Record<string, StateConfig> = {};
    items.forEach((item, index) => {
      const values = item.options.map((option) => option.value);
      const params = { list, index, values };
      const save = { type: 'answer', params: { list, index } };
      const screen = `${id}.${item.id}`;
      const next = items[index + 1];
      const previous = items[index - 1];
      const empty = { message: step.onEmpty, field: item.id };
      const notifyEmpty = {
        actions:
          step.onEmpty === undefined
            ? []
            : [
                { type: 'setError', params: empty },
                { type: 'notify', params: empty },
              ],
      };
      const notifyFailed = {
        actions:
          step.onError === undefined ? [] : [{ type: 'notify', params: { message: step.onError, failed: true } }],
      };
      leaf(place, item.id, 'ready', { screen, question: index });
      states[item.id] = {
        entry: [{ type: 'clearErrors' }, { type: 'navigate', params: { step: id, screen } }],
        on: {
          SELECT: { guard: { type: 'isOption', params: { values } }, actions: [save] },
          NEXT:
            next === undefined
              ? [
                  {
                    guard: { type: 'isComplete', params },
                    target: target(step.next),
                    actions: [{ type: 'stamp' }, save],
                  },
                  { guard: { type: 'isAnswered', params }, ...notifyFailed },
                  notifyEmpty,
                ]
              : [{ guard: { type: 'isAnswered', params }, target: next.id, actions: [save] }, notifyEmpty],
          ...(previous === undefined ? {} : { PREVIOUS: { target: previous.id } }),
        },
      };
    });
    return { initial: items[0]?.id ?? '', states };
  },

  screens: ({ ask: set }, { questions }) => (questions?.[set]?.items ?? []).map(({ id }) => id),

  question({ ask: set }, { questions }, { question: index }, { values, errors }) {
    const { items = [], saveAs = '' } = questions?.[set] ?? {};
    const item = index === null ? undefined : items[index];
    if (index === null || item === undefined) return null;
    const answers = values[saveAs];
    return {
      set,
      index,
      count: items.length,
      item,
      selected: Array.isArray(answers) ? ((answers[index] as number | null | undefined) ?? null) : null,
      error: errors[item.id] ?? null,
    };
  },
};
