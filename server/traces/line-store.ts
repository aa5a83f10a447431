/** Stores lines of traces: with what only the server knows, within the limits of space, and without personal values. */
import type { IncomingMessage } from 'node:http';
import type { CompiledFlow } from '../../engine/flow/index.ts';
import type { TraceLine } from '../../engine/trace/record.ts';
import type { TraceHead } from '../../schemas/generated/types.ts';
import type { ClientKey } from '../limits/address.ts';
import type { TraceFiles } from './files.ts';
import { createTraceFilter } from './filter.ts';
import { createSharedSources } from './shared-sources.ts';
import type { TraceSpace } from './space.ts';

export interface LineStoreOptions {
  readonly files: Pick<TraceFiles, 'append'>;
  readonly space: Pick<TraceSpace, 'claim'>;
  /** The sender of a request, for the limits of space. */
  readonly clientOf: (request: IncomingMessage) => ClientKey;
  /** The signed id of the choice under which the trace of a request is stored; null if it needs none. */
  readonly consentOf: (request: IncomingMessage) => string | null;
  /** The version that drew the page of a trace, by the fingerprint of the flow; null if it is no longer known. */
  readonly versionOf: (request: IncomingMessage, flow: string, definition: string) => string | null;
  /** The flow of a trace on the version that drew its page, else on that of today; null if there is none. */
  readonly flowOf: (request: IncomingMessage, head: TraceHead) => CompiledFlow | null;
  /** The sources that the site lists: a trace may name them. */
  readonly sources: () => readonly string[];
  /** Called when lines of a session were stored. */
  readonly stored: (session: string) => void;
}

/**
 * Stores lines of a session, the first of which is line `from`.
 * @returns a status, or the current number of lines when a gap would be left
 * @throws RangeError if a line does not belong to the flow of the trace
 */
export type StoreLines = (
  request: IncomingMessage,
  session: string,
  from: number,
  lines: readonly TraceLine[],
) => Promise<204 | 413 | 507 | { readonly lines: number }>;

export function lineStore(options: LineStoreOptions): StoreLines {
  const { files, space, clientOf, consentOf, versionOf, flowOf, sources, stored } = options;
  const shared = createSharedSources(sources);

  /** A browser does not know the version of the site, or the signature of its choice. What it claims is replaced. */
  function complete(request: IncomingMessage, line: object): object {
    const { kind, site: _site, consent: _consent, ...head } = line as Partial<TraceHead>;
    if (kind !== 'head') return line;
    const site = versionOf(request, head.flow ?? '', head.definition ?? '');
    const consent = consentOf(request);
    return { kind, ...(site === null ? {} : { site }), ...(consent === null ? {} : { consent }), ...head };
  }

  return async (request, session, from, lines) => {
    const texts = lines.map((line) => `${JSON.stringify(complete(request, line))}\n`);
    if (!(await space.claim(Buffer.byteLength(texts.join('')), clientOf(request)))) return 507;
    const outcome = await files.append(session, from, texts, () =>
      createTraceFilter(
        (head) => flowOf(request, head),
        (head, value) => shared.keeps(value, head.visitId ?? session),
      ),
    );
    if (outcome === 'full') return 413;
    if (outcome !== 'appended') return { lines: outcome.lines };
    stored(session);
    return 204;
  };
}
