/**
 * The reference tables of the authors' guide (`funnels/README.md`), made of the schemas and the table of functions.
 * Each stands between two comments; `tools/generate.ts` rewrites what is between them.
 */
import { dirname, join } from 'node:path';
import { functionCatalogue } from '../engine/expressions/catalogue.ts';
import type { Schema } from './schemas.ts';

/** A schema with the path of its file, which its references are relative to. */
interface Placed {
  readonly schema: Schema;
  readonly file: string;
}

/** Words that every block has; the guide explains them once. */
const commonWords = ['type', 'id', 'when', 'tone'];

/** The tables of words: their name in the guide and where their properties are declared. */
const wordTables: Readonly<Record<string, readonly [file: string, definition?: string]>> = {
  'words of site.yaml': ['site.schema.json'],
  'words of a page': ['page.schema.json'],
  'words of an overlay': ['page.schema.json', 'overlay'],
  'words of a flow': ['flow.schema.json'],
  'words of a step': ['flow.schema.json', 'step'],
  'words of load and submit': ['flow.schema.json', 'calls'],
  'words of a call': ['flow.schema.json', 'call'],
  'words of an event': ['flow.schema.json', 'reaction'],
  'words of a form': ['form.schema.json'],
  'words of a field': ['form.schema.json', 'field'],
  'words of a rule': ['form.schema.json', 'rule'],
  'words of an intake': ['api.schema.json', 'intake'],
  'words of a value': ['common.schema.json', 'valueType'],
  'words of a message': ['common.schema.json', 'message'],
  'words of a button': ['common.schema.json', 'action'],
};

type Schemas = ReadonlyMap<string, Schema>;

/** The schema that a `$ref` or a lone `allOf` leads to, and itself otherwise. */
function resolved({ schema, file }: Placed, all: Schemas): Placed {
  const [only] = (schema['allOf'] as Schema[] | undefined) ?? [];
  const reference = schema['$ref'] ?? only?.['$ref'];
  if (typeof reference !== 'string') return { schema, file };
  const [path = '', pointer = ''] = reference.split('#');
  const target = path === '' ? file : join(dirname(file), path).replaceAll('\\', '/');
  let found: unknown = all.get(target);
  for (const key of pointer.split('/').filter((part) => part !== '')) found = (found as Schema | undefined)?.[key];
  if (found === undefined) throw new Error(`${file} refers to ${reference}, which does not exist.`);
  return resolved({ schema: found as Schema, file: target }, all);
}

/** What a word does: its own description, else that of the schema it refers to. */
function descriptionOf(word: Placed, all: Schemas, name: string): string {
  const own = word.schema['description'] ?? resolved(word, all).schema['description'];
  if (typeof own !== 'string') throw new Error(`${name} in schemas/${word.file} has no description.`);
  return own;
}

const code = (text: string): string => `\`${text}\``;

/** What kinds of texts are called in the guide; others are given by their type. */
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

/** What is written after a word, in a few words. */
function writtenAs(word: Placed, all: Schemas): string {
  const { schema, file } = resolved(word, all);
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

function blockTable(all: Schemas): string {
  const rows = [...all].flatMap(([file, schema]) => {
    const [, type] = /^blocks\/(.*)\.schema\.json$/.exec(file) ?? [];
    if (type === undefined) return [];
    const required = requiredOf(schema);
    const words = propertiesOf(schema)
      .map(([name]) => name)
      .filter((name) => !commonWords.includes(name))
      .sort((a, b) => Number(required.includes(b)) - Number(required.includes(a)))
      .map((name) => (required.includes(name) ? `**${code(name)}**` : code(name)));
    return [[code(type), descriptionOf({ schema, file }, all, type), words.join(' ')]];
  });
  return table(['block', 'for', 'words (bold: required)'], rows);
}

function wordTable(all: Schemas, file: string, definition?: string): string {
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
  return table(['word', 'value', 'what it does'], rows);
}

const functionTable = (): string =>
  table(
    ['function', 'gives'],
    Object.values(functionCatalogue).map(({ form, about }) => [code(form), about]),
  );

/** Every table by its name in the guide. */
export function authorTables(all: Schemas): ReadonlyMap<string, string> {
  return new Map([
    ['blocks', blockTable(all)],
    ...Object.entries(wordTables).map(
      ([name, [file, definition]]) => [name, wordTable(all, file, definition)] as const,
    ),
    ['functions', functionTable()],
  ]);
}

const markers = /<!-- generated: ([^>]+) -->\n[\s\S]*?<!-- end -->/g;

/**
 * A guide with its tables as the schemas are now.
 * @throws Error when a table is missing in the guide, or the guide names one that does not exist
 */
export function withTables(guide: string, tables: ReadonlyMap<string, string>): string {
  const missing = new Set(tables.keys());
  const text = guide.replace(markers, (_, name: string) => {
    const rows = tables.get(name);
    if (rows === undefined) throw new Error(`There is no table "${name}" to put into the authors' guide.`);
    missing.delete(name);
    return `<!-- generated: ${name} -->\n\n${rows}\n\n<!-- end -->`;
  });
  if (missing.size > 0)
    throw new Error(
      `The authors' guide has no place for ${[...missing].join(', ')}: add <!-- generated: … --> <!-- end -->.`,
    );
  return text;
}
