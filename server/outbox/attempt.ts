/** One attempt to send a message. */
import type { OutboxMessage, SettledAttempt } from '../store/types.ts';
import type { Connector, SendResult } from './connector.ts';

/** An attempt that has ended. */
export interface SendAttempt {
  readonly message: OutboxMessage;
  readonly result: SendResult;
  readonly ms: number;
  /** Epoch milliseconds. */
  readonly at: number;
}

async function send(connector: Connector, message: OutboxMessage, signal: AbortSignal): Promise<SendResult> {
  const { id, dedupeKey, createdAt, sequence, attempts, payload, fault } = message;
  // A mistake of the engine, or of a person in the database: another attempt would find it again.
  if (fault !== null) return { result: 'refused', reason: fault };
  try {
    const outgoing = { id, dedupeKey: dedupeKey ?? id, createdAt, sequence, attempt: attempts, payload };
    return await connector.send(outgoing, signal);
  } catch (error) {
    // A connector does not reject; its own mistake must not lose the message.
    return { result: 'failed', reason: `connector: ${(error as Error).name}` };
  }
}

/** Sends a message once. Never rejects. @param clock epoch milliseconds */
export async function attemptSend(
  connector: Connector,
  message: OutboxMessage,
  signal: AbortSignal,
  clock: () => number,
): Promise<SendAttempt> {
  const started = performance.now();
  const result = await send(connector, message, signal);
  return { message, result, ms: Math.round(performance.now() - started), at: clock() };
}

/** The outcome of an attempt that the end of the process has cut off: the message is sent again. */
export function interruption({ message, at, ms }: SendAttempt): SettledAttempt {
  const { tries, seen } = message;
  const attempt = { at, outcome: 'failed', detail: 'the server was stopped', ms } as const;
  return { message, attempt, status: 'waiting', tries, seen, nextAt: at };
}
