/** The sessions of a visit, read from its traces once. */
import type { SiteDefinition } from '../../engine/definition.ts';
import { courseOfTrace, type TraceCourse } from '../../engine/trace/course.ts';
import { agedEnding, type Ending, type EndingContext, endingOfCourse } from '../../engine/trace/ending.ts';
import type { TraceLine } from '../../engine/trace/record.ts';
import type { TracedVisit } from '../traces/visits.ts';
import { type EditedSince, editedSince } from './definition-change.ts';
import type { TimelineEntry } from './entry.ts';
import { courseEntries } from './session-entries.ts';
import { type FlowWords, flowWords } from './words.ts';

/** A trace that was read, with the definitions of today. */
export interface ReadSession {
  readonly course: TraceCourse;
  readonly lines: readonly TraceLine[];
  readonly ending: Ending;
  readonly definitions: EndingContext;
  readonly words: FlowWords;
  readonly entries: readonly TimelineEntry[];
  /** Where the session would go another way today; null if it would not, or if the site is not known. */
  readonly edited: EditedSince | null;
}

export interface ReadVisit {
  /** The oldest first. */
  readonly sessions: readonly ReadSession[];
  /** The traces that could not be read. */
  readonly faults: TracedVisit['faults'];
}

/** The context of a flow's endings. */
export const endingContext = (site: SiteDefinition | null, flow: string): EndingContext => ({
  flow: site !== null && Object.hasOwn(site.flows, flow) ? (site.flows[flow] ?? null) : null,
  forms: site?.forms ?? {},
  hosts: site?.site.allowedHosts ?? [],
  sales: site?.site.sales,
});

/**
 * Reads all that is shown of each trace, so that one which names what no visit contains is a fault, and hides no other.
 * @param site null if the definitions cannot be loaded
 * @param now epoch milliseconds
 */
export function readSessions(
  { traces, faults }: TracedVisit,
  site: SiteDefinition | null,
  now: number = Date.now(),
): ReadVisit {
  const sessions: ReadSession[] = [];
  const unread = [...faults];
  for (const { name, head, lines } of traces) {
    const definitions = endingContext(site, head.flow);
    try {
      const course = courseOfTrace(definitions.flow, lines);
      const ending = agedEnding(endingOfCourse(course, definitions), now);
      const words = flowWords(site, definitions.flow);
      const entries = courseEntries(course, definitions, words);
      const edited = site === null ? null : editedSince(site, lines, ending, definitions, words);
      sessions.push({ course, lines, ending, definitions, words, entries, edited });
    } catch (error) {
      unread.push({ name, error: error instanceof Error ? error.message : String(error) });
    }
  }
  return { sessions, faults: unread };
}
