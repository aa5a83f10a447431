/** Calls of the studio's API. */

const base = '/studio/api';

/** A refusal of the server, in words for staff. */
export class CallFault extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/**
 * Calls the API. A session that has ended leads to the login, and back to this page.
 * @param body of a POST; without it the call reads
 * @throws CallFault
 */
export async function callStudio<Reply>(path: string, body?: string, signal?: AbortSignal): Promise<Reply> {
  let response: Response;
  try {
    response = await fetch(base + path, {
      ...(body === undefined ? {} : { method: 'POST', body, headers: { 'content-type': 'text/plain' } }),
      ...(signal === undefined ? {} : { signal }),
    });
  } catch (error) {
    if (signal?.aborted === true) throw error;
    throw new CallFault(0, 'The server cannot be reached. Check that it runs, and try again.');
  }
  if (response.status === 401) {
    location.assign(`/studio/login?to=${encodeURIComponent(location.pathname + location.search)}`);
    // The page is about to be left.
    return await new Promise<never>(() => {});
  }
  const reply: unknown = await response.json();
  if (response.ok) return reply as Reply;
  throw new CallFault(response.status, (reply as { readonly message: string }).message);
}
