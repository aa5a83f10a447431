import type { AskStep } from '../../../schemas/generated/types.ts';
import type { MachineAction } from '../parts/actions.ts';
import type { StepMachine } from '../parts/machine.ts';
import { leaf, type StateConfig, target, type WayConfig } from '../parts/place.ts';
import { askedItems } from './items.ts';

/** An `ask` step has one state for each question. */
export const ask: StepMachine<AskStep> = {
  role: 'screen',

  state(place) {
    const { flow, step, id } = place;
    const set = flow.questions?.[step.ask];
    const items = askedItems(step, flow.questions);
    const list = set?.saveAs ?? '';
    const back = step.on?.['back']?.to;
    const states: Record<string, StateConfig> = {};
    items.forEach(({ item, index }, order) => {
      const values = item.options.map((option) => option.value);
      const params = { list, index, values };
      const save: MachineAction = { type: 'answer', params: { list, index } };
      const screen = `${id}.${item.id}`;
      const next = items[order + 1]?.item;
      const previous = items[order - 1]?.item.id ?? (back === undefined ? undefined : target(back));
      const { onEmpty } = step;
      const notifyEmpty: WayConfig = {
        actions:
          onEmpty === undefined
            ? []
            : [
                { type: 'setError', params: { message: onEmpty, field: item.id } },
                { type: 'notify', params: { message: onEmpty, field: item.id } },
              ],
      };
      const notifyFailed: WayConfig = {
        actions:
          step.onError === undefined ? [] : [{ type: 'notify', params: { message: step.onError, failed: true } }],
      };
      const leaves: WayConfig = { target: target(step.next), actions: [{ type: 'stamp' }, save] };
      const answered: WayConfig = { guard: { type: 'isAnswered', params } };
      leaf(place, item.id, 'ready', { screen, question: index });
      states[item.id] = {
        entry: [{ type: 'clearErrors' }, { type: 'navigate', params: { step: id, screen } }],
        on: {
          SELECT: { guard: { type: 'isOption', params: { values } }, actions: [save] },
          NEXT:
            next !== undefined
              ? [{ ...answered, target: next.id, actions: [save] }, notifyEmpty]
              : index + 1 < (set?.items.length ?? 0)
                ? [{ ...answered, ...leaves }, notifyEmpty]
                : [{ guard: { type: 'isComplete', params }, ...leaves }, { ...answered, ...notifyFailed }, notifyEmpty],
          ...(previous === undefined ? {} : { PREVIOUS: { target: previous } }),
        },
      };
    });
    return { initial: items[0]?.item.id ?? '', states };
  },

  screens: (step, { questions }) => askedItems(step, questions).map(({ item }) => item.id),

  question(step, { questions }, { question: index }, { values, errors }) {
    const { ask: set, on } = step;
    const { items = [], saveAs = '' } = questions?.[set] ?? {};
    const item = index === null ? undefined : items[index];
    if (index === null || item === undefined) return null;
    const answers = values[saveAs];
    return {
      set,
      index,
      count: items.length,
      ...(on?.['back'] === undefined ? {} : { leadsBack: true as const }),
      item,
      selected: Array.isArray(answers) ? ((answers[index] as number | null | undefined) ?? null) : null,
      error: errors[item.id] ?? null,
    };
  },
};
