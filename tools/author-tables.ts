/**
 * Generates the reference tables of the authors' guide (`docs/guide`) from the schemas and the catalogue of
 * functions. Each table is between two comments; `tools/generate.ts` replaces it.
 */
import { dirname, join } from 'node:path';
import { functionCatalogue } from '../engine/expressions/catalogue.ts';
import { renamedMembers, renamedNames, renamedWords } from '../engine/vocabulary/renames.ts';
import type { Schema } from './schemas.ts';

/** A schema with the path of its file. Its references are relative to that path. */
export interface LocatedSchema {
  readonly schema: Schema;
  readonly file: string;
}

/** Keys that every block has. The guide explains them once. */
const commonKeys = ['type', 'id', 'when', 'tone'];

/** The tables of keys: the name in the guide, and the schema that declares the keys. */
export const keyTables: Readonly<Record<string, readonly [file: string, definition?: string]>> = {
  'words of site.yaml': ['site.schema.json'],
  'words of a funnel': ['funnel.schema.json'],
  'words of a statement': ['flow.schema.json', 'statement'],
  'words of a result': ['funnel.schema.json', 'result'],
  'words of a page': ['page.schema.json'],
  'words of an overlay': ['page.schema.json', 'overlay'],
  'words of a flow': ['flow.schema.json'],
  'words of a step': ['flow.schema.json', 'step'],
  'words of a question': ['flow.schema.json', 'askedQuestion'],
  'words of fetch and submit': ['flow.schema.json', 'calls'],
  'words of a call': ['flow.schema.json', 'call'],
  'words of an event': ['flow.schema.json', 'reaction'],
  'words of a form': ['form.schema.json'],
  'words of a field': ['form.schema.json', 'field'],
  'words of a rule': ['form.schema.json', 'rule'],
  'words of an intake': ['api.schema.json', 'intake'],
  'words of an e-mail': ['email.schema.json'],
  'words of a document': ['document.schema.json'],
  'words of a value': ['common.schema.json', 'valueType'],
  'words of a message': ['common.schema.json', 'message'],
  'words of a button': ['common.schema.json', 'action'],
};

type Schemas = ReadonlyMap<string, Schema>;

/** Resolves a `$ref` or an `allOf` with one item; other schemas are returned as they are. */
export function resolvedSchema({ schema, file }: LocatedSchema, all: Schemas): LocatedSchema {
  const [only] = (schema['allOf'] as Schema[] | undefined) ?? [];
  const reference = schema['$ref'] ?? only?.['$ref'];
  if (typeof reference !== 'string') return { schema, file };
  const [path = '', pointer = ''] = reference.split('#');
  const target = path === '' ? file : join(dirname(file), path).replaceAll('\\', '/');
  let found: unknown = all.get(target);
  for (const key of pointer.split('/').filter((part) => part !== '')) found = (found as Schema | undefined)?.[key];
  if (found === undefined) throw new Error(`${file} refers to ${reference}, which does not exist.`);
  return resolvedSchema({ schema: found as Schema, file: target }, all);
}

/** The description of a key, or of the schema that it refers to. */
export function descriptionOf(word: LocatedSchema, all: Schemas, name: string): string {
  const own = word.schema['description'] ?? resolvedSchema(word, all).schema['description'];
  if (typeof own !== 'string') throw new Error(`${name} in schemas/${word.file} has no description.`);
  return own;
}

const code = (text: string): string => `\`${text}\``;

/** The names of value kinds in the guide. Other values are described by their type. */
const kinds: Readonly<Record<string, string>> = {
  text: 'text',
  prose: 'prose',
  expression: 'expression',
  href: 'address',
  route: 'path',
  asset: 'file',
  duration: 'duration',
  wait: 'duration',
};

/** A short description of the values of a key. */
export function writtenAs(word: LocatedSchema, all: Schemas): string {
  const { schema, file } = resolvedSchema(word, all);
  const kind = kinds[String(schema['x-kind'])];
  if (kind !== undefined) return kind;
  if (schema['const'] !== undefined) return code(String(schema['const']));
  if (Array.isArray(schema['enum'])) return schema['enum'].map((value) => code(String(value))).join(' ');
  const either = (schema['oneOf'] ?? schema['anyOf']) as Schema[] | undefined;
  if (either !== undefined)
    return [...new Set(either.map((one) => writtenAs({ schema: one, file }, all)))]
      .filter((text) => text !== '')
      .join(' or ');
  switch (schema['type']) {
    case 'boolean':
      return '`true` `false`';
    case 'integer':
    case 'number':
      return 'number';
    case 'array':
      return 'list';
    case 'object':
      return schema['properties'] === undefined ? 'by name' : 'record';
    case 'string':
      return typeof schema['x-kind'] === 'string' ? 'id' : 'word';
    default:
      return '';
  }
}

const table = (head: readonly string[], rows: readonly (readonly string[])[]): string =>
  [head, head.map(() => '---'), ...rows]
    .map((row) => `| ${row.map((cell) => cell.replaceAll('\n', ' ').replaceAll('|', '\\|')).join(' | ')} |`)
    .join('\n');

