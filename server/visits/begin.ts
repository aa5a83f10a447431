/** Creates visits on the server. */

import type { SessionInput } from '../../engine/flow/context.ts';
import type { CompiledFlow } from '../../engine/flow/index.ts';
import { postedNames } from '../../engine/flow/post-names.ts';
import type { SealedVisit } from './seal.ts';

/** The parameters that a step declares; all others are dropped. */
export function declaredQuery(compiled: CompiledFlow, step: string, query: URLSearchParams): Record<string, string> {
  const declared: Record<string, string> = {};
  for (const name of Object.keys(compiled.flow.steps[step]?.query ?? {})) {
    const value = query.get(name);
    if (value !== null) declared[name] = value;
  }
  return declared;
}

/**
 * The seed of the ids of a visit that begins with its submission. The same form posted again within a day (UTC) gets
 * the same visit. Null when no personal data was typed: then two equal posts may come from two visitors.
 * @param sender further values that distinguish visitors, such as the address
 */
export function seedOf(
  { flow, forms }: CompiledFlow,
  step: string,
  fields: URLSearchParams,
  sender: readonly (string | null)[],
  at: number,
): string | null {
  const begun = flow.steps[step];
  const own = begun?.kind === 'form' ? begun.form : undefined;
  // A flow may begin with a step that leads to its form.
  const shownFields = forms.filter(({ id }) => own === undefined || id === own).flatMap(({ fields }) => fields);
  const typed = shownFields.filter(({ name }) => (fields.get(name) ?? '') !== '');
  if (fields.has(postedNames.event) || !typed.some(({ pii }) => pii !== undefined)) return null;
  const typedValues = typed.map(({ name }) => [name, fields.getAll(name)]);
  return JSON.stringify([flow.flow, step, typedValues, sender, Math.floor(at / 86_400_000)]);
}

/**
 * A new visit, with its ids generated.
 * @param beginning the screen it begins at, and its initial values
 * @param draw returns a new UUID per call
 */
export function newVisit(
  compiled: CompiledFlow,
  beginning: Pick<SessionInput, 'screen' | 'saved'>,
  query: URLSearchParams,
  visit: SessionInput['visit'],
  {
    clock,
    random,
    createId,
  }: { readonly clock: () => number; readonly random: () => number; readonly createId: () => string },
): SealedVisit {
  const generated = Object.entries(compiled.flow.data ?? {}).filter(([, type]) => type.generate === true);
  const input: SessionInput = {
    ...beginning,
    query: declaredQuery(compiled, beginning.screen ?? '', query),
    visit,
    at: clock(),
    random: random(),
    ids: Object.fromEntries(generated.map(([name]) => [name, createId()])),
  };
  return { id: createId(), log: { input, events: [] } };
}
