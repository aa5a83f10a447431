/** The state of the server in one line, for operators. */
import type { Health } from '../http/health.ts';

export interface Status {
  readonly ready: boolean;
  /** What is wrong and what to do, or that nothing is. */
  readonly line: string;
}

/** The version that a share of visitors gets. */
export interface CanaryState {
  readonly definition: string;
  /** Out of 10,000 visitors. */
  readonly share: number;
}

export interface StatusParts {
  readonly health: Pick<Health, 'ready'>;
  /** The hash of the served definitions. */
  readonly definition: () => string;
  readonly canary: () => CanaryState | null;
  /** Why the folder that authors edit is not served; null when it is. */
  readonly refusal: () => string | null;
  /** What else is wrong without keeping visitors from being served, a sentence each. */
  readonly troubles: () => readonly string[];
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ').trim();

/** Reasons of the process itself, which have no hint of their own. */
const reasons: Readonly<Record<string, string>> = {
  stopping: 'The server is stopping.',
  STORE_FAILED: 'The store has failed. Check the disk and start the server again. Acknowledged leads are safe.',
};

export async function statusOf({ health, definition, canary, refusal, troubles }: StatusParts): Promise<Status> {
  try {
    await health.ready();
  } catch (error) {
    const { message, hint = '' } = error as Error & { readonly hint?: string };
    return { ready: false, line: oneLine(`not ready: ${reasons[message] ?? message} ${hint}`) };
  }
  const reason = refusal();
  const beside = canary();
  const other = beside === null ? '' : `, and ${beside.definition.slice(0, 12)} to ${beside.share / 100} % of visitors`;
  const serving = `serving definition ${definition().slice(0, 12)}${other}`;
  const faults = [...(reason === null ? [] : [`the last edit was refused: ${reason}`]), ...troubles()];
  if (faults.length === 0) return { ready: true, line: `ready: ${serving}` };
  return { ready: true, line: oneLine(`ready, but ${faults.join(' ')} Still ${serving}.`) };
}
