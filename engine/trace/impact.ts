/** What an edited definition would have done to a recorded visit. */
import type { TraceHead, TraceStep } from '../../schemas/generated/types.ts';
import { stepOf } from '../flow/context.ts';
import type { CompiledFlow } from '../flow/index.ts';
import type { Effect } from '../session/effects.ts';
import { type Session, stateOf } from '../session/session.ts';
import { type Difference, differenceText, longestShown, shownValue } from './differences.ts';
import { type FlowMapping, renamedLines, renamedStep, withoutRemoved } from './mapping.ts';
import type { StepOutcome, TraceLine } from './record.ts';
import { type Replay, replayTrace, runOf } from './replay.ts';
import { changedReplies, type ReplyChecks } from './reply-impact.ts';
import { changedTexts, type TextEdit, textsSeen } from './text-changes.ts';

export type ImpactVerdict =
  /** The edit changes nothing for this visit. */
  | 'same'
  /** The visitor reads other texts. */
  | 'words'
  /** The visit ends on the same screen, and something that is sent, computed or awaited differs. */
  | 'changed'
  /** The visit ends on another screen, or leaves for another address. */
  | 'elsewhere'
  /** A form or an answer that was accepted is refused. */
  | 'refused'
  /** What the visitor did is not possible any more. */
  | 'stuck'
  /** The visitor would first be asked something else. */
  | 'asked'
  /** The visit differs from the unedited definition, too, or cannot be replayed. */
  | 'incomparable';

export interface Impact {
  readonly verdict: ImpactVerdict;
  /** The first step that differs, with its screen. Null if none does. */
  readonly at: { readonly n: number; readonly screen: string } | null;
  /** What differs there. Visits that meet the same change have the same text. */
  readonly change: string;
  /** Every text that the visitor would read otherwise, for each verdict. */
  readonly words: readonly TextEdit[];
}

/** The verdicts, the gravest first. */
export const impactVerdicts: readonly ImpactVerdict[] = [
  ...(['refused', 'stuck', 'asked', 'elsewhere', 'changed', 'words', 'same', 'incomparable'] as const),
];

export const graver = <Of extends Pick<Impact, 'verdict'>>(one: Of, other: Of): Of =>
  impactVerdicts.indexOf(other.verdict) < impactVerdicts.indexOf(one.verdict) ? other : one;

/** A visit whose events were sent to a flow, whether or not it took the recorded course. */
interface Rerun {
  readonly last: Session | null;
  /** The address the visitor left for; null if the flow was not left. */
  readonly left: string | null;
  /** By the number of the step. */
  readonly outcomes: ReadonlyMap<number, StepOutcome>;
}

const addressOf = (effect: Effect): string | null =>
  effect.kind === 'leave' ? (effect.preferred ?? effect.href) : null;

function rerun(compiled: CompiledFlow, lines: readonly TraceLine[]): Rerun {
  const [head] = lines as readonly [TraceHead];
  const run = runOf(compiled, head);
  const outcomes = new Map<number, StepOutcome>();
  let left: string | null = null;
  for (const line of lines) {
    if (line.kind !== 'step') continue;
    const outcome = run(line);
    for (const effect of outcome.effects) left = addressOf(effect) ?? left;
    outcomes.set(line.n, outcome);
  }
  return { last: run.session(), left, outcomes };
}

const isFromVisitor = ({ event }: TraceStep): boolean =>
  event !== null && !['DONE', 'FAILED', 'TIMER'].includes(event.type);

/** The screen of a state: a call and a wait are states of their own. */
const screenOf = ({ leaves }: CompiledFlow, state: string): string => leaves.get(state)?.screen ?? state;

/** The fields that the edited session refuses where the recorded visit went on; null if it goes on as well. */
function refusalAt(n: number, edited: Rerun, today: Rerun): string | null {
  const [mine, recorded] = [edited.outcomes.get(n)?.session, today.outcomes.get(n)?.session];
  if (mine === undefined || recorded === undefined) return null;
  const [errors, before] = [mine.snapshot.context.errors, recorded.snapshot.context.errors];
  const fields = Object.keys(errors).filter((field) => !Object.hasOwn(before, field));
  if (fields.length === 0 && (mine.snapshot.context.problem === null || recorded.snapshot.context.problem !== null))
    return null;
  const texts = fields.map((field) => `${field}: ${errors[field]}`);
  return texts.length === 0 ? String(mine.snapshot.context.problem) : texts.join(' ');
}

/** A value that no visit had, and that is empty: of a field that nobody has to fill in. */
const isEmptyAddition = ({ recorded, replayed }: Difference): boolean =>
  recorded === undefined &&
  replayed !== undefined &&
  (replayed === '' || replayed === null || replayed === false || (Array.isArray(replayed) && replayed.length === 0));

