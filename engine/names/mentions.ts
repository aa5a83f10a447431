/** The places of names in the definitions, collected once each. */
import type { Source } from '../load/source/source.ts';
import type { DataPath } from '../vocabulary/walk.ts';
import type { SiteLayout } from './layout.ts';
import type { NameKey } from './name.ts';
import type { Scopes } from './scopes.ts';

/** What a name does at a place. */
export const mentionRoles = {
  defines: 'Defined',
  reads: 'Read in expressions',
  posts: 'Posted, stored and answered',
  tracks: 'Tracked',
  leads: 'Leads to it',
  links: 'Links to it',
  uses: 'Used',
} as const;

export type MentionRole = keyof typeof mentionRoles;

/** A name at a place of a file. */
export interface Mention {
  readonly key: NameKey;
  readonly role: MentionRole;
  readonly source: Source;
  /** The value in its file that is named, or that contains the name. */
  readonly path: DataPath;
  /** The place of the written name, in UTF-16 units; without its quotes. */
  readonly offset: number;
  readonly length: number;
  /** Whether the name is not written here, such as a value that a call sends because the intake accepts it. */
  readonly implied: boolean;
}

/** A value in a file that is being read, and what a name does there. */
export interface NamePlace {
  readonly source: Source;
  readonly path: DataPath;
  readonly role: MentionRole;
}

/** A part of a text, in UTF-16 units. */
export interface NameSpan {
  readonly offset: number;
  readonly length: number;
}

/** What the readers of definitions share. */
export interface Collector {
  readonly layout: SiteLayout;
  readonly scopes: Scopes;
  readonly mentions: MentionList;
}

/** The places of names found so far. */
export class MentionList {
  readonly all: Mention[] = [];
  private readonly known = new Set<string>();

  private add(key: NameKey, { source, role, path }: NamePlace, { offset, length }: NameSpan, implied: boolean): void {
    const id = `${key} ${source.path} ${offset} ${implied}`;
    // An anchor of YAML is read again at each of its aliases.
    if (this.known.has(id)) return;
    this.known.add(id);
    this.all.push({ key, role, source, path, offset, length, implied });
  }

  /** Adds a name that is a key. @param part the part of the key that is the name; all of it by default */
  key(name: NameKey, at: NamePlace, part: NameSpan = { offset: 0, length: String(at.path.at(-1)).length }): void {
    const { offset } = at.source.place(at.path, { key: true });
    const quote = /['"]/.test(at.source.text[offset] ?? '') ? 1 : 0;
    this.add(name, at, { offset: offset + quote + part.offset, length: part.length }, false);
  }

  /** Adds a name that is a value. @param part the part of the value that is the name; all of it by default */
  value(name: NameKey, at: NamePlace, part?: NameSpan): void {
    const written = at.path.reduce<unknown>(
      (value, segment) => (value as Record<string | number, unknown>)[segment],
      at.source.data,
    );
    this.add(name, at, at.source.place(at.path, part ?? { offset: 0, length: String(written).length }), false);
  }

  /** Adds a name that is not written, at the value that implies it. */
  implied(name: NameKey, at: NamePlace): void {
    this.add(name, at, at.source.place(at.path), true);
  }
}
