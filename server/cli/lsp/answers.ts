/** Answers to an editor about a place in a document: completion, explanation, definition, uses, renaming. */
import {
  type CompletionItem,
  CompletionItemKind,
  type Hover,
  type Location,
  type Position,
  type Range,
  TextEdit,
  type WorkspaceEdit,
} from 'vscode-languageserver/node';
import { TextDocument } from 'vscode-languageserver-textdocument';
import type { Source } from '../../../engine/load/source/source.ts';
import { siteLayout } from '../../../engine/names/layout.ts';
import type { Mention } from '../../../engine/names/mentions.ts';
import { kindOfKey, type NameKey, nameKinds, ownName, qualifiedName } from '../../../engine/names/name.ts';
import { offeredNames } from '../../../engine/names/offers.ts';
import type { NamedDefinitions } from '../names.ts';
import { checkedRename } from '../rename.ts';
import { type Candidate, candidatesAt } from './candidates.ts';
import type { EditedDefinitions } from './definitions.ts';
import { pathAt } from './path-at.ts';
import type { EditorSchemas } from './schemas.ts';

const documentOf = (text: string): TextDocument => TextDocument.create('', 'yaml', 0, text);

/** A part of a text as editors count it: lines and columns from 0. */
export function rangeIn(text: string, start: number, end: number): Range {
  const document = documentOf(text);
  return { start: document.positionAt(start), end: document.positionAt(end) };
}

/** Answers an editor's questions about a folder of definitions. Paths are those below the folder. */
export class EditorAnswers {
  private readonly definitions: EditedDefinitions;
  private readonly schemas: EditorSchemas;

  constructor(definitions: EditedDefinitions, schemas: EditorSchemas) {
    this.definitions = definitions;
    this.schemas = schemas;
  }

  private textOf(path: string): string {
    return this.definitions.files.files.find((file) => file.path === path)?.text ?? '';
  }

  private sourceOf(path: string): Source | undefined {
    return this.definitions.sourcesWith().find((source) => source.path === path);
  }

  /** The completions at a position: names first, then keys and values. */
  async complete(path: string, position: Position): Promise<CompletionItem[]> {
    const text = this.textOf(path);
    const items = new Map<string, CompletionItem>();
    const add = ({ start, end }: Candidate, item: CompletionItem, text_: string): void => {
      if (items.has(item.label)) return;
      items.set(item.label, { ...item, textEdit: TextEdit.replace(rangeIn(text, start, end), text_) });
    };
    const groups = candidatesAt(path, text, documentOf(text).offsetAt(position));
    const named = groups.map((group) => group.map((candidate) => ({ candidate, offers: this.namesFor(candidate) })));
    for (const { candidate, offers } of named.find((group) => group.some((each) => each.offers.length > 0)) ?? [])
      for (const { key, name, about } of offers)
        add(
          candidate,
          { label: name, kind: CompletionItemKind.Reference, detail: about, sortText: `0${qualifiedName(key)}` },
          candidate.isBareKey ? `${name}: ` : name,
        );
    this.schemas.use(this.definitions.files.extensions);
    for (const candidate of groups.flat()) {
      const { source, name, isBareKey } = candidate;
      for (const offer of await this.schemas.offersAt(source.kind, source.data, name))
        add(
          candidate,
          {
            label: offer.text,
            kind: offer.isKey ? CompletionItemKind.Property : CompletionItemKind.Value,
            sortText: `1${offer.text}`,
            ...(offer.about === undefined ? {} : { documentation: { kind: 'markdown', value: offer.about } }),
          },
          offer.isKey && isBareKey ? `${offer.text}: ` : offer.text,
        );
    }
    return [...items.values()];
  }

  private namesFor({ source, name }: Candidate) {
    const { names } = this.definitions.latestNames;
    const others = names.mentions.filter((mention) => mention.source.path !== source.path);
    const layout = siteLayout(this.definitions.sourcesWith(source));
    return offeredNames(source, name, layout, others, this.definitions.files.assets);
  }

