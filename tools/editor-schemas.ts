/**
 * The schemas for editors, one per kind of file, from the hand-written ones. The language server for YAML resolves references
 * within one file only, and completes the `type` of a union of blocks only where one place lists all types. Each schema
 * therefore contains all that it refers to, and each union lists its types and chooses the block by `if` and `then`.
 */
import { dirname, join } from 'node:path';
import { fileSchemas, type Schema } from './schemas.ts';

type Schemas = ReadonlyMap<string, Schema>;

/** The kinds of files that authors write. */
export const authoredFiles = fileSchemas.filter((name) => name !== 'trace');

/** Keys of the hand-written schemas that mean nothing to an editor. `x-extensions` is where a site's extensions are added. */
const isForLoader = (key: string): boolean =>
  (key.startsWith('x-') && key !== 'x-extensions') ||
  key === '$schema' ||
  key === 'definitions' ||
  key === 'discriminator';

/** A definition with the path of its file, which its references are relative to. */
interface Target {
  readonly name: string;
  readonly path: string;
  readonly schema: Schema;
}

/** The keys that a variant of a record has beside those of all variants. */
interface Variant {
  readonly required?: readonly string[];
  readonly optional?: readonly string[];
}

/** The variants of a record (`x-variants`), by the word that a key of it has. */
interface Variants {
  readonly by: string;
  readonly of: Readonly<Record<string, Variant>>;
}

const keysOf = ({ required = [], optional = [] }: Variant): string[] => [...required, ...optional];

/** Kinds of texts that name a thing of the site: an example would be offered in place of what the site has. */
const namesOfThings: ReadonlySet<unknown> = new Set([
  'asset',
  'route',
  'step',
  'flow',
  'form',
  'page',
  'questions',
  'event',
  'endpoint',
  'endpointRef',
  'field',
  'part',
  'collection-ref',
  'event-ref',
  'mask',
  'overlay',
  'destination',
  'email',
  'document',
]);

/** Rewrites the schemas of one kind of file, and collects the definitions that they refer to. */
class Bundle {
  readonly definitions: Record<string, Schema> = {};
  private readonly all: Schemas;

  constructor(all: Schemas) {
    this.all = all;
  }