/** Whether the mapping declares a difference. The fingerprint of an end covers names, too. */
function isDeclared({ path }: Difference, { steps, fields, removedSteps, removedFields }: FlowMapping): boolean {
  const isMapped = [steps, fields, removedSteps, removedFields].some(({ size }) => size > 0);
  return (isMapped && path === 'end.context') || removedFields.has(path.split('.').at(-1) ?? '');
}

const none = { at: null, change: '', words: [] };

/**
 * Replays a visit on an edited flow.
 * @param today the flow that visitors have now
 * @param edited null if the edited definitions have no such flow
 * @param replies null if the recorded ones are not those of intakes
 * @returns `incomparable` for a trace that `today` does not replay
 * @throws RangeError if the lines do not begin with a head and a first step
 */
export function impactOf(
  today: CompiledFlow,
  edited: CompiledFlow | null,
  lines: readonly TraceLine[],
  mapping: FlowMapping,
  replies: ReplyChecks | null = null,
): Impact {
  const before = replayTrace(today, lines);
  if (before.divergence !== null)
    return {
      ...none,
      verdict: 'incomparable',
      change: `It differs from today’s definitions at step ${before.divergence.n}.`,
    };
  if (mapping.flow === null) return { ...none, verdict: 'same' };
  if (edited === null)
    return {
      ...none,
      verdict: 'elsewhere',
      at: { n: 0, screen: screenOf(today, before.steps[0]?.state ?? '') },
      change: 'The flow does not exist any more.',
    };
  const comparable = [before.head, ...before.steps, ...lines.filter(({ kind }) => kind === 'end')];
  const remaining = withoutRemoved(comparable, mapping);
  const { renamed, replay } = replayRenamed(edited, remaining, mapping);
  const difference = firstDifference(replay);
  const isShorter = remaining.length < comparable.length;
  const nameOf = renamedState(mapping);
  const words = wordsOf(today, edited, mapping, [...before.steps.map(({ state }) => nameOf(state))], replay);
  const again = replay === null || difference !== null || isShorter ? rerun(edited, renamed) : null;
  const steps = again === null ? (replay?.steps ?? []) : stepsOf(renamed, again);
  const found = [
    wordsImpact(today, edited, words),
    ...(again === null
      ? []
      : [
          classify({ today: rerun(today, comparable), edited: again }, renamed, {
            ...{ replay, difference, nameOf, words, flows: { today, edited } },
          }),
        ]),
    ...(replies === null ? [] : replyImpacts(replies, { today, edited }, before, steps, words)),
  ];
  return found.reduce(graver);
}

/** The recorded steps with what the edited flow does at each. */
const stepsOf = (lines: readonly TraceLine[], { outcomes }: Rerun): TraceStep[] =>
  lines.flatMap((line) =>
    line.kind === 'step' ? [{ ...line, effects: [...(outcomes.get(line.n)?.effects ?? [])] }] : [],
  );

/** What the intakes of the edited definitions answer otherwise, and those of today do not. */
function replyImpacts(
  checks: ReplyChecks,
  { today, edited }: { readonly today: CompiledFlow; readonly edited: CompiledFlow },
  { steps, strayedAt }: Replay,
  made: readonly TraceStep[],
  words: Impact['words'],
): Impact[] {
  const [before, after] = [checks.today(today, steps, strayedAt), checks.edited(edited, made, strayedAt)];
  return changedReplies([...before], [...after]).map(({ n, ...change }) => {
    const state = made.find((step) => step.n === n)?.state ?? '';
    return { ...change, at: { n, screen: screenOf(edited, state) }, words };
  });
}

/** A replay with the edited names. The members of payloads are renamed, too, if that explains every difference. */
function replayRenamed(edited: CompiledFlow, lines: readonly TraceLine[], mapping: FlowMapping) {
  const replayWith = (payloads: boolean) => {
    const renamed = renamedLines(lines, mapping, payloads);
    return { renamed, replay: replayed(edited, renamed, mapping) };
  };
  const own = replayWith(false);
  if (mapping.fields.size === 0 || firstDifference(own.replay) === null) return own;
  const other = replayWith(true);
  return firstDifference(other.replay) === null ? other : own;
}

/** The texts that the visitor would read otherwise. The definitions know all of them, and a trace those that it contains. */
function wordsOf(
  today: CompiledFlow,
  edited: CompiledFlow,
  mapping: FlowMapping,
  states: readonly string[],
  replay: Replay | null,
): Impact['words'] {
  const own = textsSeen(changedTexts(today, edited, mapping), states);
  if (own.length > 0) return own;
  return (replay?.words ?? []).map(({ recorded, replayed }) => ({
    step: null,
    before: shownValue(recorded, longestShown),
    after: shownValue(replayed, longestShown),
  }));
}

