/** The tags of a site. */
import type { SiteFile, Tags } from '../../schemas/generated/types.ts';
import type { Category } from '../consent/consent.ts';
import type { MappedEvent } from './event-mapping.ts';
import { ga4 } from './ga4.ts';
import { googleAds } from './google-ads.ts';
import { gtm } from './gtm.ts';
import { linkedin } from './linkedin.ts';
import { tiktok } from './tiktok.ts';
import type { TagHosts, TagWords } from './words.ts';

export type TagKind = keyof Tags;

/** Every kind of tag, in the order in which a page opens them. */
export const tagKinds = { gtm, ga4, googleAds, tiktok, linkedin } satisfies Record<TagKind, TagWords>;

export type PersonalName = 'email' | 'phone' | 'name';

/** A tag with its defaults. */
export interface ConfiguredTag {
  readonly kind: TagKind;
  readonly id: string;
  readonly purpose: Category;
  readonly events: Readonly<Record<string, MappedEvent>>;
  /** The personal values that it receives as hashes. */
  readonly user: readonly PersonalName[];
  readonly phoneCode: string | null;
  readonly script: string;
  readonly hosts: TagHosts;
  readonly clickIds: readonly string[];
}

/** The keys that the tags of some kinds have. */
interface WrittenTag {
  readonly id: string;
  readonly purpose?: Category;
  readonly events?: Readonly<Record<string, MappedEvent>>;
  readonly user?: readonly PersonalName[];
  readonly phoneCode?: string;
  readonly script?: string;
  readonly hosts?: readonly string[];
}

/** The tags that a site configures. */
export function configuredTags({ integrations }: Pick<SiteFile, 'integrations'>): ConfiguredTag[] {
  const written = (integrations?.tags ?? {}) as Readonly<Partial<Record<TagKind, WrittenTag>>>;
  return (Object.keys(tagKinds) as TagKind[]).flatMap((kind) => {
    const tag = written[kind];
    if (tag === undefined) return [];
    const words = tagKinds[kind];
    const { id, purpose = words.purpose, events = {}, user = [], phoneCode = null, script = words.script } = tag;
    const more = tag.hosts ?? [];
    // An address of the scheme was checked by its pattern.
    const scriptHost = script.slice('https://'.length).split('/')[0] as string;
    const { scripts, images, connections, frames } = words.hosts;
    const hosts = {
      scripts: [...new Set([scriptHost, ...scripts, ...more])],
      images: [...new Set([...images, ...more])],
      connections: [...new Set([scriptHost, ...connections, ...more])],
      frames,
    };
    return [{ kind, id, purpose, events, user, phoneCode, script, hosts, clickIds: words.clickIds }];
  });
}
