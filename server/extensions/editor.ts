/** The schemas with which editors complete and explain the definitions of a site: the engine's, with the site's extensions. */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ExtensionKind, type Extensions, noExtensions } from '../../engine/extensions/extensions.ts';
import type { Key, Keys, Parameters, Settings } from '../../schemas/extensions/extensions.js';
import { packageFolder } from '../package-folder.ts';

type Schema = Readonly<Record<string, unknown>>;

/** The folder of the schemas in a site. Git ignores it: each command that reads the extensions writes it again. */
export const editorFolder = '.funnel/schemas';

/** The folder of the engine's schemas. */
export const engineSchemas = join(packageFolder, 'schemas/generated/editor');

const isSchema = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const mapped = <T>(record: Readonly<Record<string, T>>, change: (value: T) => unknown): Schema =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]));

/** A condition: where a record names an extension, this is demanded of it. */
const where = (key: string, name: string, then: Schema): Schema => ({
  if: { required: [key], properties: { [key]: { const: name } } },
  then,
});

function keySchema({ description, ...key }: Key): Schema {
  switch (key.type) {
    case 'number':
    case 'boolean':
      return { description, type: key.type };
    case 'choice':
      return { description, enum: key.oneOf };
    case 'list':
      return {
        description,
        type: 'array',
        minItems: key.min ?? 1,
        ...(key.max === undefined ? {} : { maxItems: key.max }),
        items: keysSchema(key.of),
      };
    default:
      return { description, type: 'string' };
  }
}

const keysSchema = (keys: Keys): Schema => ({
  type: 'object',
  additionalProperties: false,
  required: Object.keys(keys).filter((name) => keys[name]?.optional !== true),
  properties: mapped(keys, keySchema),
});

const parametersSchema = (parameters: Parameters): Schema => ({
  type: 'object',
  additionalProperties: false,
  properties: mapped(parameters, ({ description, type, oneOf }) => ({
    description,
    ...(oneOf === undefined ? { type: type === 'text' ? 'string' : type } : { enum: oneOf }),
  })),
});

const settingsSchema = (settings: Settings): Schema => ({
  type: 'object',
  additionalProperties: false,
  required: Object.keys(settings).filter((name) => settings[name]?.optional !== true),
  properties: mapped(settings, ({ description }) => ({ description, type: 'string' })),
});

/** The extensions of a kind with their descriptions; those with a mistake in their file, which is reported there, have none. */
const described = (extensions: Extensions, kind: Exclude<ExtensionKind, 'functions'>): readonly Schema[] => [
  ...Object.entries(extensions[kind]).map(([name, { description }]) => ({ const: name, description })),
  ...extensions.unread[kind].map((name) => ({ const: name })),
];

/** Adds extensions to the records of a schema that name one (`x-extensions`). */
class Extension {
  readonly definitions: Record<string, Schema> = {};
  private readonly extensions: Extensions;
  private readonly root: Schema;

  constructor(extensions: Extensions, root: Schema) {
    this.extensions = extensions;
    this.root = root;
  }

  /** The keys that every block has. */
  private commonKeys(union: Schema): Schema {
    const [first] = union['allOf'] as readonly { readonly then: { readonly $ref: string } }[];
    const name = first?.then.$ref.replace('#/definitions/', '') ?? '';
    const { id, when, tone } = ((this.root['definitions'] as Schema)[name] as { properties: Schema }).properties;
    return { id, when, tone };
  }

  /** What a record demands where it names one of the extensions. */
  private demands(kind: string, key: string, schema: Schema): readonly Schema[] {
    const { blocks, rules, connectors } = this.extensions;
    switch (kind) {
      case 'blocks':
        return Object.entries(blocks).map(([name, { keys, description }]) => {
          const { required, properties, ...rest } = keysSchema(keys);
          const type = { const: name, description };
          this.definitions[`own.${name}`] = {
            ...{ description, required, ...rest },
            properties: { type, ...this.commonKeys(schema), ...(properties as Schema) },
          };
          return where(key, name, { $ref: `#/definitions/own.${name}` });
        });
      case 'rules':
        return Object.entries(rules).map(([name, { parameters }]) =>
          where(key, name, { properties: { with: parametersSchema(parameters) } }),
        );
      case 'connectors':
        return Object.entries(connectors).map(([name, { settings = {} }]) =>
          where(key, name, { properties: { with: settingsSchema(settings) } }),
        );
      default:
        return [];
    }
  }