  /** What the key or the name at a position means. */
  async hover(path: string, position: Position): Promise<Hover | null> {
    const source = this.sourceOf(path);
    if (source === undefined) return null;
    const mention = this.mentionAt(path, position);
    this.schemas.use(this.definitions.files.extensions);
    const about = await this.schemas.explain(
      source.kind,
      source.data,
      pathAt(source, documentOf(source.text).offsetAt(position)),
    );
    const named =
      mention === undefined ? [] : [`\`${qualifiedName(mention.key)}\`: ${nameKinds[kindOfKey(mention.key)]}`];
    const value = [...named, ...(about === null ? [] : [about])].join('\n\n');
    return value === '' ? null : { contents: { kind: 'markdown', value } };
  }

  /** The name at a position. */
  private mentionAt(path: string, position: Position): Mention | undefined {
    const offset = documentOf(this.textOf(path)).offsetAt(position);
    return this.definitions.names.names.mentions.find(
      ({ source, offset: start, length, implied }) =>
        !implied && source.path === path && start <= offset && offset <= start + length,
    );
  }

  /** The names that are one value with that at a position. */
  private groupAt(path: string, position: Position): readonly NameKey[] {
    const mention = this.mentionAt(path, position);
    return mention === undefined ? [] : (this.definitions.names.same.get(mention.key) ?? [mention.key]);
  }

  private placesOf(group: readonly NameKey[], isWanted: (mention: Mention) => boolean): Location[] {
    return this.definitions.names.names.mentions
      .filter((mention) => !mention.implied && group.includes(mention.key) && isWanted(mention))
      .map(({ source, offset, length }) => ({
        uri: this.definitions.uriOf(source.path),
        range: rangeIn(source.text, offset, offset + length),
      }));
  }

  /** Where the thing that a position names is defined; a picture or another file is its own definition. */
  definition(path: string, position: Position): Location[] {
    const group = this.groupAt(path, position);
    const files = group.flatMap((key) => (kindOfKey(key) === 'asset' ? [ownName(key)] : []));
    return [
      ...this.placesOf(group, ({ role }) => role === 'defines'),
      ...files
        .filter((file) => this.definitions.files.assets.has(file))
        .map((file) => ({ uri: this.definitions.uriOf(file), range: rangeIn('', 0, 0) })),
    ];
  }

  /** Every place of the thing that a position names. */
  references(path: string, position: Position, withDefinition: boolean): Location[] {
    return this.placesOf(this.groupAt(path, position), ({ role }) => withDefinition || role !== 'defines');
  }

  /** The name at a position that can be renamed; null where there is none. */
  renameable(path: string, position: Position): { range: Range; placeholder: string } | null {
    const mention = this.mentionAt(path, position);
    if (mention === undefined) return null;
    const { source, offset, length, key } = mention;
    return { range: rangeIn(source.text, offset, offset + length), placeholder: ownName(key) };
  }

  /**
   * The edits that give the thing at a position another name, as `funnel rename` makes them.
   * @throws RangeError when the name is taken, or means something else somewhere
   */
  rename(path: string, position: Position, now: string): WorkspaceEdit | null {
    const mention = this.mentionAt(path, position);
    if (mention === undefined) return null;
    const { names, same } = this.definitions.names;
    const named: NamedDefinitions = { ...this.definitions.files, names, same, unread: [] };
    const { plan } = checkedRename(named, mention.key, now, { aliases: true });
    const changes: NonNullable<WorkspaceEdit['documentChanges']> = plan.files.map(({ path: file, before, after }) => ({
      textDocument: { uri: this.definitions.uriOf(file), version: null },
      edits: [changedPart(before, after)],
    }));
    const moves = [...plan.files.map((file) => [file.path, file.newPath] as const), ...plan.movedAssets];
    for (const [from, to] of moves)
      if (from !== to)
        changes.push({ kind: 'rename', oldUri: this.definitions.uriOf(from), newUri: this.definitions.uriOf(to) });
    return { documentChanges: changes };
  }
}

/** The edit of the part of a text that differs from another one. */
function changedPart(before: string, after: string): TextEdit {
  let start = 0;
  while (start < Math.min(before.length, after.length) && before[start] === after[start]) start += 1;
  let same = 0;
  const most = Math.min(before.length, after.length) - start;
  while (same < most && before.at(-1 - same) === after.at(-1 - same)) same += 1;
  return TextEdit.replace(rangeIn(before, start, before.length - same), after.slice(start, after.length - same));
}
