/** What a visit on the server starts with. */

import type { SessionInput } from '../../engine/flow/context.ts';
import type { CompiledFlow } from '../../engine/flow/index.ts';
import { postedNames } from '../../engine/flow/posted-names.ts';
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

/**
 * What the ids of a visit that begins with its submission are drawn from, so that the same form posted again within a
 * day (UTC) is the same visit; null when nothing personal was typed: then two posts alike may be two visitors.
 * @param sender what else tells visitors apart, such as the address
 */
export function seedOf(
  { flow, forms }: CompiledFlow,
  step: string,
  fields: URLSearchParams,
  sender: readonly (string | null)[],
  at: number,
): string | null {
  const own = flow.steps[step]?.form;
  // A flow may begin with a step that leads on to its form.
  const asked = forms.filter(({ id }) => own === undefined || id === own).flatMap(({ fields }) => fields);
  const typed = asked.filter(({ name }) => (fields.get(name) ?? '') !== '');
  if (fields.has(postedNames.event) || !typed.some(({ pii }) => pii !== undefined)) return null;
  const said = typed.map(({ name }) => [name, fields.getAll(name)]);
  return JSON.stringify([flow.flow, step, said, sender, Math.floor(at / 86_400_000)]);
}

/**
 * A visit that begins, with everything drawn that is drawn once.
 * @param beginning the screen it begins at, and the values it begins with
 * @param draw a fresh UUID at each call
 */
export function freshVisit(
  compiled: CompiledFlow,
  beginning: Pick<SessionInput, 'screen' | 'saved'>,
  query: URLSearchParams,
  visit: SessionInput['visit'],
  { clock, random, draw }: { readonly clock: () => number; readonly random: () => number; readonly draw: () => string },
): SealedVisit {
  const drawn = Object.entries(compiled.flow.keeps ?? {}).filter(([, type]) => type.draw === true);
  const input: SessionInput = {
    ...beginning,
    query: declaredQuery(compiled, beginning.screen ?? '', query),
    visit,
    at: clock(),
    random: random(),
    ids: Object.fromEntries(drawn.map(([name]) => [name, draw()])),
  };
  return { id: draw(), log: { input, events: [] } };
}
