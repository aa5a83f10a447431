import { type Document, isAlias, isMap, LineCounter, parseDocument, visit } from 'yaml';
import { nearest } from '../../errors/nearest.ts';
import { Report } from '../../errors/report.ts';
import { tooDeepAt } from '../guard/depth.ts';
import { checkPlainData } from '../guard/plain-data.ts';
import { type FileKind, Source, SourceText } from '../source/source.ts';
import { cutOffTexts, silentMistakes, syntaxMistakes } from './syntax-mistakes.ts';

/** A file's limits: bytes, nesting levels, alias expansion, and the number of syntax errors that are reported. */
export const limits = { bytes: 1024 * 1024, depth: 64, aliases: 100, syntaxErrors: 5 } as const;

const suffixes = [
  'page',
  'flow',
  'form',
  'api',
  'part',
  'collection',
  'email',
  'document',
  'scenario',
  'funnel',
] as const;

/** A definition's name, and what follows it. */
const likeDefinition = new RegExp(`^(.+\\.(?:${suffixes.join('|')})|site)\\.(.+)$`);

/** The endings of definitions. JSON is read as the YAML that it is, so that its positions and messages are the same. */
const ending = /\.(?:yaml|yml|json)$/;

/** The kind of definition in a file, by its name. */
export function fileKindOf(path: string): FileKind | undefined {
  if (!ending.test(path)) return undefined;
  const stem = withoutEnding(path);
  if (stem === 'site') return 'site';
  return suffixes.find((kind) => stem.endsWith(`.${kind}`) && stem.split('/').pop() !== `.${kind}`);
}

/** Whether a file is read as a definition. YAML of an unknown kind is, to be reported; other JSON is an asset. */
export const isDefinitionPath = (path: string): boolean => /\.ya?ml$/i.test(path) || fileKindOf(path) !== undefined;

/** A definition's path without `.yaml`, `.yml` or `.json`. */
export const withoutEnding = (path: string): string => path.replace(ending, '');

/** The files without those whose names differ from an earlier one only in the ending, which are reported. */
export function withoutTwins<T extends { path: string; text: string }>(files: readonly T[], report: Report): T[] {
  const first = new Map<string, string>();
  return files.filter(({ path, text }) => {
    const stem = fileKindOf(path) === undefined ? path : withoutEnding(path);
    const other = first.get(stem);
    if (other === undefined) first.set(stem, path);
    else report.add('file-twice', new SourceText(path, text), { offset: 0, length: 1 }, { other });
    return other === undefined;
  });
}

/** Parses one file to plain data; undefined if that fails, with its errors reported. */
export function parseFile(file: { path: string; text: string }, report: Report): Source | undefined {
  const source = new SourceText(file.path, file.text);
  const kind = fileKindOf(file.path);
  if (kind === undefined) {
    const like = definitionLike(file.path);
    if (like?.isCopy) report.add('file-ignored', source, { offset: 0, length: 1 }, like);
    else report.add('file-unknown', source, { offset: 0, length: 1 }, { near: like?.near ?? nearName(file.path) });
    return undefined;
  }
  // A UTF-16 unit is at most three bytes, so most files need no exact count.
  const bytes = file.text.length * 3 > limits.bytes ? utf8Length(file.text) : 0;
  if (bytes > limits.bytes) {
    report.add('file-too-big', source, { offset: 0, length: 1 }, { bytes, most: limits.bytes });
    return undefined;
  }
  // A byte that is not UTF-8 was decoded to U+FFFD, the replacement character.
  const undecoded = file.text.indexOf('\ufffd');
  if (undecoded >= 0) {
    report.add('file-encoding', source, { offset: undecoded, length: 1 });
    reportBeside(source, kind, report);
    return undefined;
  }
  const deep = tooDeepAt(file.text, limits.depth);
  if (deep !== undefined) {
    report.add('file-too-deep', source, { offset: deep, length: 1 }, { most: limits.depth });
    return undefined;
  }
  return parse(source, kind, report);
}

/** Reports the other mistakes of a file with signs that could not be decoded: those of other lines. */
function reportBeside(source: SourceText, kind: FileKind, report: Report): void {
  // A file with zeros has two bytes for each sign, so that nothing in it is what it seems to be.
  if (source.text.includes('\0') || tooDeepAt(source.text, limits.depth) !== undefined) return;
  const own = new Report();
  parse(source, kind, own);
  report.adopt(own.problems.filter(({ line }) => !source.lines[line - 1]?.includes('\ufffd')));
}

