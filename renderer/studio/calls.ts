/** Calls of an API of the studio. */

/** A refusal of the server, in words for staff. */
export class CallFault extends Error {
  readonly status: number;
  constructor(status: number, message: string) {
    super(message);
    this.status = status;
  }
}

/**
 * Calls an API.
 * @param body of a POST; without it the call reads
 * @throws CallFault
 */
export async function callApi<Reply>(address: string, body?: string, signal?: AbortSignal): Promise<Reply> {
  let response: Response;
  try {
    response = await fetch(address, {
      ...(body === undefined ? {} : { method: 'POST', body, headers: { 'content-type': 'text/plain' } }),
      ...(signal === undefined ? {} : { signal }),
    });
  } catch (error) {
    if (signal?.aborted === true) throw error;
    throw new CallFault(0, 'The server cannot be reached. Check that it runs, and try again.');
  }
  const reply: unknown = await response.json();
  if (response.ok) return reply as Reply;
  throw new CallFault(response.status, (reply as { readonly message: string }).message);
}

/** The address of a path of the studio's own API. */
export const studioAddress = (path: string): string => `/studio/api${path}`;

/**
 * Calls the studio's own API. A session that has ended leads to the login, and back to this page.
 * @param body of a POST; without it the call reads
 * @throws CallFault
 */
export async function callStudio<Reply>(path: string, body?: string, signal?: AbortSignal): Promise<Reply> {
  try {
    return await callApi<Reply>(studioAddress(path), body, signal);
  } catch (error) {
    if (!(error instanceof CallFault) || error.status !== 401) throw error;
    location.assign(`/studio/login?to=${encodeURIComponent(location.pathname + location.search)}`);
    // The page is about to be left.
    return await new Promise<never>(() => {});
  }
}
