/** The entries of a recorded session: what was shown, done, sent and answered. */

import type { CallReport } from '../../engine/session/effects.ts';
import { courseOfTrace, isSeen, type TraceCourse, type TracedStep } from '../../engine/trace/course.ts';
import { type EndingContext, withoutQuery } from '../../engine/trace/ending.ts';
import type { TraceLine } from '../../engine/trace/record.ts';
import { recordedOutcome } from '../../engine/trace/recording.ts';
import type { Json } from '../../schemas/compiled.ts';
import type { TraceEnd, TraceNote } from '../../schemas/generated/types.ts';
import { durationText } from './duration-text.ts';
import { type EntryKind, entryAt, type TimelineEntry } from './entry.ts';
import type { FlowWords } from './words.ts';

/** An entry without its time. */
type Untimed = readonly [what: EntryKind, text: string];
type Values = { readonly [name: string]: Json };

const quoted = (text: string): string => `“${text}”`;

/** What a call was answered. */
function replyText({ line, call, report, isUnusable }: TracedStep, words: FlowWords): string {
  const outcome = recordedOutcome(line);
  const path = call === null ? (outcome?.id ?? '') : `${call.method} ${call.path}`;
  const tries = report !== null && report.tries > 1 ? `, ${report.tries} attempts` : '';
  const time = report === null || report.tries === 0 ? '' : ` (${durationText(report.ms)}${tries})`;
  if (isUnusable) return `${path} was answered, but the flow could not use the reply${time}`;
  if (outcome?.type !== 'FAILED') return `${path} was accepted${time}`;
  const { status = null, message = null } = outcome.error ?? {};
  if (status === null) return `${path} ${unanswered[report?.why ?? 'network']}${time}`;
  const said = message === null ? '' : `: ${quoted(words.reply(call?.path ?? '', message))}`;
  const page = report?.body === 'other' ? ' and a page that is not of this server' : '';
  return `${path} was answered with ${status}${page}${said}${time}`;
}

const unanswered: Readonly<Record<NonNullable<CallReport['why']>, string>> = {
  offline: 'got no response: the device was offline',
  network: 'got no response',
  timeout: 'got no response in time',
  page: 'failed in the page',
};

/** What the visitor, or the time, did. */
function entriesOfEvent(step: TracedStep, words: FlowWords): Untimed[] {
  const { line, from, to, errors } = step;
  const event = line.event as Values | null;
  if (event === null || from === null) return [];
  const { screen } = from;
  if (line.refused === true) return [['refused', `${String(event['type'])}: the screen does not expect it`]];
  if (line.threw === true) return [['refused', `${String(event['type'])}: an expression had no value`]];
  const stays = screen === to.screen && !to.isCalling;
  const refusals = (): Untimed[] =>
    stays
      ? Object.entries(errors).map(([name, message]) => [
          'refused',
          `${quoted(words.field(screen, name))}: ${quoted(message)}`,
        ])
      : [];
  const answer = (): Untimed[] => {
    const option = words.answer(screen, event['value']);
    return option === null ? [] : [['answered', `${quoted(words.screen(screen))} with ${quoted(option)}`]];
  };
  const label = words.onward(screen);
  const onward: Untimed = ['pressed', label === null ? 'the button to go on' : quoted(label)];
  switch (event['type']) {
    case 'SELECT':
      return answer();
    case 'NEXT':
      return [...answer(), onward, ...refusals()];
    case 'PREVIOUS':
      return [['back', 'to the previous question']];
    case 'GO':
      return [['back', 'or forward, in the history of the browser']];
    case 'INPUT': {
      const name = String(event['field']);
      const chosen = words.choice(screen, name, event['value']);
      return [['entered', `${quoted(words.field(screen, name))}${chosen === null ? '' : `: ${quoted(chosen)}`}`]];
    }
    case 'SUBMIT':
      return [onward, ...refusals()];
    case 'on':
      return [['pressed', quoted(words.button(screen, String(event['name'])))]];
    case 'DONE':
    case 'FAILED':
      return [['reply', replyText(step, words)]];
    default:
      return [];
  }
}

