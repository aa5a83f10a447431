/** What the server answers to a question that a part of the page asks when it is shown. */
import { useEffect, useState } from 'react';
import { CallFault } from './calls.ts';

export type StudioAnswer<Reply> =
  | { readonly state: 'waiting' }
  | { readonly state: 'failed'; readonly message: string }
  | { readonly state: 'ready'; readonly reply: Reply };

/**
 * Asks when the key changes, and drops the answer to an earlier question.
 * @param key identifies the question
 */
export function useAnswer<Reply>(key: string, ask: (signal: AbortSignal) => Promise<Reply>): StudioAnswer<Reply> {
  const [answer, setAnswer] = useState<{ readonly key: string; readonly of: StudioAnswer<Reply> } | null>(null);
  // biome-ignore lint/correctness/useExhaustiveDependencies: the key identifies the question
  useEffect(() => {
    const over = new AbortController();
    ask(over.signal).then(
      (reply) => setAnswer({ key, of: { state: 'ready', reply } }),
      (error: unknown) => {
        if (over.signal.aborted) return;
        const message = error instanceof CallFault ? error.message : String(error);
        setAnswer({ key, of: { state: 'failed', message } });
      },
    );
    return () => over.abort();
  }, [key]);
  return answer?.key === key ? answer.of : { state: 'waiting' };
}