function parse(source: SourceText, kind: FileKind, report: Report): Source | undefined {
  const counter = new LineCounter();
  const document = parseDocument(source.text, {
    lineCounter: counter,
    prettyErrors: false,
    uniqueKeys: true,
    version: '1.2',
  });
  const before = report.problems.length;
  const mistakes = [...document.errors, ...document.warnings].slice(0, limits.syntaxErrors);
  const tab = mistakes.map(({ pos }) => tabBefore(source.text, pos[0])).find((at) => at !== undefined);
  if (tab !== undefined) {
    report.add('yaml-tab', source, { offset: tab, length: 1 });
    return undefined;
  }
  for (const { pos } of mistakes.filter(({ code }) => code === 'DUPLICATE_KEY')) {
    const [start] = pos;
    const key = /^[^\s:,\]}]+/.exec(source.text.slice(start))?.[0] ?? 'A key';
    report.add('yaml-duplicate-key', source, { offset: start, length: key.length }, { key });
  }
  const malformed = mistakes.filter(({ code }) => code !== 'DUPLICATE_KEY');
  for (const { offset, length, ...why } of malformed.length > 0
    ? syntaxMistakes(source.text, document, malformed)
    : silentMistakes(source.text, document).map((mistake) => ({ ...mistake, isRead: true })))
    report.add('yaml-syntax', source, { offset, length }, why);
  if (report.problems.length === before) checkPlainData(document, source, report);
  if (report.problems.length > before) return undefined;
  for (const { offset, lost, whole } of cutOffTexts(source.text, document))
    report.add('text-cut-off', source, { offset, length: lost.length }, { lost, whole });
  if (document.contents === null) {
    report.add('file-empty', source, { offset: 0, length: 1 });
    return undefined;
  }
  const unresolved = unresolvedAlias(document);
  if (unresolved !== undefined) {
    const { name, offset } = unresolved;
    const reason = `*${name} repeats the value of an anchor, and no value above it is marked with &${name}.`;
    report.add('yaml-syntax', source, { offset, length: name.length + 1 }, { reason });
    return undefined;
  }
  try {
    const data = document.toJS({ maxAliasCount: limits.aliases }) as Record<string, unknown>;
    return new Source({
      path: source.path,
      text: source.text,
      kind,
      document: document,
      counter,
      data,
    });
  } catch (error) {
    if (!(error instanceof ReferenceError)) throw error;
    const star = Math.max(0, source.text.search(/\*[A-Za-z]/));
    report.add('yaml-too-many-aliases', source, { offset: star, length: 2 });
    return undefined;
  }
}

/**
 * What can be read of a file with mistakes in its YAML, for editors. Undefined if its name is that of no definition, if it is too
 * large, or if it is no record.
 */
export function parseLeniently({ path, text }: { path: string; text: string }): Source | undefined {
  const kind = fileKindOf(path);
  if (kind === undefined || text.length > limits.bytes || tooDeepAt(text, limits.depth) !== undefined) return undefined;
  const counter = new LineCounter();
  const document = parseDocument(text, {
    lineCounter: counter,
    prettyErrors: false,
    uniqueKeys: false,
    version: '1.2',
  });
  if (!isMap(document.contents) || unresolvedAlias(document) !== undefined) return undefined;
  const data = document.toJS({ maxAliasCount: limits.aliases }) as Record<string, unknown>;
  return new Source({ path, text, kind, document, counter, data });
}

/** The first alias without an anchor above it. */
function unresolvedAlias(document: Document): { name: string; offset: number } | undefined {
  const anchors = new Set<string>();
  let found: { name: string; offset: number } | undefined;
  visit(document, {
    Node(_, node) {
      if (isAlias(node) && !anchors.has(node.source)) {
        found = { name: node.source, offset: node.range?.[0] ?? 0 };
        return visit.BREAK;
      }
      if (!isAlias(node) && node.anchor !== undefined) anchors.add(node.anchor);
      return undefined;
    },
  });
  return found;
}

/** The offset of a tab in the indentation of a line, if there is one. */
export function tabBefore(text: string, offset: number): number | undefined {
  const start = text.lastIndexOf('\n', offset - (text[offset] === '\n' ? 1 : 0)) + 1;
  const indentation = /^[ \t]*/.exec(text.slice(start))?.[0] ?? '';
  return indentation.includes('\t') ? start + indentation.indexOf('\t') : undefined;
}

/** Reports assets whose names look like definitions. */
export function checkAssetNames(assets: ReadonlySet<string>, report: Report): void {
  for (const path of assets) if (definitionLike(path) !== undefined) parseFile({ path, text: '' }, report);
}

/** The name a file would have as a definition, and whether it looks like a copy; undefined for other files. */
function definitionLike(path: string): { near: string; isCopy: boolean } | undefined {
  const name = path.split('/').pop() ?? path;
  const [, base, rest = ''] = likeDefinition.exec(name) ?? [];
  if (base === undefined || (base === 'site' && path.includes('/'))) return undefined;
  const isCopy = /(?:~|\.(?:bak|backup|copy|old|orig|rej|save?|sw[op]|tmp))$/i.test(name);
  if (!isCopy && !/^(?:json[5c]?|jsonc|toml|txt|ya?ml(?:[ ._-].*)?)$/i.test(rest)) return undefined;
  return { near: `${base}.yaml`, isCopy };
}

function nearName(path: string): string | undefined {
  const name = path.split('/').pop() ?? path;
  const site = nearest(name, ['site.yaml', 'site.yml']);
  if (site !== undefined) return path.includes('/') ? `${site} at the root` : site;
  const [, base, word, written = ''] = /^(.+?)[._-]([a-z]+)\.(ya?ml)$/i.exec(name) ?? [];
  const near = word === undefined ? undefined : nearest(word, suffixes);
  return near === undefined ? undefined : `${base}.${near}.${written.toLowerCase()}`;
}

/** The length of a text in UTF-8 bytes. */
function utf8Length(text: string): number {
  let bytes = 0;
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    // Each half of a surrogate pair counts as two of its four bytes.
    bytes += unit < 0x80 ? 1 : unit < 0x800 ? 2 : unit >= 0xd800 && unit <= 0xdfff ? 2 : 3;
  }
  return bytes;
}
