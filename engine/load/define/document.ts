import type { DocumentFile, SiteFile } from '../../../schemas/generated/types.ts';
import type { DocumentDefinition } from '../../definition.ts';
import type { Constants } from '../../expressions/index.ts';
import type { Draft } from '../link/draft.ts';
import { lowerDocument } from '../lower/document.ts';
import { type Hash, mailedHash } from '../lower/hashes.ts';
import type { Source } from '../source/source.ts';

interface Around {
  readonly draft: Draft;
  readonly site: SiteFile;
  readonly constants: Constants;
  readonly hash: Hash;
}

/** Lowers a document. */
export function defineDocument(
  source: Source<DocumentFile>,
  { draft, site, constants, hash }: Around,
): DocumentDefinition {
  const document = lowerDocument(draft, source, constants);
  return { ...document, hash: mailedHash(hash, document, site) };
}
