/** When the content of each page last changed, stored in the data folder. A site map must not give any other date. */
import { createHash } from 'node:crypto';
import { readFile, rename, writeFile } from 'node:fs/promises';
import { errorFields, type Log } from '../log/log.ts';

export interface PageDates {
  /** Updates the content hashes by path. A page whose hash differs from the previous one has changed now. */
  note(contents: Readonly<Record<string, string>>): void;
  /** When the page of a path last changed, in ISO 8601; undefined for an unknown path. */
  of(path: string): string | undefined;
  /** Resolves when the dates have been written, or writing them has failed. */
  settled(): Promise<void>;
}

interface DateEntry {
  readonly content: string;
  readonly changed: string;
}

const isKnown = (value: unknown): value is DateEntry => {
  const { content, changed } = (value ?? {}) as Partial<DateEntry>;
  return typeof content === 'string' && typeof changed === 'string' && !Number.isNaN(Date.parse(changed));
};

async function read(file: string): Promise<Record<string, DateEntry>> {
  try {
    const entries = Object.entries(JSON.parse(await readFile(file, 'utf8')) as Record<string, unknown>);
    return Object.fromEntries(entries.filter((entry): entry is [string, DateEntry] => isKnown(entry[1])));
  } catch {
    // Missing or unreadable: every page counts as new.
    return {};
  }
}

/** A hash of a page's text: title, description and the content of `main`, without markup. */
export function contentOf(html: string): string {
  const [title = ''] = /<title>.*?<\/title>/s.exec(html) ?? [];
  const [description = ''] = /<meta name="description" content="[^"]*"/.exec(html) ?? [];
  const [main = html] = /<main\b.*<\/main>/s.exec(html) ?? [];
  const words = main.replace(/<(script|style)\b.*?<\/\1>/gs, '').replace(/<[^>]*>/g, ' ');
  const text = `${title}\n${description}\n${words.replace(/\s+/g, ' ').trim()}`;
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}

/** @param file such as `<data>/page-dates.json`; its folder must exist before the first write */
export async function openPageDates(file: string, clock: () => number, log: Log): Promise<PageDates> {
  let known: Readonly<Record<string, DateEntry>> = await read(file);
  let writing: Promise<void> = Promise.resolve();

  async function write(text: string): Promise<void> {
    try {
      // Atomic: written to a temporary file and renamed.
      await writeFile(`${file}.part`, text);
      await rename(`${file}.part`, file);
    } catch (error) {
      log.write('warn', 'page-dates-not-stored', errorFields(error));
    }
  }

  return {
    note(contents) {
      const changed = `${new Date(clock()).toISOString().slice(0, 19)}Z`;
      const paths = Object.keys(contents);
      const isSame = (path: string): boolean => Object.hasOwn(known, path) && known[path]?.content === contents[path];
      // Compared first: after an edit, a site of a thousand funnels differs in one page.
      if (paths.length === Object.keys(known).length && paths.every(isSame)) return;
      const before = known;
      known = Object.fromEntries(
        paths.map((path) => [
          path,
          isSame(path) ? (before[path] as DateEntry) : { content: contents[path] as string, changed },
        ]),
      );
      const text = JSON.stringify(known);
      writing = writing.then(() => write(text));
    },
    of: (path) => (Object.hasOwn(known, path) ? known[path]?.changed : undefined),
    settled: () => writing,
  };
}
