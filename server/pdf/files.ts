/** The PDF files of the documents, made when they are first asked for. */
import { createHash } from 'node:crypto';
import type { SiteDefinition } from '../../engine/definition.ts';
import type { PageRenderer } from '../../renderer/contract.ts';

export interface MadeDocument {
  readonly bytes: Buffer;
  readonly tag: string;
}

export type MadeDocuments = (site: SiteDefinition, origin: string, document: string) => Promise<MadeDocument>;

/** How many files are kept in memory. */
const most = 20;

export function createDocumentFiles(
  renderDocument: PageRenderer['renderDocument'],
  clock: () => number,
): MadeDocuments {
  const files = new Map<string, Promise<MadeDocument>>();
  const make = async (site: SiteDefinition, origin: string, document: string): Promise<MadeDocument> => {
    const bytes = Buffer.from(await renderDocument({ site, origin, document, date: new Date(clock()) }));
    return { bytes, tag: `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"` };
  };
  return (site, origin, document) => {
    const key = JSON.stringify([document, site.documents[document]?.hash, origin]);
    let file = files.get(key);
    if (file === undefined) {
      file = make(site, origin, document);
      files.set(key, file);
      file.catch(() => files.delete(key));
      const [oldest] = files.keys();
      if (files.size > most && oldest !== undefined) files.delete(oldest);
    }
    return file;
  };
}
