/**
 * Tells an edit of texts from an edit of behaviour. A flow without its texts has a hole where each text stood; a
 * recorded value that fits such a value apart from its holes differs in words only.
 */

import type { Json } from '../../schemas/compiled.ts';
import type { FlowDefinition } from '../definition.ts';
import { type CompiledFlow, compileFlow } from '../flow/index.ts';
import { planOf } from '../vocabulary/plan.ts';
import { walk } from '../vocabulary/walk.ts';

/** Letters and digits only, so that it stays as it is in an encoded address. */
const hole = 'hole0of0words0hole';

const texts = new Set<string>(['text', 'prose', 'texts']);

/** Every text of a table of texts as a hole; lists and records stay, because expressions look into them. */
function emptied(value: unknown): unknown {
  if (typeof value === 'string') return hole;
  if (Array.isArray(value)) return value.map(emptied);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, part]) => [key, emptied(part)]));
}

/** The flow with a hole in place of each text that a visitor reads. */
export function withoutWords({ flow, forms, judge }: CompiledFlow): CompiledFlow {
  const bare = walk(planOf('flow'), flow, {
    word: (kind, value) => (!texts.has(kind) ? value : kind === 'texts' ? emptied(value) : hole),
  }) as FlowDefinition;
  return compileFlow(
    bare,
    forms.map((form) => (form.errorTitle === undefined ? form : { ...form, errorTitle: hole })),
    (form, values) => {
      const verdict = judge(form, values);
      return verdict.ok ? verdict : { ok: false, errors: verdict.errors.map((error) => ({ ...error, message: hole })) };
    },
  );
}

/** Whether a recorded value is what the flow now gives, apart from its texts. @param bare the value with holes */
export function isSameButWords(recorded: Json | undefined, bare: Json | undefined): boolean {
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
