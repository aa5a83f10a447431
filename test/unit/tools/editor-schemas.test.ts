import { describe, expect, it } from 'vitest';
import { authoredFiles, editorSchema } from '../../../tools/editor-schemas.ts';
import { allSchemas, type Schema } from '../../../tools/schemas.ts';

const all = allSchemas();
const isRecord = (value: unknown): value is Schema =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Visits each schema within a schema, with its path. */
function visit(schema: unknown, path: string, see: (schema: Schema, path: string) => void): void {
  if (Array.isArray(schema)) for (const [index, item] of schema.entries()) visit(item, `${path}/${index}`, see);
  if (!isRecord(schema)) return;
  see(schema, path);
  for (const [key, item] of Object.entries(schema))
    if (!['examples', 'default', 'enum', 'const'].includes(key)) visit(item, `${path}/${key}`, see);
}

/** The keys and types without a description, in the file or in what it refers to. */
function undescribed(schema: Schema): string[] {
  const definitions = schema['definitions'] as Record<string, Schema>;
  const described = (one: Schema): boolean =>
    typeof one['description'] === 'string' ||
    (typeof one['$ref'] === 'string' && described(definitions[one['$ref'].replace('#/definitions/', '')] ?? {})) ||
    (Array.isArray(one['anyOf']) && (one['anyOf'] as Schema[]).every(described));
  const lacking: string[] = [];
  visit(schema, '', ({ properties }, path) => {
    if (!isRecord(properties) || path.endsWith('/if')) return;
    // A key that only some variants have is described where they have it.
    for (const [key, one] of Object.entries(properties))
      if (!described(one as Schema) && (one as Schema)['doNotSuggest'] !== true) lacking.push(`${path}/${key}`);
  });
  return lacking;
}

describe.each(authoredFiles)('the schema of a %s for editors', (name) => {
  const schema = editorSchema(name, all);

  it('describes every key and every type of block', () => {
    expect(undescribed(schema)).toEqual([]);
  });

  it('contains everything that it refers to', () => {
    const references: string[] = [];
    visit(schema, '', (one) => {
      if (typeof one['$ref'] === 'string') references.push(one['$ref']);
    });
    const names = Object.keys(schema['definitions'] as Schema).map((one) => `#/definitions/${one}`);
    expect(references.filter((reference) => !names.includes(reference))).toEqual([]);
  });
});