const requiredOf = (schema: Schema): readonly string[] => (schema['required'] as string[] | undefined) ?? [];
const propertiesOf = (schema: Schema): [string, Schema][] =>
  Object.entries((schema['properties'] as Record<string, Schema> | undefined) ?? {});

/** The row of a block: its type, its purpose and its keys. */
function blockRow(type: string, { schema, file }: LocatedSchema, all: Schemas): string[] {
  const required = requiredOf(schema);
  const words = propertiesOf(schema)
    .map(([name]) => name)
    .filter((name) => !commonKeys.includes(name))
    .sort((a, b) => Number(required.includes(b)) - Number(required.includes(a)))
    .map((name) => (required.includes(name) ? `**${code(name)}**` : code(name)));
  return [code(type), descriptionOf({ schema, file }, all, type), words.join(' ')];
}

/** The blocks of a file whose definitions are blocks. */
function extensionBlockTable(all: Schemas, file: string): string {
  const definitions = Object.entries((all.get(file) as Schema)['definitions'] as Record<string, Schema>);
  const rows = definitions.flatMap(([type, schema]) =>
    schema['discriminator'] === undefined ? [blockRow(type, { schema, file }, all)] : [],
  );
  return table(['block', 'purpose', 'keys (bold: required)'], rows);
}

function blockTable(all: Schemas): string {
  const rows = [...all].flatMap(([file, schema]) => {
    const [, type] = /^blocks\/(.*)\.schema\.json$/.exec(file) ?? [];
    return type === undefined ? [] : [blockRow(type, { schema, file }, all)];
  });
  return table(['block', 'purpose', 'keys (bold: required)'], rows);
}

function keyTable(all: Schemas, file: string, definition?: string): string {
  const whole = all.get(file) as Schema;
  const schema =
    definition === undefined ? whole : ((whole['definitions'] as Record<string, Schema>)[definition] as Schema);
  const required = requiredOf(schema);
  const rows = propertiesOf(schema).map(([name, word]) => {
    const placed = { schema: word, file };
    return [
      required.includes(name) ? `**${code(name)}**` : code(name),
      writtenAs(placed, all),
      descriptionOf(placed, all, name),
    ];
  });
  return table(['key', 'value', 'description'], rows);
}

const functionTable = (): string =>
  table(
    ['function', 'result'],
    Object.values(functionCatalogue).map(({ form, about }) => [code(form), about]),
  );

/** All tables by name. */
export function authorTables(all: Schemas): ReadonlyMap<string, string> {
  return new Map([
    ['blocks', blockTable(all)],
    ...Object.entries(keyTables).map(([name, [file, definition]]) => [name, keyTable(all, file, definition)] as const),
    ['blocks of an e-mail', extensionBlockTable(all, 'email.schema.json')],
    ['blocks of a document', extensionBlockTable(all, 'document.schema.json')],
    ['functions', functionTable()],
  ]);
}

/** The renamed words, for the change log. */
export function renamedTable(): ReadonlyMap<string, string> {
  const keys = renamedWords.map(({ place, was, now, where, values = {} }) => {
    const also = Object.entries(values).map(([old, word]) => `; ${code(old)} → ${code(word)}`);
    const limits = where === undefined ? '' : ` (of ${where[0]} ${where[1]})`;
    return [placeText(place), code(was) + limits, code(now.replaceAll('.', ': ')) + also.join('')];
  });
  const names = Object.entries(renamedNames).flatMap(([was, now]) => [
    ['expressions', code(was), code(now)],
    ...Object.entries(renamedMembers[was] ?? {}).map(([member, word]) => [
      'expressions',
      code(`${was}.….${member}`),
      code(`${now}.….${word}`),
    ]),
  ]);
  return new Map([['renamed words', table(['where', 'before', 'now'], [...keys, ...names])]]);
}

/** `site.masks.*` as a reader knows it: `site`, `masks`. */
const placeText = (place: string): string =>
  place
    .split('.')
    .filter((part) => part !== '*')
    .map((part, index) => (index === 0 ? part : code(part)))
    .join(', ');

const markers = /<!-- generated: ([^>]+) -->\n[\s\S]*?<!-- end -->/g;

/**
 * Returns texts with updated tables. Each table has a place in one of them.
 * @param texts by path, such as the chapters of the guide
 * @throws Error when the texts lack a table, or name an unknown one
 */
export function withTables(
  texts: Readonly<Record<string, string>>,
  tables: ReadonlyMap<string, string>,
): Record<string, string> {
  const missing = new Set(tables.keys());
  const updated = Object.entries(texts).map(([path, text]) => [
    path,
    text.replace(markers, (_, name: string) => {
      const rows = tables.get(name);
      if (rows === undefined) throw new Error(`${path} names an unknown table "${name}".`);
      missing.delete(name);
      return `<!-- generated: ${name} -->\n\n${rows}\n\n<!-- end -->`;
    }),
  ]);
  if (missing.size > 0)
    throw new Error(
      `There is no place for ${[...missing].join(', ')}. Add <!-- generated: NAME --> and <!-- end --> to one of ${Object.keys(texts).join(', ')}.`,
    );
  return Object.fromEntries(updated);
}
