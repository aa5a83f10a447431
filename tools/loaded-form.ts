/** Derives the schemas of a loaded form's types from the schema of the file. */

import type { Schema } from './schemas.ts';

/** The keyword `x-loaded`: how loading changes a property. */
interface LoadRule {
  /** Its name after loading. */
  readonly as?: string;
  /** Loading replaces it by other properties. */
  readonly omit?: true;
  /** Whether loading fills in a default. */
  readonly required?: true;
  /** A map becomes a list. Each item has its key in this property. */
  readonly key?: string;
  /** The TypeScript type that takes its place. */
  readonly type?: string;
  /** The variants of an object that remain after loading. */
  readonly enum?: readonly string[];
  /** The properties that loading adds to an object. */
  readonly only?: Readonly<Record<string, Schema>>;
  /** Those that it adds to some variants. */
  readonly variants?: Readonly<Record<string, Readonly<Record<string, Schema>>>>;
}

/** The keyword `x-variants`: the discriminator of an object, and the properties that only some variants have. */
interface Variants {
  readonly by: string;
  readonly of: Readonly<
    Record<string, { readonly required?: readonly string[]; readonly optional?: readonly string[] }>
  >;
}

export interface LoadedForm {
  /** The schema of each interface, by name. */
  readonly definitions: Readonly<Record<string, Schema>>;
  /** The unions of these interfaces, as TypeScript. */
  readonly unions: string;
}

const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
/** The properties that every loaded object has. */
const filledIn = ({ properties }: Schema, names = Object.keys(properties as Schema)): readonly string[] =>
  names.filter(
    (name) => ((properties as Record<string, Schema>)[name]?.['x-loaded'] as LoadRule | undefined)?.required,
  );

const isText = (schema: Schema): boolean =>
  String(schema['$ref']).endsWith('#/definitions/text') ||
  (Array.isArray(schema['allOf']) && schema['allOf'].length === 1 && isText(schema['allOf'][0] as Schema));

/** Derives the loaded types of `form.schema.json`. */
export function loadedForm(file: Schema): LoadedForm {
  const definitions: Record<string, Schema> = {};
  const unions: string[] = [];
  const parts = file['definitions'] as Record<string, Schema>;

  /** The name of the type of a loaded object. */
  const named = (schema: Schema): string => `${String(schema['title']).replace(/File$/, '')}Definition`;

  function property(schema: Schema): Schema {
    const { type, key } = (schema['x-loaded'] ?? {}) as LoadRule;
    const description = schema['description'] === undefined ? {} : { description: schema['description'] };
    if (type !== undefined) return { ...description, 'x-type': type };
    if (isText(schema)) return { ...description, type: 'string' };
    const ref = schema['$ref'];
    if (typeof ref === 'string') {
      if (ref.endsWith('#/definitions/aliases')) return { 'x-type': 'readonly string[]' };
      return ref.startsWith('#/definitions/') ? property(parts[ref.slice('#/definitions/'.length)] as Schema) : schema;
    }
    if (key !== undefined) {
      const item = property(schema['additionalProperties'] as Schema);
      return { ...description, 'x-type': `readonly ${String(item['x-type'])}[]` };
    }
    if (schema['items'] !== undefined)
      return { ...description, 'x-type': `readonly ${String(property(schema['items'] as Schema)['x-type'])}[]` };
    if (schema['properties'] === undefined) return schema;
    define(schema);
    return { ...description, 'x-type': named(schema) };
  }

  /** An object schema with some of the properties of a schema, as loaded. */
  function objectOf(schema: Schema, names: readonly string[], required: readonly string[], title: string): Schema {
    const properties: Record<string, Schema> = {};
    const needed: string[] = [];
    for (const name of names) {
      const written = (schema['properties'] as Record<string, Schema>)[name] as Schema;
      const { as = name, required: filled } = (written['x-loaded'] ?? {}) as LoadRule;
      properties[as] = property(written);
      if (filled === true || required.includes(name)) needed.push(as);
    }
    return { title, type: 'object', additionalProperties: false, properties, required: needed };
  }

  function define(schema: Schema): void {
    const name = named(schema);
    if (definitions[name] !== undefined || unions.some((union) => union.includes(`type ${name} =`))) return;
    const written = schema['properties'] as Record<string, Schema>;
    const all = Object.keys(written).filter(
      (each) => (written[each]?.['x-loaded'] as LoadRule | undefined)?.omit !== true,
    );
    const required = (schema['required'] ?? []) as readonly string[];
    const variants = schema['x-variants'] as Variants | undefined;
    const { only = {}, variants: added = {} } = (schema['x-loaded'] ?? {}) as LoadRule;
    const described = (object: Schema): Schema => ({
      ...object,
      properties: { ...(object['properties'] as Schema), ...only },
      description: schema['description'],
    });
    if (variants === undefined) {
      definitions[name] = described(objectOf(schema, all, required, name));
      return;
    }
    const { by, of } = variants;
    const title = String(schema['title']);
    const own = new Set(Object.values(of).flatMap(({ required = [], optional = [] }) => [...required, ...optional]));
    const shared = objectOf(
      schema,
      all.filter((each) => each !== by && !own.has(each)),
      required,
      `${title}Base`,
    );
    definitions[`${title}Base`] = described(shared);
    const tag = (schema['properties'] as Record<string, Schema>)[by] as {
      enum: readonly string[];
      'x-loaded'?: LoadRule;
    };
    const names = (tag['x-loaded']?.enum ?? tag.enum).map((word) => {
      const { required: needs = [], optional = [] } = of[word] ?? {};
      const object = objectOf(schema, [...needs, ...optional], needs, `${capitalized(word)}${title}`);
      definitions[object['title'] as string] = {
        ...object,
        properties: { [by]: { const: word }, ...(object['properties'] as Schema), ...added[word] },
        required: [
          by,
          ...needs,
          ...filledIn(schema, [...needs, ...optional]),
          ...filledIn({ properties: added[word] ?? {} }),
        ],
      };
      return object['title'] as string;
    });
    unions.push(
      `/** ${String(schema['description'])} Discriminated by \`${by}\`. */\nexport type ${name} = ${title}Base & (${names.join(' | ')});`,
    );
  }

  define(file);
  const field = definitions['FieldBase'] as { properties: Schema; required: string[] };
  const { key } = ((file['properties'] as Record<string, Schema>)['fields'] as Schema)['x-loaded'] as { key: string };
  field.properties = { [key]: { type: 'string' }, ...field.properties };
  field.required = [key, ...field.required];
  return { definitions, unions: unions.join('\n') };
}

/** The properties that only some variants have, by variant. */
export const variantProperties = (schema: Schema): Record<string, string[]> => {
  const { of } = schema['x-variants'] as Variants;
  return Object.fromEntries(
    Object.entries(of).map(([word, { required = [], optional = [] }]) => [word, [...required, ...optional]]),
  );
};
