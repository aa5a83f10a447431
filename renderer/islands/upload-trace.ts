/**
 * Uploads a trace's lines: one request at a time, in order, repeated until the server has them. Each request says which
 * line it begins with, so the server drops what it has already and refuses what would leave a hole.
 */

export interface Uploader {
  /** Uploads the lines that the server does not have yet. @param lines the whole trace so far */
  send(lines: readonly object[]): void;
  /** The same, in a request that outlives the page. */
  sendNow(lines: readonly object[]): void;
}

/** Bytes a request may have: browsers allow 64 KB for all that outlive a page. */
const largest = 60_000;
const firstPause = 1000;
const longestPause = 30_000;
/** Answers after which the same request may succeed. */
const passing = (status: number): boolean => status === 429 || (status >= 500 && status !== 507);

/** The text of as many lines as one request may have, at least one of them. */
function bodyOf(lines: readonly object[]): { readonly body: string; readonly count: number } {
  const encoder = new TextEncoder();
  let body = '';
  let size = 0;
  let count = 0;
  for (const line of lines) {
    const next = `${JSON.stringify(line)}\n`;
    size += encoder.encode(next).length;
    if (count > 0 && size > largest) break;
    body += next;
    count += 1;
  }
  return { body, count };
}

/** An uploader to an address, which has a query already. */
export function createUploader(address: string): Uploader {
  let latest: readonly object[] = [];
  let acknowledged = 0;
  let busy = false;
  let refused = false;
  let pause = firstPause;

  /** Sends once. @returns whether to go on at once, later, or never again */
  async function attempt(): Promise<'next' | 'later' | 'never'> {
    const { body, count } = bodyOf(latest.slice(acknowledged));
    try {
      const response = await fetch(`${address}&from=${acknowledged}`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-ndjson' },
        body,
      });
      if (response.ok) acknowledged += count;
      // It has more lines than were known here, or fewer.
      else if (response.status === 409) acknowledged = ((await response.json()) as { lines: number }).lines;
      else return passing(response.status) ? 'later' : 'never';
      return 'next';
    } catch {
      return 'later';
    }
  }

  async function run(): Promise<void> {
    if (busy || refused) return;
    busy = true;
    while (!refused && acknowledged < latest.length) {
      const outcome = await attempt();
      if (outcome === 'next') pause = firstPause;
      else if (outcome === 'never') refused = true;
      else {
        await new Promise((done) => setTimeout(done, pause));
        pause = Math.min(2 * pause, longestPause);
      }
    }
    busy = false;
  }

  return {
    send: (lines) => {
      latest = lines;
      void run();
    },
    sendNow: (lines) => {
      latest = lines;
      if (refused || acknowledged >= lines.length) return;
      // Whether it arrives is never known here; should the page live on, the same lines are sent again.
      navigator.sendBeacon(`${address}&from=${acknowledged}`, bodyOf(lines.slice(acknowledged)).body);
    },
  };
}
