/** The bundles that islands fetch, each under the hash of its text, so that browsers can cache it indefinitely. */
import { createHash } from 'node:crypto';
import { axesKey } from '../../engine/axes/axes.ts';
import type { SiteDefinition } from '../../engine/definition.ts';
import type { FormMessages } from '../../engine/forms/types.ts';
import { pagesWithFlow } from '../../engine/overlays.ts';
import { serverPaths } from '../../engine/paths.ts';
import type { PageRenderer } from '../../renderer/contract.ts';
import { type EncodedBody, encode } from '../http/encoding.ts';

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
  find(file: string): Promise<EncodedBody> | null;
}

export const bundleFolder = `${serverPaths.own}flows/`;

// A page that stays open in a browser requests the bundle of its version long after an edit.
const maxBundles = 200;
/** Each shares most of its bundles with the others. */
const maxDrafted = 16;

/**
 * Whether two values have the same text as JSON. Flows, forms and pictures that no edit has changed are the same objects,
 * so the comparison does not look into them.
 */
function isSameData(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const [names, others] = [Object.keys(one), Object.keys(other)];
  return (
    names.length === others.length &&
    names.every(
      (name, index) =>
        name === others[index] &&
        isSameData((one as Record<string, unknown>)[name], (other as Record<string, unknown>)[name]),
    )
  );
}

interface BundleText {
  /** What its data is made of. */
  readonly parts: readonly unknown[];
  readonly data: unknown;
  readonly text: string;
  readonly file: string;
}

/** Everything that the bundle of a flow is made of. No edit of something else changes these objects. */
function partsOf(site: SiteDefinition, id: string, formMessages: FormMessages): readonly unknown[] {
  const flow = site.flows[id];
  const pages = pagesWithFlow(site, id);
  const forms = (flow?.forms ?? []).map((form) => site.forms[form]);
  const opens = site.index.flows[id]?.opens === true ? [site.pages] : [];
  // Screens post to the paths of overlays without script.
  const overlays = opens.length > 0 || pages.some((page) => page.overlays !== undefined) ? [site.routes, ...opens] : [];
  return [flow, formMessages, site.site, site.extensions, site.pictures, ...forms, ...pages, ...overlays];
}

const areSame = (some: readonly unknown[], others: readonly unknown[]): boolean =>
  some.length === others.length && some.every((each, index) => each === others[index]);

function serialize(flow: string, parts: readonly unknown[], data: unknown): BundleText {
  const text = JSON.stringify(data);
  return { parts, data, text, file: `${flow}.${createHash('sha256').update(text).digest('hex').slice(0, 16)}.json` };
}

export function createBundles(renderer: Pick<PageRenderer, 'bundle'>): Bundles {
  const texts = new Map<string, { readonly text: string; encoded: Promise<EncodedBody> | null }>();
  /** The bundles of the last draft for each value of the axes, by flow. The newest draft is the last one. */
  const drafted = new Map<string, ReadonlyMap<string, BundleText>>();
  return {
    draft(site, formMessages) {
      const key = axesKey(site.axes);
      const last = drafted.get(key) ?? [...drafted.values()].at(-1);
      const drafts = new Map(
        Object.keys(site.flows).map((flow) => {
          const parts = partsOf(site, flow, formMessages);
          const before = last?.get(flow);
          if (before !== undefined && areSame(before.parts, parts)) return [flow, before];
          const data = renderer.bundle(site, flow, formMessages);
          const isSame = before !== undefined && isSameData(before.data, data);
          return [flow, isSame ? { ...before, parts } : serialize(flow, parts, data)];
        }),
      );
      drafted.delete(key);
      drafted.set(key, drafts);
      for (const oldest of drafted.keys()) if (drafted.size > maxDrafted) drafted.delete(oldest);
      return {
        addresses: Object.fromEntries([...drafts].map(([flow, { file }]) => [flow, `${bundleFolder}${file}`])),
        publish() {
          for (const { file, text } of drafts.values()) {
            const known = texts.get(file) ?? { text, encoded: null };
            // Moved to the end: the bundles published longest ago are dropped first.
            texts.delete(file);
            texts.set(file, known);
          }
          for (const file of texts.keys()) {
            if (texts.size <= Math.max(maxBundles, drafts.size)) break;
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
