import type { DocumentFile } from '../../../schemas/generated/types.ts';
import type { Constants } from '../../expressions/index.ts';
import { planOf } from '../../vocabulary/plan.ts';
import { walk } from '../../vocabulary/walk.ts';
import type { Draft } from '../link/draft.ts';
import type { Source } from '../source/source.ts';
import { type LoweringContext, lowerValue } from './values.ts';

const none: ReadonlySet<string> = new Set();

/** Compiles a document. Its expressions read facts and site: it is the same for everybody. */
export function lowerDocument(draft: Draft, source: Source<DocumentFile>, options: Constants): DocumentFile {
  const around: LoweringContext = { draft, source, options, types: () => ({}), anchors: () => none };
  return walk(planOf('document'), source.data, {
    annotated: (kind, value, path, owner, schema) => lowerValue(kind, value, path, owner, schema, around),
  }) as DocumentFile;
}
