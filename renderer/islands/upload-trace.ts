/**
 * Uploads the lines of a trace in order, one request at a time, with retries. Each request names its first line, so the
 * server ignores lines that it has and rejects a request that would leave a gap.
 */

export interface Uploader {
  /** Uploads the lines that the server does not have yet. @param lines the whole trace so far */
  send(lines: readonly object[]): void;
  /** Like `send`, in a request that completes after the page is left. */
  sendNow(lines: readonly object[]): void;
}

/** Maximum size of a request, in bytes. Browsers allow 64 KB for all requests that outlive a page. */
const largest = 60_000;
const firstPause = 1000;
const longestPause = 30_000;
/** Whether a retry may succeed after this status. */
const isTransient = (status: number): boolean => status === 429 || (status >= 500 && status !== 507);

/** The lines that fit into one request, at least one. */
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

/** Creates an uploader. @param address must have a query string */
export function createUploader(address: string): Uploader {
  let latest: readonly object[] = [];
  let acknowledged = 0;
  let busy = false;
  let refused = false;
  let pause = firstPause;

  /** Sends one request. @returns when to send the next one */
  async function attempt(): Promise<'next' | 'later' | 'never'> {
    const { body, count } = bodyOf(latest.slice(acknowledged));
    try {
      const response = await fetch(`${address}&from=${acknowledged}`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-ndjson' },
        body,
      });
      if (response.status === 204) acknowledged += count;
      // The server has more lines than it has acknowledged, or fewer.
      else if (response.status === 409)
        acknowledged = Number(((await response.json()) as { lines: number }).lines) || 0;
      // A portal on the way answers with success, too.
      else if (response.ok) return 'later';
      else return isTransient(response.status) ? 'later' : 'never';
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
      // A beacon is not acknowledged. If the page stays, the same lines are sent again.
      navigator.sendBeacon(`${address}&from=${acknowledged}`, bodyOf(lines.slice(acknowledged)).body);
    },
  };
}
