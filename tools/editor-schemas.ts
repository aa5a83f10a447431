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

/** Keys of the hand-written schemas that mean nothing to an editor. `x-words` is where a site's own words are added. */
const isForLoader = (key: string): boolean =>
  (key.startsWith('x-') && key !== 'x-words') || key === '$schema' || key === 'definitions' || key === 'discriminator';

/** A definition with the path of its file, which its references are relative to. */
interface Target {
  readonly name: string;
  readonly path: string;
  readonly schema: Schema;
}

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
          ...(schema['title'] === 'Block' ? { 'x-words': 'blocks' } : {}),
        },
      },
      allOf: members.map(({ word, definition }) => ({
        if: { required: [key], properties: { [key]: { const: word } } },
        // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
        then: definition,
      })),
    };
  }

  /** What each variant of a field or a rule demands. */
  private variants(schema: Schema): Schema[] {
    const { by, of } = schema['x-variants'] as { by: string; of: Record<string, { required?: string[] }> };
    return Object.entries(of)
      .filter(([, { required }]) => required !== undefined)
      .map(([word, { required }]) => ({
        if: { required: [by], properties: { [by]: { const: word } } },
        // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
        then: { required },
      }));
  }

  /** Rewrites a schema of the file at `path`. `within` names the definitions that contain it. */
  rewrite(value: unknown, path: string, within: readonly string[] = []): unknown {
    if (Array.isArray(value)) return value.map((item) => this.rewrite(item, path, within));
    if (typeof value !== 'object' || value === null) return value;
    const schema = value as Schema;
    if (schema['discriminator'] !== undefined) return this.union(schema, path);
    if (typeof schema['$ref'] === 'string') return this.refer(this.target(schema['$ref'], path));
    const [only, ...more] = (schema['allOf'] as Schema[] | undefined) ?? [];
    const written = Object.entries(schema).filter(([key]) => !isForLoader(key));
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
    if (schema['x-variants'] !== undefined) copy['allOf'] = this.variants(schema);
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