  /** The definition that a reference in the file at `path` names. */
  private target(reference: string, path: string): Target {
    const [file = '', pointer = ''] = reference.split('#');
    const found = file === '' ? path : join(dirname(path), file).replaceAll('\\', '/');
    const keys = pointer.split('/').filter((key) => key !== '');
    const schema = keys.reduce<unknown>((value, key) => (value as Schema | undefined)?.[key], this.all.get(found));
    if (schema === undefined) throw new Error(`schemas/${path} refers to ${reference}, which does not exist.`);
    const base = found.replace(/^generated\//, '').replace('.schema.json', '');
    return { name: [base, ...keys.slice(1)].join('.').replaceAll('/', '.'), path: found, schema: schema as Schema };
  }

  /** A reference to a definition, which is added once. */
  private refer(target: Target): Schema {
    if (!Object.hasOwn(this.definitions, target.name)) {
      this.definitions[target.name] = {};
      this.definitions[target.name] = this.rewrite(target.schema, target.path, [target.name]) as Schema;
    }
    return { $ref: `#/definitions/${target.name}` };
  }

  /** A union of objects as one object: all types in one list, then what each of them demands. */
  private union(schema: Schema, path: string): Schema {
    const key = (schema['discriminator'] as { propertyName: string }).propertyName;
    const members = (schema['oneOf'] as { $ref: string }[]).map(({ $ref }) => {
      const target = this.target($ref, path);
      const word = (target.schema['properties'] as Record<string, Schema>)[key]?.['const'];
      const definition = this.refer(target);
      const properties = this.definitions[target.name]?.['properties'] as Record<string, Schema>;
      const { title, description } = target.schema;
      properties[key] = { title, description, const: word };
      return { word, title, description, definition };
    });
    return {
      title: schema['title'],
      description: schema['description'],
      type: 'object',
      required: [key],
      properties: {
        [key]: {
          anyOf: members.map(({ word, title, description }) => ({ const: word, title, description })),
          ...(schema['title'] === 'Block' ? { 'x-extensions': 'blocks' } : {}),
        },
      },
      allOf: members.map(({ word, definition }) => ({
        if: { required: [key], properties: { [key]: { const: word } } },
        // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
        then: definition,
      })),
    };
  }

  /** The variants of a record: its own, or those of a field for a record that has a field's type and keys. */
  private variantsOf(schema: Schema, path: string): Variants | undefined {
    const own = schema['x-variants'] as Variants | undefined;
    const properties = schema['properties'] as Record<string, Schema> | undefined;
    if (own !== undefined || properties === undefined) return own;
    const origins = Object.entries(properties).flatMap(([key, { allOf }]) => {
      const [only] = (allOf as Schema[] | undefined) ?? [];
      const [, record, name] =
        /^(.*)\/properties\/(\w+)$/.exec(String(only?.['$ref'] ?? properties[key]?.['$ref'])) ?? [];
      return record === undefined || name !== key ? [] : [[key, record] as const];
    });
    const record = origins.find(([key]) => key === 'type')?.[1];
    if (record === undefined) return undefined;
    const { by, of } = this.target(record, path).schema['x-variants'] as Variants;
    const keys = new Set(origins.flatMap(([key, from]) => (from === record ? [key] : [])));
    const optional = (variant: Variant) => keysOf(variant).filter((key) => keys.has(key));
    return {
      by,
      of: Object.fromEntries(Object.entries(of).map(([word, each]) => [word, { optional: optional(each) }])),
    };
  }

  /** Offers the keys that only some variants have only where the variant has them, and demands those that it needs. */
  private withVariants(copy: Schema, { by, of }: Variants): Schema {
    const properties = copy['properties'] as Record<string, Schema>;
    const named = (keys: readonly string[], change: (property: Schema) => Schema) =>
      Object.fromEntries(keys.map((key) => [key, change(properties[key] as Schema)]));
    const keys = Object.values(of).flatMap(keysOf);
    return {
      ...copy,
      properties: { ...properties, ...named(keys, () => ({ doNotSuggest: true })) },
      allOf: Object.entries(of).map(([word, variant]) => ({
        if: { required: [by], properties: { [by]: { const: word } } },
        // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
        then: {
          ...(variant.required === undefined ? {} : { required: variant.required }),
          properties: named(keysOf(variant), (property) => property),
        },
      })),
    };
  }

  /** Rewrites a schema of the file at `path`. `within` names the definitions that contain it. */
  rewrite(value: unknown, path: string, within: readonly string[] = []): unknown {
    if (Array.isArray(value)) return value.map((item) => this.rewrite(item, path, within));
    if (typeof value !== 'object' || value === null) return value;
    const schema = value as Schema;
    if (schema['discriminator'] !== undefined) return this.union(schema, path);
    if (typeof schema['$ref'] === 'string') return this.refer(this.target(schema['$ref'], path));
    const [only, ...more] = (schema['allOf'] as Schema[] | undefined) ?? [];
    const isName = namesOfThings.has(schema['x-kind']);
    const written = Object.entries(schema).filter(([key]) => !isForLoader(key) && !(isName && key === 'examples'));
    // An editor shows the description of the definition instead of the one beside `allOf`, so the two become one.
    if (typeof only?.['$ref'] === 'string' && more.length === 0) {
      const target = this.target(only['$ref'], path);
      if (!within.includes(target.name)) {
        const body = this.rewrite(target.schema, target.path, [...within, target.name]) as Schema;
        return { ...body, ...Object.fromEntries(written.filter(([key]) => key !== 'allOf')) };
      }
    }
    const copy: Schema = {};
    for (const [key, item] of written)
      copy[key] = ['examples', 'enum', 'const', 'default'].includes(key) ? item : this.rewrite(item, path, within);
    const variants = this.variantsOf(schema, path);
    if (variants !== undefined) return this.withVariants(copy, variants);
    return copy;
  }
}

/** The schema of a kind of file for editors. */
export function editorSchema(name: string, all: Schemas): Schema {
  const path = `${name}.schema.json`;
  const bundle = new Bundle(all);
  const body = bundle.rewrite(all.get(path), path) as Schema;
  return { $schema: 'http://json-schema.org/draft-07/schema#', ...body, definitions: bundle.definitions };
}
