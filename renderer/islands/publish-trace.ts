/** Records a session and publishes its trace: to a server that collects traces, as a download, or both. */

import type { SessionInput } from '../../engine/flow/context.ts';
import type { CompiledFlow } from '../../engine/flow/index.ts';
import { createRecorder, type EndReason, type TraceLine } from '../../engine/trace/record.ts';
import { loadedPage, watchBrowser } from './browser-notes.ts';
import { mayRecord } from './may-record.ts';
import type { TraceKeeper } from './trace-keeper.ts';
import { createUploader } from './upload-trace.ts';
import { uuid } from './uuid.ts';

interface Publication {
  readonly root: HTMLElement;
  readonly compiled: CompiledFlow;
  readonly input: SessionInput;
  /** Where a server collects traces. */
  readonly collect: string | undefined;
  /** Whether the visitor asked for a download. */
  readonly offer: boolean;
}

/** Pause after which typing counts as finished, in milliseconds. */
const restAfter = 1000;
/** Delay that collects lines into one request, in milliseconds. */
const sendAfter = 300;

const textOf = (lines: readonly TraceLine[]): string => lines.map((line) => `${JSON.stringify(line)}\n`).join('');

/** Holds the traces of earlier documents of this tab, where a download is offered. */
const storageKey = 'funnel-traces';

function earlierTraces(): string {
  try {
    return sessionStorage.getItem(storageKey) ?? '';
  } catch {
    return '';
  }
}

function keepForNextDocument(text: string): void {
  try {
    sessionStorage.setItem(storageKey, text);
  } catch {
    // Storage is denied or full. The next document's download then omits the earlier ones.
  }
}

const earlier = earlierTraces();
/** The traces of this document, one per session. */
const offered: (() => TraceLine[])[] = [];
const offeredText = (): string => earlier + offered.map((lines) => textOf(lines())).join('');

/** Creates the publisher of one session's trace. */
export function createPublisher({ root, compiled, input, collect, offer }: Publication): TraceKeeper {
  const visitId = window.funnel?.landing.visitId;
  const session = uuid().slice(0, 8);
  const recorder = createRecorder(compiled, input, visitId, loadedPage());
  const uploader =
    collect === undefined ? null : createUploader(`${collect}?session=${[visitId, session].filter(Boolean).join('-')}`);
  // From here on the page does not report a glance.
  if (uploader !== null) root.dataset['recorded'] = '';
  let broken = false;
  let resting = 0;
  let sending = 0;

  const complete = (): TraceLine[] => recorder.lines().slice(0, recorder.complete());
  const offerDownload = (): void => {
    if (offer) renewLink(`${compiled.flow.flow}-${session}.jsonl`);
  };
  const publish = (): void => {
    offerDownload();
    clearTimeout(sending);
    // What happened before the visitor allows it is sent then, as an event waits for a tag.
    sending = window.setTimeout(() => mayRecord(root) && uploader?.send(complete()), sendAfter);
  };
  const leave = (reason: EndReason): void => {
    if (!broken) recorder.end(reason, Date.now());
    if (mayRecord(root)) uploader?.sendNow(complete());
    if (offer) keepForNextDocument(offeredText());
    offerDownload();
  };
  // On mobile browsers this is the last event that is sure to be dispatched.
  document.addEventListener('visibilitychange', () => {
    if (document.visibilityState === 'hidden') leave('hidden');
  });
  addEventListener('pagehide', () => leave('left'));
  root.closest('dialog')?.addEventListener('close', () => leave('closed'));
  watchBrowser(visitId, (note) => {
    recorder.note(note);
    publish();
  });
  if (offer) offered.push(() => recorder.lines(true));
  publish();

  return {
    record: (event, stamp) => {
      if (broken) return;
      try {
        recorder.record(event, stamp);
      } catch (error) {
        // The visit continues. Its trace gets no end line.
        broken = true;
        console.error(error);
      }
      clearTimeout(resting);
      resting = window.setTimeout(() => {
        recorder.rest();
        publish();
      }, restAfter);
      publish();
    },
  };
}

function renewLink(name: string): void {
  const id = 'funnel-trace';
  const link = (document.getElementById(id) as HTMLAnchorElement | null) ?? document.createElement('a');
  if (link.href) URL.revokeObjectURL(link.href);
  const text = offeredText();
  link.id = id;
  link.download = name;
  link.href = URL.createObjectURL(new Blob([text], { type: 'application/x-ndjson' }));
  link.textContent = `trace (${text.split('\n').length - 1})`;
  if (!link.isConnected) document.body.append(link);
}
