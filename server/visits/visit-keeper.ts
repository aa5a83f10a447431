/**
 * What a form without script carries of its visit: a token of the stored visit, and after which event its page was drawn.
 * Any process of the database continues it. A page that a visitor gets before the first post carries the visit sealed,
 * because a request for a page stores nothing; so does a page whose visit the store refuses.
 */
import { hash, randomBytes } from 'node:crypto';
import type { FlowDefinition } from '../../engine/definition.ts';
import type { SessionInput } from '../../engine/flow/context.ts';
import type { ReachedVisit } from '../../engine/session/carry-over.ts';
import type { SessionEvent } from '../../engine/session/session.ts';
import type { SessionLog } from '../../engine/session/session-log.ts';
import type { Json } from '../../schemas/compiled.ts';
import { StoreError } from '../store/errors.ts';
import type { StoredVisit, VisitStore } from '../store/types.ts';
import { fullMark, isFull, maxSealAge, type Seal, type SealContent, type SealedVisit } from './seal.ts';

type Flow = Pick<FlowDefinition, 'flow' | 'behaviour'>;

/** The visit that a form carries. */
export interface FormVisit {
  /** What it is for a version of its flow. Never throws. */
  openFor(flow: Flow): SealContent;
  /** Where the visit is stored; null for a sealed one. */
  readonly place: VisitPlace | null;
}

/** A page of a stored visit. */
interface VisitPlace {
  readonly token: string;
  readonly stored: StoredVisit;
  /** The number of the event after which the page was drawn; 0 for the beginning. */
  readonly page: number;
}

export interface VisitKeeper {
  /** Reads what a form carries. @throws StoreError if the store does not answer */
  read(text: string): Promise<FormVisit>;
  /**
   * Stores a visit at a page that is drawn.
   * @param reached what another version of the flow continues it with
   * @param from the visit that was continued; null for a new one
   * @returns what the forms of the page carry
   */
  keep(flow: Flow, visit: SealedVisit, reached: ReachedVisit, from: FormVisit | null): Promise<string>;
}

type StoredEvent = readonly [number: number, after: number, event: SessionEvent, at: number, random: number];

/**
 * A visit as it is stored. An event follows another one, so that the pages of both of two posts can be continued, at
 * once or after Back.
 */
interface VisitTree {
  readonly id: string;
  readonly input: SessionInput;
  readonly events: readonly StoredEvent[];
  /** What another version continues a page with, by the number of the event after which it was drawn. */
  readonly pages: Readonly<Record<number, ReachedVisit>>;
}

/** Bytes of a visit with all its pages; a larger one keeps only its last page. */
const maxTreeBytes = 256 * 1024;
/** Other posts of a visit that may be stored while one is. */
const mostTries = 5;

const format = /^2\.([A-Za-z0-9_-]{22})\.(\d{1,6})$/;
const textOf = ({ token, page }: Pick<VisitPlace, 'token' | 'page'>): string => `2.${token}.${page}`;
const storedId = (token: string): string => hash('sha256', `visit ${token}`);

/** The events that led to a page, in their order. */
function pathTo(page: number, events: readonly StoredEvent[]): readonly StoredEvent[] {
  const known = new Map(events.map((event) => [event[0], event]));
  const path: StoredEvent[] = [];
  for (let event = known.get(page); event !== undefined; event = known.get(event[1])) path.unshift(event);
  return path;
}

const logOf = ({ input, events }: VisitTree, page: number): SessionLog => ({
  input,
  events: pathTo(page, events).map(([, , event, at, random]) => ({ event, stamp: { at, random } })),
});

/** The visit with the events of a log that follow a page, and the page after them. */
function grown(tree: VisitTree, from: number, log: SessionLog, reached: ReachedVisit) {
  const begun = pathTo(from, tree.events).length;
  const highest = tree.events.reduce((most, [number]) => Math.max(most, number), 0);
  const added = log.events.slice(begun).map(({ event, stamp }, index): StoredEvent => {
    const number = highest + index + 1;
    return [number, index === 0 ? from : number - 1, event, stamp.at, stamp.random];
  });
  const page = added.at(-1)?.[0] ?? from;
  const events = [...tree.events, ...added];
  const whole: VisitTree = { ...tree, events, pages: { ...tree.pages, [page]: reached } };
  const isLarge = JSON.stringify(whole).length > maxTreeBytes;
  return { page, tree: isLarge ? { ...tree, events: pathTo(page, events), pages: { [page]: reached } } : whole };
}

/** @param clock epoch milliseconds */
export function createVisitKeeper(
  { seal, visits }: { readonly seal: Pick<Seal, 'open' | 'close'>; readonly visits: VisitStore },
  clock: () => number,
): VisitKeeper {
  /** Stores a visit with a token of its own. */
  async function begin(
    { flow, behaviour }: Flow,
    { id, log }: SealedVisit,
    reached: ReachedVisit,
  ): Promise<string | null> {
    const token = randomBytes(16).toString('base64url');
    const { page, tree } = grown({ id, input: log.input, events: [], pages: {} }, 0, log, reached);
    const kept = await visits.keep({
      ...{ id: storedId(token), visit: id.replaceAll('-', ''), flow, behaviour, revision: 1 },
      ...{ log: tree as unknown as Json, expiresAt: clock() + maxSealAge },
    });
    return kept ? textOf({ token, page }) : null;
  }

  /** Adds to a stored visit; null if that is gone or changes all the time. */
  async function add(place: VisitPlace, log: SessionLog, reached: ReachedVisit): Promise<string | null> {
    let stored: StoredVisit | null = place.stored;
    for (let left = mostTries; left > 0 && stored !== null; left -= 1) {
      const { page, tree } = grown(stored.log as unknown as VisitTree, place.page, log, reached);
      const next = { log: tree as unknown as Json, revision: stored.revision + 1, expiresAt: clock() + maxSealAge };
      if (await visits.keep({ ...stored, ...next })) return textOf({ token: place.token, page });
      // Another post of the visit came between.
      stored = await visits.find(stored.id, clock());
    }
    return null;
  }

  return {
    async read(text) {
      const [, token, number] = format.exec(text) ?? [];
      if (token === undefined) return { openFor: (flow) => seal.open(flow, text), place: null };
      const stored = await visits.find(storedId(token), clock());
      if (stored === null) return { openFor: () => ({ ok: false, fault: 'expired' }), place: null };
      const page = Number(number);
      return { openFor: (flow) => openStored(flow, stored, page), place: { token, stored, page } };
    },
    async keep(flow, visit, reached, from) {
      if (isFull(visit.log)) return fullMark;
      const place = from?.place ?? null;
      try {
        const added = place === null ? null : await add(place, visit.log, reached);
        return added ?? (await begin(flow, visit, reached)) ?? seal.close(flow, visit, reached);
      } catch (error) {
        if (error instanceof StoreError) return seal.close(flow, visit, reached);
        throw error;
      }
    },
  };
}

function openStored({ flow, behaviour }: Flow, stored: StoredVisit, page: number): SealContent {
  const tree = stored.log as unknown as VisitTree;
  const reached = Object.hasOwn(tree.pages, page) ? tree.pages[page] : undefined;
  if (reached === undefined) return { ok: false, fault: 'malformed' };
  if (stored.flow !== flow) return { ok: false, fault: 'foreign' };
  const { id, input } = tree;
  return stored.behaviour === behaviour
    ? { ok: true, visit: { id, log: logOf(tree, page) } }
    : { ok: false, fault: 'moved', visit: { id, input, reached } };
}
