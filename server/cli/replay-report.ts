/** Formats replays: as text for the terminal, as one object for `--json`. */

import { type Difference, shownValue } from '../../engine/trace/differences.ts';
import { applyPatch } from '../../engine/trace/patch.ts';
import type { Replay } from '../../engine/trace/replay.ts';
import type { Json } from '../../schemas/compiled.ts';
import type { TraceStep } from '../../schemas/generated/types.ts';
import { countOf } from './lines.ts';

/** A replayed trace, or the reason it could not be replayed. */
export type ReplayOutcome =
  | { readonly name: string; readonly replay: Replay; readonly error: null }
  | { readonly name: string; readonly replay: null; readonly error: string };

export type Result =
  | 'same'
  /** Same behaviour, different wording. */
  | 'words'
  | 'different'
  /** Steps or the end line are missing. */
  | 'incomplete'
  | 'unreadable';

/** Number of steps shown before a difference. */
const stepsBeforeDifference = 5;
const maxValueLength = 200;

/** @param whole whether an open trace counts as incomplete */
export function resultOf({ replay }: ReplayOutcome, whole: boolean): Result {
  if (replay === null) return 'unreadable';
  if (replay.divergence !== null) return 'different';
  if (replay.missing !== null || (whole && !replay.ended)) return 'incomplete';
  return replay.words.length > 0 || (replay.sameBehaviour && !replay.sameDefinition) ? 'words' : 'same';
}

/** `steps 3–4 are missing`. */
const missingText = ([first, last]: readonly [number, number]): string =>
  first === last ? `step ${first} is missing` : `steps ${first}–${last} are missing`;

const valueText = (value: Json | undefined): string => shownValue(value, maxValueLength);

const differenceText = ({ path, of, recorded, replayed }: Difference): string =>
  [
    `  ${path}${of === undefined ? '' : `  (${of})`}`,
    `    recorded  ${valueText(recorded)}`,
    `    replayed  ${valueText(replayed)}`,
  ].join('\n');

function stepText({ n, at, event, state, effects, refused, threw }: TraceStep, first: number): string {
  const kinds = (effects as { kind: string }[]).map((effect) => effect.kind).join(', ');
  const note = refused ? '  (not handled)' : threw ? '  (an expression had no value)' : '';
  const time = ((at - first) / 1000).toFixed(1).padStart(6);
  const sent = event === null ? 'start' : JSON.stringify(event);
  return `${String(n).padStart(4)}  +${time} s  ${state.padEnd(32)} ${sent}${note}${kinds === '' ? '' : `  → ${kinds}`}`;
}

function headerText(name: string, { head, sameBehaviour }: Replay): string {
  const visit = head.visitId === undefined ? '' : `, visit ${head.visitId}`;
  const changed = sameBehaviour ? '' : '; the flow decides differently today';
  return `${name}: flow ${head.flow}${visit}, recorded ${new Date(head.input.at).toISOString()}${changed}`;
}

function outcomeText({ steps, divergence, words, missing, ended, sameBehaviour, sameDefinition, strayedAt }: Replay) {
  const lines: string[] = [];
  if (divergence !== null)
    lines.push(
      `First difference at step ${divergence.n}: ${divergence.kind}`,
      ...divergence.differences.map(differenceText),
    );
  else if (words.length > 0 || (sameBehaviour && !sameDefinition))
    lines.push(
      `${countOf(steps.length, 'step')} replayed: same behaviour, different wording.`,
      ...words.map((change) => `  step ${change.n}:\n${differenceText(change)}`),
    );
  else lines.push(`${countOf(steps.length, 'step')} replayed, no difference.`);
  if (missing !== null) lines.push(`The trace is incomplete: ${missingText(missing)}. Later steps were not replayed.`);
  else if (!ended) lines.push('The trace is open: it has no end line, so later events may be missing.');
  if (strayedAt !== null)
    lines.push(
      `From step ${strayedAt} on, the trace differs from what the visitor saw, because its redacted values took another branch. Declare the values that this branch depends on.`,
    );
  return lines;
}

const labels: Readonly<Record<Result, string>> = {
  same: 'same',
  words: 'same behaviour, different wording',
  different: 'DIFFERENT',
  incomplete: 'incomplete',
  unreadable: 'UNREADABLE',
};

function oneTrace(each: ReplayOutcome, steps: 'all' | 'last'): string {
  if (each.replay === null) return `${each.name}: ${each.error}`;
  const { replay } = each;
  const shown = steps === 'all' ? replay.steps : replay.steps.slice(-stepsBeforeDifference - 1);
  const first = replay.steps[0]?.at ?? 0;
  return [headerText(each.name, replay), ...shown.map((step) => stepText(step, first)), ...outcomeText(replay)].join(
    '\n',
  );
}

const isNotable = (each: ReplayOutcome, result: Result): boolean =>
  result !== 'same' || each.replay === null || each.replay.strayedAt !== null;

/** Formats replays as text: a single one with its steps, several as one line each, followed by their findings. */
export function describeReplay(replayed: readonly ReplayOutcome[], whole: boolean): string[] {
  const [only] = replayed;
  if (replayed.length === 1 && only !== undefined)
    return [oneTrace(only, resultOf(only, whole) === 'different' ? 'last' : 'all')];
  const results = replayed.map((each) => resultOf(each, whole));
  const texts = replayed.map((each, index) => {
    const result = results[index] as Result;
    if (result === 'different') return oneTrace(each, 'last');
    const open = each.replay !== null && !each.replay.ended && each.replay.missing === null ? ', open' : '';
    const line = `${each.name}: ${labels[result]}${open}`;
    if (!isNotable(each, result)) return line;
    return each.replay === null ? `${line}: ${each.error}` : [line, ...outcomeText(each.replay)].join('\n  ');
  });
  const counts = Object.entries(labels).flatMap(([result, label]) => {
    const number = results.filter((each) => each === result).length;
    return number === 0 ? [] : [`${number} ${label}`];
  });
  const open = replayed.filter(({ replay }) => replay !== null && !replay.ended).length;
  return [
    ...texts,
    `${countOf(replayed.length, 'trace')}: ${counts.join(', ')}${open === 0 ? '' : `; ${open} without an end`}`,
  ];
}

/** The values of a session after its last replayed step, as redacted as the trace. */
export function valuesText({ steps }: Replay): string {
  const context = steps.reduce<Json>((before, { patch }) => applyPatch(before, patch), {});
  const { values, errors, reply } = context as Readonly<Record<string, Json>>;
  return `Values after step ${steps.at(-1)?.n ?? 0}:\n${JSON.stringify({ values, errors, reply }, null, 2)}`;
}

/** Summarises replays as one object. */
export const summaryOf = (replayed: readonly ReplayOutcome[], whole: boolean) => ({
  traces: replayed.map((each) => ({
    name: each.name,
    result: resultOf(each, whole),
    ...(each.replay === null
      ? { error: each.error }
      : {
          flow: each.replay.head.flow,
          visitId: each.replay.head.visitId ?? null,
          recordedAt: each.replay.head.input.at,
          steps: each.replay.steps.length,
          state: each.replay.steps.at(-1)?.state ?? null,
          ended: each.replay.ended,
          missing: each.replay.missing,
          sameBehaviour: each.replay.sameBehaviour,
          strayedAt: each.replay.strayedAt,
          divergence: each.replay.divergence,
          words: each.replay.words,
        }),
  })),
});
