/** What a trace notes of the browser: how the page was loaded, the network, other tabs. No personal data. */
import type { TraceNote, TracePage } from '../../schemas/generated/types.ts';

type Note = Omit<TraceNote, 'kind'>;

let isRecorded = false;

/** How this page was loaded; undefined after the first call, because only the first trace of a page has it. */
export function loadedPage(): TracePage | undefined {
  if (isRecorded) return undefined;
  isRecorded = true;
  // The type of the list does not depend on the type of its entries.
  const [entry] = performance.getEntriesByType('navigation') as unknown as readonly PerformanceNavigationTiming[];
  const loadMs = Math.round((entry?.domContentLoadedEventEnd ?? 0) / 100) * 100;
  const { connection } = navigator as { readonly connection?: { readonly effectiveType: TracePage['network'] } };
  const opened = entry?.type === 'reload' ? 'reload' : entry?.type === 'back_forward' ? 'history' : 'navigate';
  return {
    opened,
    ...(loadMs > 0 ? { loadMs } : {}),
    ...(connection?.effectiveType ? { network: connection.effectiveType } : {}),
  };
}

/** The message by which tabs find each other while a visit is recorded. `tab` is a random number of this page. */
interface Greeting {
  readonly tab: number;
  readonly visitId: string | undefined;
  /** Whether the other tabs have to answer. */
  readonly isNew: boolean;
}

const tab = Math.random();
/** The other tabs, with their visits. */
const tabs = new Map<number, string | undefined>();
/** The traces of this page. */
const traces: ((note: Note) => void)[] = [];
let channel: BroadcastChannel | undefined;

const noteTab = (take: (note: Note) => void, visitId: string | undefined): void =>
  take({ at: Date.now(), what: 'other-tab', ...(visitId === undefined ? {} : { visitId }) });
const noteAll = (what: Note['what']): void => {
  for (const take of traces) take({ at: Date.now(), what });
};

function greet(visitId: string | undefined): void {
  channel = new BroadcastChannel('funnel-traces');
  const send = (isNew: boolean): void => channel?.postMessage({ tab, visitId, isNew } satisfies Greeting);
  channel.onmessage = ({ data }: MessageEvent<Greeting>) => {
    if (data.isNew) send(false);
    if (tabs.has(data.tab)) return;
    tabs.set(data.tab, data.visitId);
    for (const take of traces) noteTab(take, data.visitId);
  };
  send(true);
}

/** Notes what happens in the browser from now on. @param take receives each note */
export function watchBrowser(visitId: string | undefined, take: (note: Note) => void): void {
  traces.push(take);
  for (const other of tabs.values()) noteTab(take, other);
  if (traces.length > 1) return;
  greet(visitId);
  addEventListener('offline', () => noteAll('offline'));
  addEventListener('online', () => noteAll('online'));
  // A page with an open channel is not kept for Back.
  addEventListener('pagehide', () => channel?.close());
  addEventListener('pageshow', ({ persisted }) => {
    if (!persisted) return;
    noteAll('restored');
    greet(visitId);
  });
}
