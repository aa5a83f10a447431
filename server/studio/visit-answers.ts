/** What the studio shows of a visit. */
import type { SiteDefinition } from '../../engine/definition.ts';
import type { SessionEvent } from '../../engine/session/session.ts';
import type { TraceLine } from '../../engine/trace/record.ts';
import { isObject } from '../../engine/values/is-object.ts';
import type { EventsReply, TextReply } from '../../renderer/studio/contract.ts';
import type { StoredRecord, StoreReader } from '../store/types.ts';
import { readSessions } from '../timelines/read-sessions.ts';
import type { createStoredVisits } from '../timelines/stored-visits.ts';
import { readTracedVisit, type TracedVisit } from '../traces/visits.ts';
import { inspectVisit, specText, traceText } from './inspection.ts';
import { noPreview } from './no-preview.ts';
import { json, StudioError, type StudioReply } from './replies.ts';
import type { ScreenPreviews } from './screen-preview.ts';
import { continuedWith, eventsAfter, replayedOn, sessionAfter } from './traced-session.ts';
import type { createKeptVersions } from './versions.ts';
import type { createVisitList } from './visits.ts';

/** A visit of the store, or of a file that somebody opened. */
export interface InspectedVisit {
  /** Epoch milliseconds at which it is judged, if not now. */
  readonly now?: number;
  readonly name: string;
  readonly traced: TracedVisit;
  readonly records: readonly StoredRecord[];
}

/** A number of a query, from 0. @throws StudioError */
function indexIn(query: URLSearchParams, name: string): number {
  const text = query.get(name) ?? '0';
  if (/^\d{1,7}$/.test(text)) return Number(text);
  throw new StudioError(400, 'malformed', `${name} must be a number.`);
}

/** @throws StudioError */
function eventIn(query: URLSearchParams): SessionEvent {
  try {
    const event = JSON.parse(query.get('event') ?? '') as unknown;
    if (isObject(event) && typeof event['type'] === 'string') return event as SessionEvent;
  } catch {
    // Falls through to the error.
  }
  throw new StudioError(400, 'malformed', 'The event is not JSON with a type.');
}

export interface VisitAnswerParts {
  readonly store: Pick<StoreReader, 'deliveries' | 'records'>;
  readonly site: () => SiteDefinition;
  /** Of the public site. */
  readonly origin: () => string;
  readonly previews: ScreenPreviews;
  readonly stored: ReturnType<typeof createStoredVisits>;
  readonly visits: ReturnType<typeof createVisitList>;
  readonly versions: ReturnType<typeof createKeptVersions>;
}

export interface VisitAnswers {
  /** A visit of the store. @throws StudioError */
  visit(id: string): Promise<InspectedVisit>;
  /** Answers one request about a visit. @throws StudioError */
  about(what: string, visit: InspectedVisit, query: URLSearchParams): Promise<StudioReply>;
}

export function createVisitAnswers({
  store,
  site,
  origin,
  previews,
  stored,
  visits,
  versions,
}: VisitAnswerParts): VisitAnswers {
  async function storedVisit(id: string): Promise<InspectedVisit> {
    const files = await visits.filesOf(id);
    const records = await stored.recordsOf(id);
    if (files.length === 0 && records.length === 0)
      throw new StudioError(404, 'not-found', `There is no visit ${id}. Its recording may have been removed by age.`);
    return { name: id, traced: await readTracedVisit(files), records };
  }

  /** The lines of one session. @throws StudioError */
  function sessionIn({ traced }: InspectedVisit, query: URLSearchParams): readonly TraceLine[] {
    const lines = readSessions(traced, site()).sessions[indexIn(query, 'session')]?.lines;
    if (lines === undefined) throw new StudioError(404, 'not-found', 'The visit has no such session.');
    return lines;
  }

  /** Answers one request about a visit. @throws StudioError */
  async function answerAbout(what: string, visit: InspectedVisit, query: URLSearchParams): Promise<StudioReply> {
    const textReply = (value: string): StudioReply => json(200, { text: value } satisfies TextReply);
    try {
      switch (what) {
        case '':
          return json(
            200,
            await inspectVisit(visit.name, visit.traced, visit.records, {
              ...{ site: site(), origin: origin(), store, now: visit.now },
              tracesOf: async (id) => readTracedVisit(await visits.filesOf(id)),
            }),
          );
        case '/trace':
          return textReply(traceText(visit.traced.traces.flatMap(({ lines }) => lines)));
        case '/spec':
          return textReply(await specText(visit.name, visit.traced, site()));
        case '/replay': {
          const hash = query.get('version') ?? site().hash;
          const version = hash === site().hash ? site() : await versions.site(hash);
          return json(200, replayedOn(version, sessionIn(visit, query)));
        }
        case '/events': {
          const events = eventsAfter(site(), sessionIn(visit, query), indexIn(query, 'step'));
          return json(200, { events } satisfies EventsReply);
        }
        case '/screen': {
          const { session, lines } = sessionAfter(site(), sessionIn(visit, query), indexIn(query, 'step'));
          return await previews.recorded(session, lines);
        }
        case '/continue': {
          const lines = sessionIn(visit, query);
          return textReply(traceText(continuedWith(site(), lines, indexIn(query, 'step'), eventIn(query))));
        }
      }
    } catch (error) {
      // A page is read by people.
      if (error instanceof RangeError && what === '/screen') return noPreview(error);
      if (error instanceof RangeError) throw new StudioError(422, 'impossible', error.message);
      throw error;
    }
    throw new StudioError(404, 'not-found', 'There is nothing here.');
  }

  return { visit: storedVisit, about: answerAbout };
}