/** What the visitor saw of an effect, or the server got. */
function entriesOfEffect(effect: Values, { call }: TracedStep, words: FlowWords): Untimed[] {
  const shown = (text: unknown): string => words.reply(call?.path ?? '', String(text));
  switch (effect['kind']) {
    case 'call':
      return [['call', `${String(effect['method'])} ${String(effect['path'])}`]];
    case 'toast':
      return [['message', quoted([effect['title'], effect['text']].filter(Boolean).map(shown).join(': '))]];
    case 'alert':
      return [['message', quoted(shown(effect['text']))]];
    case 'track':
      return [['tracked', String(effect['event'])]];
    case 'open':
      return [['gone', `to ${withoutQuery(String(effect['href']))} in a new tab`]];
    case 'leave':
      return [
        [
          'gone',
          effect['preferred'] === null
            ? `to ${withoutQuery(String(effect['href']))}`
            : `to the address in the reply, else to ${withoutQuery(String(effect['href']))}`,
        ],
      ];
    case 'close':
      return [['gone', 'from the dialog, which the flow closed']];
    default:
      return [];
  }
}

/** The message that the form shows. */
const problemEntry = ({ problem, call }: TracedStep, words: FlowWords): Untimed => [
  'message',
  quoted(words.reply(call?.path ?? '', problem ?? '')),
];

function noteText({ what, visitId }: TraceNote): string {
  switch (what) {
    case 'offline':
      return 'the device lost its network';
    case 'online':
      return 'the network is back';
    case 'restored':
      return 'the page was shown again as it was left, by Back or Forward';
    case 'other-tab':
      return `the site is open in another tab, too${visitId === undefined ? '' : ` (visit ${visitId})`}`;
  }
}

const leaving: Readonly<Record<NonNullable<TraceEnd['reason']>, string>> = {
  left: 'the page',
  closed: 'the dialog, which was closed',
  hidden: 'the page for another tab or app, or closed it',
  download: 'nothing yet: the trace was downloaded',
};

/** The entries of one step of a trace; without the end that may follow it. */
export function stepEntries(
  step: TracedStep,
  { flow }: Pick<EndingContext, 'flow'>,
  words: FlowWords,
): TimelineEntry[] {
  const { line, from, to } = step;
  const isReply = line.event?.type === 'DONE' || line.event?.type === 'FAILED';
  const isNew = from?.screen !== to.screen && isSeen(flow, to);
  const untimed: Untimed[] = [
    ...entriesOfEvent(step, words),
    ...(isNew ? [['shown', `${quoted(words.screen(to.screen))} (${to.screen})`] as const] : []),
    ...(line.effects as readonly Values[]).flatMap((effect) => entriesOfEffect(effect, step, words)),
    ...(isReply && step.problem !== null ? [problemEntry(step, words)] : []),
  ];
  return [
    ...untimed.map(([what, text]) => entryAt(line.at, what, text)),
    ...step.notes.map((note) => entryAt(note.at, 'browser', noteText(note))),
  ];
}

/** The entry of the end that follows a step; null if there is none. */
export function endEntry({ line, end }: TracedStep): TimelineEntry | null {
  if (end === null) return null;
  // The end lines of older traces have no time.
  return { at: end.at ?? line.at, isTimed: end.at !== undefined, what: 'left', text: leaving[end.reason ?? 'left'] };
}

/** The entries of a course, in order. */
export const courseEntries = (
  { steps }: TraceCourse,
  context: Pick<EndingContext, 'flow'>,
  words: FlowWords,
): TimelineEntry[] =>
  steps.flatMap((step) => {
    const end = endEntry(step);
    return [...stepEntries(step, context, words), ...(end === null ? [] : [end])];
  });

/**
 * The entries of a trace, in order.
 * @throws RangeError if the lines are no trace
 */
export const sessionEntries = (
  lines: readonly TraceLine[],
  context: Pick<EndingContext, 'flow'>,
  words: FlowWords,
): TimelineEntry[] => courseEntries(courseOfTrace(context.flow, lines), context, words);