  extended(value: unknown): unknown {
    if (Array.isArray(value)) return value.map((item) => this.extended(item));
    if (!isSchema(value)) return value;
    const schema = mapped(value, (item) => this.extended(item));
    const { properties } = schema;
    if (!isSchema(properties)) return schema;
    const marked = Object.entries(properties).find(
      ([, extension]) => isSchema(extension) && extension['x-extensions'] !== undefined,
    );
    if (marked === undefined) return schema;
    const [key, extension] = marked as [string, Schema];
    const kind = extension['x-extensions'] as Exclude<ExtensionKind, 'functions'>;
    const own = described(this.extensions, kind);
    if (own.length === 0) return schema;
    const { enum: builtIn, anyOf, ...rest } = extension;
    const alternatives = (anyOf as readonly Schema[] | undefined) ?? [
      { enum: builtIn, description: rest['description'] },
    ];
    const changed = {
      ...schema,
      properties: { ...properties, [key]: { ...rest, anyOf: [...alternatives, ...own] } },
      allOf: [...((schema['allOf'] as readonly Schema[] | undefined) ?? []), ...this.demands(kind, key, schema)],
    };
    if (kind !== 'fields') return changed;
    // The type has the usual values of the other keys.
    return {
      ...changed,
      required: [key],
      allOf: [
        ...changed.allOf,
        {
          if: { properties: { [key]: { enum: builtIn } } },
          // biome-ignore lint/suspicious/noThenProperty: the keyword of JSON Schema
          then: { required: schema['required'] },
        },
      ],
    };
  }
}

/** A schema for editors, with the extensions of a site. */
export function withExtensions(schema: Schema, extensions: Extensions): Schema {
  const extension = new Extension(extensions, schema);
  const extended = extension.extended(schema) as Schema;
  return { ...extended, definitions: { ...(extended['definitions'] as Schema), ...extension.definitions } };
}

/** The kinds of definitions that have a schema. */
export const editorKinds = async (): Promise<string[]> =>
  (await readdir(engineSchemas)).map((name) => name.replace('.schema.json', '')).sort();

/**
 * Writes the schemas of a site. A file that is the same already is not written, so that editors do not read it again.
 * @param site its folder
 * @throws the file system's error
 */
export async function writeEditorSchemas(site: string, extensions: Extensions = noExtensions): Promise<void> {
  const folder = join(site, editorFolder);
  await mkdir(folder, { recursive: true });
  for (const kind of await editorKinds()) {
    const name = `${kind}.schema.json`;
    const text = await readFile(join(engineSchemas, name), 'utf8');
    const own =
      extensions.hash === '' ? text : `${JSON.stringify(withExtensions(JSON.parse(text) as Schema, extensions))}\n`;
    const path = join(folder, name);
    if (own !== (await readFile(path, 'utf8').catch(() => null))) await writeFile(path, own);
  }
}

/** Whether a site keeps schemas for editors: git ignores their folder, as `funnel init` has arranged. */
export async function keepsSchemas(site: string): Promise<boolean> {
  const ignored = await readFile(join(site, '.gitignore'), 'utf8').catch(() => '');
  return ignored.split(/\r?\n/).some((line) => line.trim() === '.funnel/');
}

/** Updates the schemas of a site that keeps them. A folder that cannot be written to keeps what it has. */
export async function updateEditorSchemas(site: string, extensions: Extensions): Promise<void> {
  if (await keepsSchemas(site)) await writeEditorSchemas(site, extensions).catch(() => {});
}
