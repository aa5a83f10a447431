/** Counts at which screens visitors go on, go back and leave. Adds one visit at a time, so memory does not grow. */
import { screensOf } from '../steps/steps.ts';
import { courseOfTrace, isAccepted, isSeen, type TracedStep } from './course.ts';
import {
  agedEnding,
  type Ending,
  type EndingContext,
  endingOfCourse,
  endingOfVisit,
  isFailedCall,
  storedEnding,
} from './ending.ts';
import type { TraceLine } from './record.ts';

/** Numbers of visits. Each visit that came to a screen is in one of the others: what it did there last. */
export interface DropoffCounts {
  readonly came: number;
  /** Came to a later screen, or sent the form, or was redirected, and did not end here. */
  readonly wentOn: number;
  /** Came to an earlier screen, and never went on from here. */
  readonly wentBack: number;
  /** Saw this screen last, after a submission that failed and was not repeated with success. */
  readonly failed: number;
  /** Saw this screen last. */
  readonly left: number;
  /** Saw this screen last, and no end was recorded: the page may still be open. */
  readonly open: number;
  /** As `open`, a day ago or more. */
  readonly lost: number;
}

export interface DropoffRow extends DropoffCounts {
  /** A step, or `step.question`. */
  readonly screen: string;
  /** Saw this final screen last. The sum of those that finished, failed, left, are open or lost, over all screens, is all visits. */
  readonly finished: number;
  /** Nothing follows it: nobody is counted who left here. */
  readonly isFinal: boolean;
  /** Whether the flow has the screen today; a recording may be older. */
  readonly isDefined: boolean;
}

export interface DropoffCounter {
  /**
   * Adds the traces of one visit to the flow, the oldest first.
   * @param hasRecord whether the server has stored a submission of the visit
   * @throws RangeError if a trace has no head or no step
   */
  add(traces: readonly (readonly TraceLine[])[], hasRecord?: boolean): void;
  /** The screens in the flow's order; those that it does not have any more follow. */
  rows(): DropoffRow[];
  /**
   * The visits as a whole: those that went on have finished the flow, by a redirect, an accepted form or a final screen.
   * Those that went back did so on any screen, and are among the others.
   */
  total(): DropoffCounts;
}

type Counts = { -readonly [Name in keyof DropoffCounts]: number };
type ScreenCounts = Counts & { finished: number };
const none = (): Counts => ({ came: 0, wentOn: 0, wentBack: 0, failed: 0, left: 0, open: 0, lost: 0 });

/** The share of those who came that went on, from 0 to 1; null if nobody came, or if nothing follows the screen. */
export const shareOf = ({ came, wentOn, isFinal = false }: DropoffCounts & { readonly isFinal?: boolean }) =>
  came === 0 || isFinal ? null : wentOn / came;

/** What a visit did on its screens. */
interface Walk {
  readonly came: Set<string>;
  readonly wentOn: Set<string>;
  readonly wentBack: Set<string>;
  last: string | null;
}

/** Whether a flow came to its end. A visitor who closes its dialog leaves it. */
const hasFinished = (ending: Ending): boolean =>
  ['bought', 'redirected', 'submitted'].includes(ending.kind) || (ending.kind === 'closed' && ending.by === 'flow');

/** What became of a visit that has not finished. @param aged the ending of its last session as it is now */
function endOf(ending: Ending, aged: Ending, last: Ending): 'failed' | 'left' | 'open' | 'lost' {
  const isFailed = isFailedCall(ending) || (ending.kind === 'refused' && ending.by === 'server');
  if (isFailed) return 'failed';
  if (!last.isOpen) return 'left';
  return aged.isOpen ? 'open' : 'lost';
}

/** The screens of a flow in the order in which they are defined. The ids of steps with questions are not screens. */
function screensInOrder({ flow }: EndingContext): readonly string[] {
  if (flow === null) return [];
  return screensOf(flow).flatMap(({ screen, step }) =>
    flow.steps[step]?.kind === 'ask' && screen === step ? [] : [screen],
  );
}

/** Counts the visits to one flow. @param now epoch milliseconds, by which open visits age; without it, they do not */
export function createDropoff(context: EndingContext, now: number = Number.NEGATIVE_INFINITY): DropoffCounter {
  const { flow } = context;
  const order = new Map(screensInOrder(context).map((screen, index) => [screen, index]));
  const defined = order.size;
  const counts = new Map<string, ScreenCounts>([...order.keys()].map((screen) => [screen, { ...none(), finished: 0 }]));
  const all = none();
  /** The form of a final step is still to be sent. */
  const isFinal = (screen: string): boolean => {
    const step = flow?.steps[screen];
    return step?.final === true && step.kind !== 'form';
  };

  /** Screens that are not defined any more are taken to be in the order in which the first visit saw them. */
  function placeIn(screen: string): number {
    const known = order.get(screen);
    if (known !== undefined) return known;
    order.set(screen, order.size);
    counts.set(screen, { ...none(), finished: 0 });
    return order.size - 1;
  }

  /** @returns the screen after the step; null if the visitor was sent away, so that what follows is another beginning */
  function follow(step: TracedStep, before: string | null, walk: Walk): string | null {
    const { line, to } = step;
    const effects = line.effects as readonly { readonly kind?: unknown }[];
    const isGone = effects.some(({ kind }) => kind === 'leave' || kind === 'close');
    if (before !== null && (isGone || isAccepted(step))) walk.wentOn.add(before);
    if (isGone) return null;
    if (!isSeen(flow, to)) return before;
    const index = placeIn(to.screen);
    if (before !== null && before !== to.screen) (index > placeIn(before) ? walk.wentOn : walk.wentBack).add(before);
    walk.came.add(to.screen);
    walk.last = to.screen;
    return to.screen;
  }

  return {
    add(traces, hasRecord = false) {
      const walk: Walk = { came: new Set(), wentOn: new Set(), wentBack: new Set(), last: null };
      let screen: string | null = null;
      const endings: Ending[] = [];
      for (const lines of traces) {
        const course = courseOfTrace(flow, lines);
        for (const step of course.steps) screen = follow(step, screen, walk);
        endings.push(endingOfCourse(course, context));
      }
      const traced = endingOfVisit(endings);
      const { last } = walk;
      if (traced === null || last === null) return;
      const accepted = endings.reduce((sum, each) => sum + each.accepted, 0);
      const ending = storedEnding(traced, hasRecord, accepted);
      all.came += 1;
      if (walk.wentBack.size > 0) all.wentBack += 1;
      const isFinished = hasFinished(ending) || isFinal(last);
      const end = endOf(ending, agedEnding(endings.at(-1) as Ending, now), endings.at(-1) as Ending);
      all[isFinished ? 'wentOn' : end] += 1;
      for (const each of walk.came) {
        const own = counts.get(each) as ScreenCounts;
        own.came += 1;
        if (each === last && !isFinished) own[end] += 1;
        else if (each === last && isFinal(last)) own.finished += 1;
        else if (walk.wentOn.has(each) || each === last) own.wentOn += 1;
        else own.wentBack += 1;
      }
    },
    rows: () =>
      [...counts].map(([screen, each]) => ({
        screen,
        ...each,
        isFinal: isFinal(screen),
        isDefined: (order.get(screen) as number) < defined,
      })),
    total: () => ({ ...all }),
  };
}