/** A visit that goes on as before; the edited flow may have other texts. */
function wordsImpact(today: CompiledFlow, edited: CompiledFlow, words: Impact['words']): Impact {
  if (words.length > 0) return { ...none, verdict: 'words', words };
  const hasOtherTexts = edited.flow.behaviour === today.flow.behaviour && edited.flow.hash !== today.flow.hash;
  return hasOtherTexts
    ? { ...none, verdict: 'words', change: 'The flow has other texts.' }
    : { ...none, verdict: 'same' };
}

/** A replay on the edited flow; null if the lines cannot be replayed because steps were taken out. */
function replayed(edited: CompiledFlow, lines: readonly TraceLine[], mapping: FlowMapping): Replay | null {
  const numbers = lines.flatMap((line) => (line.kind === 'step' ? [line.n] : []));
  const isExpected = (each: Difference): boolean => isDeclared(each, mapping) || isEmptyAddition(each);
  return numbers.every((n, index) => n === index) ? replayTrace(edited, lines, true, isExpected) : null;
}

const firstDifference = (replay: Replay | null): Difference | null => replay?.divergence?.differences[0] ?? null;

/** A state under the name of its step in the edited definition. */
const renamedState =
  (mapping: FlowMapping) =>
  (state: string): string => {
    const step = stepOf(state);
    return `${renamedStep(mapping)(step)}${state.slice(step.length)}`;
  };

interface Outcomes {
  readonly replay: Replay | null;
  readonly difference: Difference | null;
  /** The name of a recorded state in the edited definition. */
  readonly nameOf: (state: string) => string;
  readonly words: Impact['words'];
  readonly flows: { readonly today: CompiledFlow; readonly edited: CompiledFlow };
}

function classify(
  { today, edited }: { readonly today: Rerun; readonly edited: Rerun },
  lines: readonly TraceLine[],
  { replay, difference, nameOf, words, flows }: Outcomes,
): Impact {
  const screenIn = (state: string): string => screenOf(flows.edited, state);
  const [ended, recorded] = [edited, today].map(({ last }) => (last === null ? '' : stateOf(last))) as [string, string];
  const endsElsewhere = ended !== nameOf(recorded) || edited.left !== today.left;
  const steps = lines.filter((line) => line.kind === 'step');
  /** A step, with the screen on which it happened. */
  const placeOf = (index: number) => ({
    n: steps[index]?.n ?? 0,
    screen: screenIn((steps[index - 1] ?? steps[index])?.state ?? ''),
  });
  const seen = new Set<string>();
  for (const [index, line] of steps.entries()) {
    const before = steps[index - 1];
    if (before !== undefined) seen.add(screenIn(before.state));
    if (!endsElsewhere || !isFromVisitor(line)) continue;
    const at = placeOf(index);
    const refusal = refusalAt(line.n, edited, today);
    if (refusal !== null) return { verdict: 'refused', at, change: refusal, words };
    const asked = before === undefined ? null : askedBefore(line, edited.outcomes.get(before.n), seen, flows.edited);
    if (asked !== null) return { verdict: 'asked', at, change: `The visitor would first be asked ${asked}.`, words };
    const handled = edited.outcomes.get(line.n)?.handled;
    if (handled === false && today.outcomes.get(line.n)?.handled !== false)
      return { verdict: 'stuck', at, change: `${eventText(line)} is not possible any more.`, words };
  }
  const first = difference === null ? undefined : replay?.divergence?.n;
  const at = placeOf(first === undefined ? steps.length - 1 : steps.findIndex(({ n }) => n === first));
  if (endsElsewhere) {
    const change =
      edited.left === today.left
        ? `It ends at ${screenIn(ended)}, not at ${screenIn(nameOf(recorded))}.`
        : `It leaves for ${edited.left ?? 'nowhere'}, not for ${today.left ?? 'nowhere'}.`;
    return { verdict: 'elsewhere', at, change, words };
  }
  if (difference === null) return { ...none, verdict: words.length > 0 ? 'words' : 'same', words };
  return { verdict: 'changed', at, change: differenceText(difference), words };
}

/**
 * The screen with questions that the edited flow shows where the visitor was on another one, and has not seen until then;
 * null if there is none. A visitor who goes back is asked nothing.
 */
function askedBefore(
  { event }: TraceStep,
  outcome: StepOutcome | undefined,
  seen: ReadonlySet<string>,
  edited: CompiledFlow,
): string | null {
  if (outcome === undefined || event?.type === 'GO' || event?.type === 'PREVIOUS') return null;
  const screen = screenOf(edited, stateOf(outcome.session));
  const { kind } = edited.flow.steps[stepOf(screen)] ?? {};
  return (kind === 'ask' || kind === 'form') && !seen.has(screen) ? screen : null;
}

const eventText = ({ event }: TraceStep): string =>
  [event?.type, event?.['name'] ?? event?.['field'] ?? event?.['screen']]
    .filter((part) => part !== undefined)
    .join(' ');
