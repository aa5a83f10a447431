/**
 * Distinguishes an edit of texts from an edit of behaviour. A flow without texts has a placeholder for each text. A
 * recorded value that equals a value of that flow, apart from the placeholders, differs only in its texts.
 */

import type { Json } from '../../schemas/compiled.ts';
import type { FlowDefinition } from '../definition.ts';
import { type CompiledFlow, compileFlow } from '../flow/index.ts';
import { planOf } from '../vocabulary/plan.ts';
import { walk } from '../vocabulary/walk.ts';

/** Letters and digits only, so that encoding an address does not change it. */
const hole = 'hole0of0words0hole';

const texts = new Set<string>(['text', 'prose', 'texts']);

/**
 * Replaces every text in a table of texts by a placeholder. Lists and records remain, because expressions read them.
 */
function emptied(value: unknown): unknown {
  if (typeof value === 'string') return hole;
  if (Array.isArray(value)) return value.map(emptied);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, emptied(part)]));
}

const made = new WeakMap<CompiledFlow, CompiledFlow>();

/** The flow with a placeholder for each text that visitors read, made once. */
export function withoutTexts(compiled: CompiledFlow): CompiledFlow {
  const known = made.get(compiled) ?? makeWithoutTexts(compiled);
  made.set(compiled, known);
  return known;
}

function makeWithoutTexts({ flow, forms, validate }: CompiledFlow): CompiledFlow {
  const bare = walk(planOf('flow'), flow, {
    annotated: (kind, value) => (!texts.has(kind) ? value : kind === 'texts' ? emptied(value) : hole),
  }) as FlowDefinition;
  return compileFlow(
    bare,
    forms.map((form) => (form.errorTitle === undefined ? form : { ...form, errorTitle: hole })),
    (form, values) => {
      const verdict = validate(form, values);
      return verdict.ok ? verdict : { ok: false, errors: verdict.errors.map((error) => ({ ...error, message: hole })) };
    },
  );
}

/** Whether a recorded value equals the current one apart from its texts. @param bare the value with placeholders */
export function differsOnlyInTexts(recorded: Json | undefined, bare: Json | undefined): boolean {
  if (typeof recorded !== 'string' || typeof bare !== 'string' || !bare.includes(hole)) return false;
  const [first = '', ...rest] = bare.split(hole);
  const last = rest.pop() ?? '';
  if (!recorded.startsWith(first) || !recorded.endsWith(last)) return false;
  let at = first.length;
  for (const piece of rest) {
    const found = recorded.indexOf(piece, at);
    if (found < 0) return false;
    at = found + piece.length;
  }
  return at <= recorded.length - last.length;
}
