import type { EmailFile } from '../../../schemas/generated/types.ts';
import { type Constants, missing, type Type, type Types } from '../../expressions/index.ts';
import { planOf } from '../../vocabulary/plan.ts';
import { walk } from '../../vocabulary/walk.ts';
import type { Draft } from '../link/draft.ts';
import type { Source } from '../source/source.ts';
import { typeOfValue } from '../types/value-types.ts';
import { shownInEmail } from './answer-display.ts';
import { type LoweringContext, lowerValue } from './values.ts';

const none: ReadonlySet<string> = new Set();

/** Compiles an e-mail. Its expressions read facts, site and the values that it declares. */
export function lowerEmail(draft: Draft, source: Source<EmailFile>, options: Constants): EmailFile {
  const values: Types = Object.fromEntries(
    Object.entries(source.data.values ?? {}).map(([name, value]) => {
      const type: Type = { ...typeOfValue(value), ...shownInEmail(draft, source.data.email, name) };
      return [name, value.optional === true ? missing(type, 'a delivery may leave it out') : type];
    }),
  );
  const types: Types = { ...values, ...documentTypes(draft) };
  const around: LoweringContext = {
    draft,
    source,
    options,
    types: () => types,
    anchors: () => none,
  };
  return walk(planOf('email'), source.data, {
    annotated: (kind, value, path, owner, schema) => lowerValue(kind, value, path, owner, schema, around),
  }) as EmailFile;
}

/** The addresses of the documents, by id. An unreadable file may define any. */
function documentTypes({ documents, unknown }: Draft): Types {
  if (unknown.size > 0) return { documents: { kind: 'map', of: { kind: 'any' } } };
  const ids = [...documents.keys()].map((id) => [id, { kind: 'string' }] as const);
  return ids.length === 0 ? {} : { documents: { kind: 'record', fields: Object.fromEntries(ids) } };
}
