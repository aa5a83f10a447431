/**
 * Sends the time at which a form was opened with each submission, and a proof of work if the server asks for it. Pages with
 * forms of such an intake fetch it.
 */
import type { serverPaths } from '../../engine/paths.ts';
import type { solve } from './solve.ts';

// The table of paths is not shared, so that the module waits for no other file. The compiler compares them.
const openingPath: typeof serverPaths.opening = '/_f/opening';
const proofPath: typeof serverPaths.proof = '/_f/proof';

let opened = '';
fetch(openingPath, { cache: 'no-store', priority: 'low' })
  .then(async (response) => {
    const text = await response.text();
    // A header cannot contain what a portal answers instead.
    if (response.ok && /^[\w.-]{1,40}$/.test(text)) opened = text;
  })
  .catch(console.error);

/** Shorter than the time limit of a call, in milliseconds: a submission without a proof is still sent. */
const patience = 6000;

/** Solves a new challenge for a submission. @returns an empty text if that fails: the server then holds the submission */
async function prove(key: string, signal: AbortSignal): Promise<string> {
  const over = new AbortController();
  const abort = (): void => over.abort();
  const timer = setTimeout(abort, patience);
  signal.addEventListener('abort', abort);
  try {
    const [response, solver] = await Promise.all([
      fetch(`${proofPath}?key=${key}`, { cache: 'no-store', signal: over.signal }),
      import('./solve.ts') as Promise<{ solve: typeof solve }>,
    ]);
    if (!response.ok) throw new Error(`No challenge: ${response.status}`);
    return await solver.solve(await response.json(), over.signal);
  } catch (error) {
    console.error(error);
    return '';
  } finally {
    clearTimeout(timer);
  }
}

if (window.funnel)
  window.funnel.post = async (path, { headers, ...init }) => {
    const send = (proof: string): Promise<Response> =>
      fetch(path, { ...init, headers: { ...headers, 'form-opened': opened, 'form-proof': proof } });
    const response = await send('ready');
    return response.status === 428 ? send(await prove(headers['idempotency-key'], init.signal)) : response;
  };
