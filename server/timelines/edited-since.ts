/** Whether a flow was edited since a visit, so that the visit would go another way today. */
import type { SiteDefinition } from '../../engine/definition.ts';
import { type Ending, type EndingContext, endingOf } from '../../engine/trace/ending.ts';
import type { TraceLine } from '../../engine/trace/record.ts';
import { replayTrace } from '../../engine/trace/replay.ts';
import { compiledFlow } from '../definitions/compiled-flow.ts';
import { endingText } from './ending-text.ts';
import type { FlowWords } from './words.ts';

/** One sentence, and the number of the first step that differs. */
export interface EditedSince {
  readonly step: number;
  readonly text: string;
}

/**
 * Compares a session with the flow of today.
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
  if (head?.kind !== 'head' || flow?.behaviour === head.behaviour) return null;
  if (flow === null) return { step: 0, text: `The flow ${head.flow} does not exist any more.` };
  const { divergence, steps } = replayTrace(compiledFlow(site, flow), lines);
  if (divergence === null) return null;
  const step = Math.max(0, divergence.n);
  const today = { ...endingOf([head, ...steps], context), isOpen: false };
  const isSameEnd =
    today.kind === 'open' || endingText(today, words) === endingText({ ...ending, isOpen: false }, words);
  return {
    step,
    text: isSameEnd
      ? `The flow was edited since: at step ${step + 1} it goes another way today.`
      : `The flow was edited since: today this visit would be ${endingText(today, words)}.`,
  };
}
