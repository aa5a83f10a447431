/** Sessions without a browser whose traces are sent to a server, as a browser sends them. */
import { expect } from 'vitest';
import type { SessionInput } from '../../engine/flow/context.ts';
import type { CompiledFlow } from '../../engine/flow/index.ts';
import type { EndReason, TraceLine } from '../../engine/trace/record.ts';
import { type Answer, driveEngine, type EngineDriver, startAt } from './engine-driver.ts';

/** What happens in a session. */
export interface Course {
  readonly input?: Partial<SessionInput>;
  /** Answers the calls; accepts them by default. */
  readonly answer?: Answer;
  /** Null leaves the trace without an end. */
  readonly reason?: EndReason | null;
  readonly run?: (driver: EngineDriver) => Promise<void>;
}

/** The lines of a session's trace. */
export async function traceLines(
  flow: CompiledFlow,
  { input = {}, answer = async () => ({ output: {} }), reason = 'left', run = async () => {} }: Course,
): Promise<TraceLine[]> {
  const driver = await driveEngine(flow, startAt(input), answer);
  await run(driver);
  const lines = driver.trace(reason !== null);
  return JSON.parse(
    JSON.stringify(reason === null ? lines : lines.map((line) => (line.kind === 'end' ? { ...line, reason } : line))),
  ) as TraceLine[];
}

let sessions = 0;

/** Sends the trace of a session in a visit. */
export async function sendTrace(
  url: string,
  visitId: string,
  lines: readonly TraceLine[],
  headers: Readonly<Record<string, string>> = {},
): Promise<void> {
  const text = lines.map((line) => JSON.stringify(line.kind === 'head' ? { ...line, visitId } : line)).join('\n');
  sessions += 1;
  const session = `${visitId}-${String(sessions).padStart(8, '0')}`;
  const reply = await fetch(`${url}/_f/traces?session=${session}&from=0`, {
    method: 'POST',
    headers: { 'content-type': 'text/plain;charset=UTF-8', ...headers },
    body: `${text}\n`,
  });
  expect(reply.status).toBe(204);
}
