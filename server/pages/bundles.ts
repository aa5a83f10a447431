/** The bundles that islands fetch: each under the hash of its own text, so that it can be kept for ever. */
import { createHash } from 'node:crypto';
import type { SiteDefinition } from '../../engine/definition.ts';
import type { FormMessages } from '../../engine/forms/types.ts';
import { serverPaths } from '../../engine/paths.ts';
import type { PageRenderer } from '../../renderer/contract.ts';
import { type Encoded, encode } from '../http/encoded.ts';

/** The bundles of one version. */
export interface DraftBundles {
  /** Their addresses by flow. */
  readonly addresses: Readonly<Record<string, string>>;
  /** Lets them be found. A version that is refused takes no place among those that browsers still ask for. */
  publish(): void;
}

export interface Bundles {
  /** Makes a version's bundles. */
  draft(site: SiteDefinition, formMessages: FormMessages): DraftBundles;
  /** The bundle of a file name such as `quiz.1f0c….json`; null for one nobody published. */
  find(file: string): Promise<Encoded> | null;
}

export const bundleFolder = `${serverPaths.own}flows/`;

// Pages already open in browsers ask for the bundle of the version they were drawn from, long after an edit.
const keptAtMost = 200;

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
            // Published last is dropped last.
            texts.delete(file);
            texts.set(file, known);
          }
          for (const file of texts.keys()) {
            if (texts.size <= Math.max(keptAtMost, drafts.length)) break;
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
