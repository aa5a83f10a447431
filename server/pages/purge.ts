/** Tells a cache in front of the server which pages changed. */
import { readFile, rename, writeFile } from 'node:fs/promises';
import { errorFields, type Log } from '../log/log.ts';

/** The content tags of the pages that a cache may hold, by path. */
export type PageTags = Readonly<Record<string, string>>;

/** The pages of a version. */
export interface PublishedPages {
  /** The hash of its definitions. */
  readonly definition: string;
  /** The origin that visitors use. */
  readonly origin: string;
  readonly tags: PageTags;
}

export interface CachePurge {
  /** Sends the paths whose pages differ from those of the last successful purge. Never rejects. */
  announce(pages: PublishedPages): void;
  /** Resolves when the last announced pages were sent, or sending them was given up. */
  settled(): Promise<void>;
  /** Cancels retries: the next process sends what is missing. */
  stop(): void;
}

export interface PurgeOptions {
  readonly url: string;
  /** Sent as `Authorization: Bearer …`; null sends none. */
  readonly token: string | null;
  /** Remembers the purged pages over restarts, such as `<data>/purged.json`. */
  readonly file: string;
  readonly log: Log;
  /** Milliseconds before each retry. */
  readonly delays?: readonly number[];
}

const defaultDelays = [1000, 5000, 30_000];
const timeoutMs = 10_000;

/** The paths that are new, changed or gone. */
export const changedPaths = (before: PageTags, after: PageTags): string[] =>
  [...new Set([...Object.keys(before), ...Object.keys(after)])]
    .filter((path) => !Object.hasOwn(before, path) || !Object.hasOwn(after, path) || before[path] !== after[path])
    .sort();

/** @returns the tags of the last purge; without a readable file every page counts as changed */
async function readTags(file: string): Promise<PageTags> {
  try {
    const value = JSON.parse(await readFile(file, 'utf8')) as unknown;
    return typeof value === 'object' && value !== null ? (value as PageTags) : {};
  } catch {
    return {};
  }
}

export function createCachePurge({ url, token, file, log, delays = defaultDelays }: PurgeOptions): CachePurge {
  let purged: PageTags | null = null;
  /** The newest pages that were announced and not sent yet. */
  let next: PublishedPages | null = null;
  let sending: Promise<void> | null = null;
  const stopped = new AbortController();

  async function send({ definition, origin, tags }: PublishedPages, paths: readonly string[]): Promise<void> {
    const reply = await fetch(url, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/json',
        ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
      },
      body: JSON.stringify({ definition, origin, paths, urls: paths.map((path) => new URL(path, origin).href) }),
      redirect: 'error',
      signal: AbortSignal.any([AbortSignal.timeout(timeoutMs), stopped.signal]),
    });
    await reply.body?.cancel();
    if (!reply.ok) throw Object.assign(new Error(), { code: `HTTP_${reply.status}` });
    purged = tags;
    await writeFile(`${file}.part`, JSON.stringify(tags));
    await rename(`${file}.part`, file);
  }

  const wait = (delay: number): Promise<void> =>
    new Promise((resolve) => {
      const timer = setTimeout(resolve, delay).unref();
      const cancel = (): void => {
        clearTimeout(timer);
        resolve();
      };
      stopped.signal.addEventListener('abort', cancel, { once: true });
    });

  async function sendAll(): Promise<void> {
    purged ??= await readTags(file);
    for (let attempt = 0; next !== null && !stopped.signal.aborted; attempt += 1) {
      const pages: PublishedPages = next;
      const paths = changedPaths(purged, pages.tags);
      try {
        if (paths.length > 0) {
          await send(pages, paths);
          log.write('info', 'cache-purged', { definition: pages.definition, paths: paths.length });
        }
        if (next === pages) next = null;
        attempt = -1;
      } catch (error) {
        const delay = delays[attempt];
        const { code } = errorFields((error as Error).cause ?? error);
        const fields = { definition: pages.definition, paths: paths.length, code: (code as string | null) ?? null };
        if (delay === undefined) {
          next = null;
          return log.write('error', 'cache-not-purged', {
            ...fields,
            hint: 'The next version purges these paths too.',
          });
        }
        log.write('warn', 'cache-purge-failed', { ...fields, retryMs: delay });
        await wait(delay);
      }
    }
  }

  function start(): void {
    sending ??= sendAll().finally(() => {
      sending = null;
      // Announced after the last look.
      if (next !== null && !stopped.signal.aborted) start();
    });
  }

  return {
    announce(pages) {
      next = pages;
      start();
    },
    async settled() {
      await sending;
    },
    stop: () => stopped.abort(),
  };
}
