/** A schema in a notation of few characters, for readers who know TypeScript: `title!:text items:[{title!:text}]`. */
import { dirname, join } from 'node:path';
import type { Schema } from '../schemas.ts';

/** How kinds of values are written. Other strings are `id` or `word`. */
const kindNames: Readonly<Record<string, string>> = {
  text: 'text',
  prose: 'prose',
  expression: 'expr',
  href: 'href',
  route: 'path',
  asset: 'file',
  duration: 'duration',
  wait: 'duration',
};

/** A record of more values than this, all of one type, is a table of texts, of which the names alone would fill a page. */
const mostTexts = 40;

/** All schemas by path, and those that are referred to by a name, by `FILE#DEFINITION`. */
export interface CompactOptions {
  readonly all: ReadonlyMap<string, Schema>;
  readonly named: ReadonlyMap<string, string>;
}

const record = (value: unknown): Schema => (value ?? {}) as Schema;

/**
 * The keys of a record: `title!:text items:[text]`. A bang marks the required ones; a key that is called as its type
 * has none.
 * @param without keys that are left out
 */
export function compactKeys(
  schema: Schema,
  file: string,
  options: CompactOptions,
  without: readonly string[] = ['aliases'],
): string {
  const required = new Set((schema['required'] as string[] | undefined) ?? []);
  return Object.entries(record(schema['properties']))
    .filter(([name]) => !without.includes(name))
    .map(([name, word]) => {
      const type = compactType(word as Schema, file, options);
      return `${name}${required.has(name) ? '!' : ''}${type === name ? '' : `:${type}`}`;
    })
    .join(' ');
}

/** The type of a value in the notation. */
export function compactType(schema: Schema, file: string, options: CompactOptions): string {
  const [only] = (schema['allOf'] as Schema[] | undefined) ?? [];
  const reference = schema['$ref'] ?? only?.['$ref'];
  if (typeof reference === 'string') {
    const [path = '', pointer = ''] = reference.split('#');
    const target = path === '' ? file : join(dirname(file), path).replaceAll('\\', '/');
    const name = options.named.get(`${target}#${pointer.split('/').at(-1) ?? ''}`);
    if (name !== undefined) return name;
    let found = record(options.all.get(target));
    for (const key of pointer.split('/').filter((part) => part !== '')) found = record(found[key]);
    return compactType(found, target, options);
  }
  // The short form of a record, or one kind of it, is described in words.
  if (schema['if'] !== undefined) return compactType(record(schema['else']), file, options);
  const kind = kindNames[String(schema['x-kind'])];
  if (kind !== undefined) return kind;
  if (schema['const'] !== undefined) return String(schema['const']);
  if (Array.isArray(schema['enum'])) return schema['enum'].join('|');
  const either = (schema['oneOf'] ?? schema['anyOf']) as Schema[] | undefined;
  if (either !== undefined && schema['properties'] === undefined)
    return [...new Set(either.map((one) => compactType(one, file, options)))].join('|');
  const type = Array.isArray(schema['type']) ? schema['type'].join('|') : schema['type'];
  if (type === 'array') return `[${compactType(record(schema['items']), file, options)}]`;
  if (type === 'object') {
    const { properties, additionalProperties: values } = schema;
    if (properties !== undefined) {
      const types = Object.values(record(properties)).map((each) => compactType(each as Schema, file, options));
      const isTable = types.length > mostTexts && types.every((each) => each === types[0]);
      return isTable ? '{*:text}' : `{${compactKeys(schema, file, options)}}`;
    }
    return typeof values === 'object' ? `{*:${compactType(values as Schema, file, options)}}` : '{}';
  }
  if (type === 'boolean') return 'bool';
  if (type === 'integer') return 'int';
  if (type === 'string') return typeof schema['x-kind'] === 'string' ? 'id' : 'word';
  return String(type ?? 'any');
}
