/** What a visit on the server starts with. */
import { randomUUID } from 'node:crypto';
import type { CompiledFlow } from '../../engine/compile/index.ts';
import type { SessionInput } from '../../engine/session/context.ts';
import type { SealedVisit } from './seal.ts';

/** The parameters a step declares, and no others: an address may bring anything. */
export function declaredQuery(compiled: CompiledFlow, step: string, query: URLSearchParams): Record<string, string> {
  const taken: Record<string, string> = {};
  for (const name of Object.keys(compiled.flow.steps[step]?.query ?? {})) {
    const value = query.get(name);
    if (value !== null) taken[name] = value;
  }
  return taken;
}

/** A visit that begins at a step, with everything drawn that is drawn once. */
export function freshVisit(
  compiled: CompiledFlow,
  step: string,
  query: URLSearchParams,
  visit: SessionInput['visit'],
  { clock, random }: { readonly clock: () => number; readonly random: () => number },
): SealedVisit {
  const drawn = Object.entries(compiled.flow.keeps ?? {}).filter(([, type]) => type.draw === true);
  const input: SessionInput = {
    screen: step,
    query: declaredQuery(compiled, step, query),
    visit,
    at: clock(),
    random: random(),
    ids: Object.fromEntries(drawn.map(([name]) => [name, randomUUID()])),
    saved: {},
  };
  return { id: randomUUID(), log: { input, events: [] } };
}
