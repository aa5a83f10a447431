/** A walk as a case of a scenario, so that it can be run and opened. */
import type { Json } from '../../schemas/compiled.ts';
import type { ScenarioAct, ScenarioCase, ScenarioReply } from '../../schemas/generated/types.ts';
import type { FlowDefinition } from '../definition.ts';
import { capOf } from '../fields/bounds.ts';
import { kindOf, optionsOf } from '../fields/field.ts';
import { stepOf } from '../flow/context.ts';
import type { CompiledFlow } from '../flow/index.ts';
import { hiddenFields } from '../forms/conditions.ts';
import type { FieldDefinition } from '../forms/types.ts';
import type { SessionEvent } from '../session/session.ts';
import { callWithId } from '../steps/parts/call-id.ts';
import type { Move } from '../walks/moves.ts';
import { calledPath } from '../walks/words.ts';
import { timeOfTries, triesOfSubmission } from './server.ts';

type Sent = Extract<Move, { kind: 'send' }>;
type Replies = Map<string, ScenarioReply[]>;

/**
 * The case that takes a walk and expects its last screen.
 * @param walk its moves, each with the screen that it leads to
 * @returns null for a walk that no act makes: with an address in another tab, or with Back and Forward of the browser
 */
export function caseOfWalk(
  compiled: CompiledFlow,
  walk: readonly { readonly move: Move; readonly screen: string }[],
  name: string,
): ScenarioCase | null {
  const [start, ...rest] = walk;
  if (start?.move.kind !== 'open' || start.move.how !== 'address') return null;
  const replies: Replies = new Map();
  const acts: ScenarioAct[] = [];
  let last = start.screen;
  for (const { move, screen } of rest) {
    const found = actsOf(compiled, move, last, replies);
    if (found === null) return null;
    acts.push(...found);
    last = screen;
  }
  const { screen: step, query, saved, visit } = start.move.input;
  const source = Object.fromEntries(Object.entries(visit).filter(([, value]) => typeof value === 'string'));
  const steps = expecting(acts, { screen: last });
  return {
    name,
    ...(step === null ? {} : { open: step }),
    ...(isEmpty(query) ? {} : { query: query as Record<string, string> }),
    ...(isEmpty(saved) ? {} : { with: saved as Record<string, Json> }),
    ...(isEmpty(source) ? {} : { source: source as Record<string, string> }),
    ...(replies.size === 0 ? {} : { replies: Object.fromEntries(replies) as unknown as ScenarioCase['replies'] & {} }),
    steps: steps as ScenarioCase['steps'],
  };
}

const isEmpty = (record: object): boolean => Object.keys(record).length === 0;

/** Acts with an expectation after the last one. */
const expecting = (acts: readonly ScenarioAct[], expect: ScenarioAct['expect'] & {}): ScenarioAct[] => [
  ...acts.slice(0, -1),
  { ...acts.at(-1), expect },
];

/**
 * What a visitor does for a move. A reply is added to those of the case.
 * @param screen where the visitor is
 */
function actsOf(compiled: CompiledFlow, move: Move, screen: string, replies: Replies): ScenarioAct[] | null {
  const { flow } = compiled;
  if (move.kind === 'open') return move.how === 'reload' ? [{ do: 'reload' }] : null;
  const { event } = move;
  switch (event.type) {
    case 'on':
      return [{ press: event.name }];
    case 'SELECT':
      return isOffered(flow, screen, event.value) ? [{ choose: event.value }] : null;
    case 'NEXT':
      return [...(event.value === undefined ? [] : [{ choose: event.value }]), { do: 'next' }];
    case 'PREVIOUS':
      return [{ do: 'previous' }];
    case 'INPUT':
      return [{ fill: { [event.field]: event.value } as ScenarioAct['fill'] & {} }];
    case 'SUBMIT':
      return submissionOf(compiled, move, event.values, stepOf(screen));
    case 'TIMER':
      return [{ wait: Number(event.id.split('/').at(-1)) }];
    case 'GO':
      return null;
    default: {
      const path = calledPath(flow, event.id);
      const isRepeated = move.failure === 'network' && callWithId(flow, event.id)?.post !== undefined;
      const reply = replyOf(event, move);
      replies.set(path, [...(replies.get(path) ?? []), ...Array(isRepeated ? triesOfSubmission : 1).fill(reply)]);
      return isRepeated ? [{ wait: timeOfTries }] : [];
    }
  }
}

/** Whether a question has an option. @param screen that of the question */
function isOffered({ steps, questions }: FlowDefinition, screen: string, value: number): boolean {
  const [id = '', question] = screen.split('.');
  const step = steps[id];
  const items = step?.kind === 'ask' ? (questions?.[step.ask]?.items ?? []) : [];
  return items.some((item) => item.id === question && item.options.some((option) => option.value === value));
}

/** Fills in the fields that a visitor sees, and submits them; null for values that their controls do not take. */
function submissionOf(
  { flow, forms }: CompiledFlow,
  { fault }: Sent,
  values: Readonly<Record<string, Json>>,
  id: string,
): ScenarioAct[] | null {
  const step = flow.steps[id];
  const fields = forms.find((form) => step?.kind === 'form' && form.id === step.form)?.fields ?? [];
  const hidden = hiddenFields(fields, values);
  const seen = fields.filter(
    (field) => field.type !== 'hidden' && !hidden.has(field.name) && !('look' in field && field.look === 'computed'),
  );
  if (
    fault !== undefined &&
    !seen.some((field) => field.name === fault.field && takes(field, values[field.name] ?? ''))
  )
    return null;
  const filled = seen.flatMap(({ name }) => (Object.hasOwn(values, name) ? [[name, values[name]] as const] : []));
  const submit: ScenarioAct = { do: 'submit' };
  return filled.length === 0 ? [submit] : [{ fill: Object.fromEntries(filled) as ScenarioAct['fill'] & {} }, submit];
}

/** Whether the control of a field takes a value, which may be wrong. */
function takes(field: FieldDefinition, value: Json): boolean {
  const options = optionsOf(field)?.map((option) => option.value);
  if (options !== undefined) return [value].flat().every((each) => each === '' || options.includes(String(each)));
  if (kindOf(field) === 'flag') return true;
  // Controls for days, times and ranges have no other values.
  const isFree = field.attributes?.['type'] === undefined || value === '';
  return isFree && typeof value === 'string' && value.length <= (capOf(field) ?? Number.POSITIVE_INFINITY);
}

function replyOf(event: Extract<SessionEvent, { type: 'DONE' | 'FAILED' }>, { failure }: Sent): ScenarioReply {
  if (event.type === 'DONE') return { body: event.output as Readonly<Record<string, Json>> };
  if (failure === 'network') return { network: 'offline' };
  const { message, status } = event.error;
  return { status: status ?? 500, ...(message === null ? {} : { message }) };
}
