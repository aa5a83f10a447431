/** The bundles that islands fetch, each under the hash of its text, so that browsers can cache it indefinitely. */
import { createHash } from 'node:crypto';
import type { SiteDefinition } from '../../engine/definition.ts';
import type { FormMessages } from '../../engine/forms/types.ts';
import { serverPaths } from '../../engine/paths.ts';
import type { PageRenderer } from '../../renderer/contract.ts';
import { type Encoded, encode } from '../http/encoded.ts';

/** The bundles of a version that is not served yet. */
export interface DraftBundles {
  /** Their addresses by flow. */
  readonly addresses: Readonly<Record<string, string>>;
  /**
   * Makes them available. Bundles of a refused version are never published, so they evict none that browsers still
   * request.
   */
  publish(): void;
}

export interface Bundles {
  /** Creates a version's bundles. */
  draft(site: SiteDefinition, formMessages: FormMessages): DraftBundles;
  /** The bundle with a file name such as `quiz.1f0c….json`; null when it was not published. */
  find(file: string): Promise<Encoded> | null;
}

export const bundleFolder = `${serverPaths.own}flows/`;

// A page that stays open in a browser requests the bundle of its version long after an edit.
const maxBundles = 200;

export function createBundles(renderer: Pick<PageRenderer, 'bundle'>): Bundles {
  const texts = new Map<string, { readonly text: string; encoded: Promise<Encoded> | null }>();
  return {
    draft(site, formMessages) {
      const drafts = Object.keys(site.flows).map((flow) => {
        const text = JSON.stringify(renderer.bundle(site, flow, formMessages));
        return { flow, text, file: `${flow}.${createHash('sha256').update(text).digest('hex').slice(0, 16)}.json` };
      });
      return {
        addresses: Object.fromEntries(drafts.map(({ flow, file }) => [flow, `${bundleFolder}${file}`])),
        publish() {
          for (const { file, text } of drafts) {
            const known = texts.get(file) ?? { text, encoded: null };
            // Moved to the end: the bundles published longest ago are dropped first.
            texts.delete(file);
            texts.set(file, known);
          }
          for (const file of texts.keys()) {
            if (texts.size <= Math.max(maxBundles, drafts.length)) break;
            texts.delete(file);
          }
        },
      };
    },
    find(file) {
      const known = texts.get(file);
      if (known === undefined) return null;
      known.encoded ??= encode(known.text, 'application/json; charset=utf-8');
      return known.encoded;
    },
  };
}
