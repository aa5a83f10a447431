/** Draws documents in a thread: a PDF takes up to a second of processor time, which requests would wait for. */
import { Worker } from 'node:worker_threads';
import type { DocumentFacts, PageRenderer } from '../../renderer/contract.ts';

/** What the thread is started with. */
export interface DrawingOrder {
  /** The folder of the built renderer. */
  readonly built: string;
  readonly facts: DocumentFacts;
}

/** Why a thread made no document. The log shows the code. */
class DrawingError extends Error {
  readonly code: 'DRAWING_TIMEOUT' | 'DRAWING_ENDED';

  constructor(code: DrawingError['code'], message: string) {
    super(message);
    this.code = code;
  }
}

const usualTimeoutMs = 60_000;
const memoryMb = 512;

function draw(order: DrawingOrder, timeoutMs: number): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    const thread = new Worker(new URL('./thread.ts', import.meta.url), {
      workerData: order,
      resourceLimits: { maxOldGenerationSizeMb: memoryMb },
    });
    // A process that stops does not wait for a drawing.
    thread.unref();
    const timer = setTimeout(() => {
      reject(new DrawingError('DRAWING_TIMEOUT', `The document was not drawn within ${timeoutMs} ms.`));
      void thread.terminate();
    }, timeoutMs).unref();
    thread.once('message', resolve);
    thread.once('error', reject);
    thread.once('exit', (code) => {
      clearTimeout(timer);
      reject(new DrawingError('DRAWING_ENDED', `The thread ended with ${code} and without a document.`));
    });
  });
}

/**
 * Draws one document at a time, each in a thread that ends afterwards.
 * @param built the folder of the built renderer
 */
export function drawInThread(built: string, timeoutMs = usualTimeoutMs): PageRenderer['renderDocument'] {
  let last: Promise<unknown> = Promise.resolve();
  return ({ site, document, origin, date }) => {
    // The thread receives a copy, and the rest of the definition is large.
    const needed = Object.hasOwn(site.documents, document) ? [[document, site.documents[document]] as const] : [];
    const facts = { document, origin, date, site: { site: site.site, documents: Object.fromEntries(needed) } };
    const drawn = last.then(() => draw({ built, facts } as DrawingOrder, timeoutMs));
    last = drawn.catch(() => {});
    return drawn;
  };
}
