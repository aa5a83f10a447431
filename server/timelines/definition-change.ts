/** Whether a site was edited since a visit, so that the visit would go another way today: where, and what is different. */
import type { SiteDefinition } from '../../engine/definition.ts';
import type { CompiledFlow } from '../../engine/flow/index.ts';
import type { SessionEvent } from '../../engine/session/session.ts';
import { tracedPlace } from '../../engine/trace/course.ts';
import { type Ending, type EndingContext, endingOf } from '../../engine/trace/ending.ts';
import { stepLine, type TraceLine } from '../../engine/trace/record.ts';
import { type Divergence, replayTrace, runOf } from '../../engine/trace/replay.ts';
import type { TraceHead, TraceStep } from '../../schemas/generated/types.ts';
import { compiledFlow } from '../definitions/flow-machine.ts';
import { withIntakes } from '../traces/replay-intakes.ts';
import { changeText } from './change-text.ts';
import { endingText } from './ending-text.ts';
import type { FlowWords } from './words.ts';

/** One or two sentences, and the number of the first step that differs. */
export interface EditedSince {
  readonly step: number;
  readonly text: string;
}

interface Rerun {
  /** The lines of the trace, with the steps as they would be today. */
  readonly lines: readonly TraceLine[];
  readonly steps: ReadonlyMap<number, TraceStep>;
  /** The messages of the fields that are refused after the step at which the replay differs. */
  readonly errors: Readonly<Record<string, string>>;
  /** Whether today's session takes each event that the recorded one took. */
  readonly isTaken: boolean;
}

/** Sends the recorded events to the flow of today, also after the first difference. */
function rerun(compiled: CompiledFlow, lines: readonly TraceLine[], differsAt: number): Rerun {
  const [head] = lines as readonly [TraceHead];
  const run = runOf(compiled, head);
  const made: TraceLine[] = [];
  const steps = new Map<number, TraceStep>();
  let errors: Rerun['errors'] = {};
  let isTaken = true;
  for (const line of lines) {
    if (line.kind !== 'step') {
      made.push(line);
      continue;
    }
    const before = run.session();
    const outcome = run(line);
    const stamp = { at: line.at, random: line.random ?? 0 };
    const step = stepLine(line.n, before, line.event as SessionEvent | null, stamp, outcome, line.random !== undefined);
    if (!outcome.handled && line.refused !== true) isTaken = false;
    if (line.n === differsAt) ({ errors } = outcome.session.snapshot.context);
    steps.set(line.n, step);
    made.push(step);
  }
  return { lines: made, steps, errors, isTaken };
}

/** Whether a session called an intake: what an intake answers is not part of the flow. */
const hasCalls = (lines: readonly TraceLine[]): boolean =>
  lines.some(
    (line) => line.kind === 'step' && line.effects.some((effect) => (effect as { kind?: string }).kind === 'call'),
  );

/** The first difference; null if there is none, or if the trace cannot be replayed. */
function differenceOf(site: SiteDefinition, compiled: CompiledFlow, lines: readonly TraceLine[]): Divergence | null {
  const [head] = lines as readonly [TraceHead];
  if (compiled.flow.behaviour === head.behaviour && !hasCalls(lines)) return null;
  const { divergence, strayedAt } = withIntakes(site, compiled, replayTrace(compiled, lines));
  // From there on, the recorded steps are not those of the visitor.
  return divergence === null || (strayedAt !== null && divergence.n >= strayedAt) ? null : divergence;
}

/**
 * Compares a session with the site of today, step by step. The first step that differs is explained, wherever it is.
 * @param ending of the session
 * @returns null if it would go the same way
 */
export function editedSince(
  site: SiteDefinition,
  lines: readonly TraceLine[],
  ending: Ending,
  context: EndingContext,
  words: FlowWords,
): EditedSince | null {
  const [head] = lines;
  const { flow } = context;
  if (head?.kind !== 'head' || head.site === site.hash) return null;
  if (flow === null) return { step: 0, text: `The flow ${head.flow} does not exist any more.` };
  const compiled = compiledFlow(site, flow);
  const divergence = differenceOf(site, compiled, lines);
  if (divergence === null) return null;
  const step = Math.max(0, divergence.n);
  const recorded = lines.find((line): line is TraceStep => line.kind === 'step' && line.n === step);
  const before = lines.find((line): line is TraceStep => line.kind === 'step' && line.n === step - 1);
  if (recorded === undefined) return null;
  const { screen } = tracedPlace(flow, (before ?? recorded).real ?? (before ?? recorded).state);
  const again = rerunSafely(compiled, lines, step);
  const today = again?.steps.get(step);
  const change =
    today === undefined || again === null
      ? 'cannot run any more'
      : changeText(divergence, { recorded, today, errors: again.errors, screen }, flow, words);
  const place = `at step ${step + 1}, “${words.screen(screen)}”, it ${change.startsWith('no longer ') ? change : `now ${change}`}`;
  const end = again === null || divergence.kind === 'intake' ? null : otherEnding(again, ending, context, words);
  const isSaid = end === null || change.startsWith('redirects to ');
  return { step, text: `The flow was edited since: ${place}.${isSaid ? '' : ` Today this visit would be ${end}.`}` };
}

/** A rerun; null if the flow of today cannot take the input of the session. */
function rerunSafely(...args: Parameters<typeof rerun>): Rerun | null {
  try {
    return rerun(...args);
  } catch {
    return null;
  }
}

/** How the session would end today; null if it ends in the same way, or if the recorded events do not say. */
function otherEnding(
  { lines, isTaken }: Rerun,
  ending: Ending,
  context: EndingContext,
  words: FlowWords,
): string | null {
  if (!isTaken) return null;
  const today = { ...endingOf(lines, context), isOpen: false };
  if (today.kind === 'open' || today.kind === 'out-of-sight') return null;
  const text = endingText(today, words);
  return text === endingText({ ...ending, isOpen: false }, words) ? null : text;
}
