/**
 * The words of `schemas/vocabulary.ts` and what their folders add: parts of schemas, examples, and the tables that import
 * their code. The engine is pure and a browser fetches only what it uses, so each side imports from a table of its own.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { blockTypeNames, fieldTypes } from '../schemas/vocabulary.ts';
import { packageFolder } from '../server/package-folder.ts';
import type { Schema } from './schemas.ts';

/** A kind of words, each of which has a folder. */
interface Vocabulary {
  /** Its list in `schemas/vocabulary.ts`. */
  readonly list: string;
  readonly words: readonly string[];
  /** The folder with those of its words. */
  readonly folder: string;
  /** The file that a folder inside it has if it is that of a word. */
  readonly sign: string;
  /** The words with an example for `funnel docs`. */
  readonly examples: readonly string[];
}

const vocabularies: readonly Vocabulary[] = [
  { list: 'fieldTypes', words: fieldTypes, folder: 'engine/fields', sign: 'authoring.ts', examples: fieldTypes },
  {
    list: 'blockTypeNames',
    words: blockTypeNames,
    folder: 'renderer/blocks',
    sign: 'recipe.ts',
    examples: blockTypeNames.filter((type) => type !== 'own'),
  },
];

/** A generated table: a file that imports the same part of every word. */
interface Table {
  readonly file: string;
  readonly about: string;
  readonly words: readonly string[];
  /** The file with the part of a word. */
  readonly part: (word: string) => string;
  /** What this file exports. */
  readonly exported: (word: string) => string;
  /** Types that the table needs, by file. */
  readonly types: Readonly<Record<string, readonly string[]>>;
  /** The name of the table. */
  readonly name: string;
  /** Its type, or `satisfies` and a type. */
  readonly type: string;
}

const there = (path: string): boolean => existsSync(join(packageFolder, path));

/** `before-after` → `beforeAfter`. */
const camelCase = (word: string): string => word.replace(/-(\w)/g, (_, letter: string) => letter.toUpperCase());

const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);

/** The types of field that are controls too: the folder says what values they have. */
export const controls = fieldTypes.filter((type) => there(`engine/fields/${type}/values.ts`));

const fieldTables: readonly Table[] = [
  {
    file: 'engine/fields/generated/authoring.ts',
    about: 'Every type of field, with what the loader needs to know about it.',
    words: fieldTypes,
    part: (type) => `engine/fields/${type}/authoring.ts`,
    exported: camelCase,
    types: { 'schemas/vocabulary.ts': ['FieldTypeName'], 'engine/fields/kinds/authoring.ts': ['AnyAuthoring'] },
    name: 'authoring',
    type: ': { readonly [T in FieldTypeName]: AnyAuthoring }',
  },
  ...(
    [
      ['values', 'The values of every control, in browser and server.', 'fieldKinds', 'Kind', 'kind'],
      ['bounds', 'The limits on the values of every control.', 'fieldBounds', 'Bounds', 'bounds'],
    ] as const
  ).map(
    ([aspect, about, name, type, file]): Table => ({
      file: `engine/fields/generated/${aspect}.ts`,
      about,
      words: controls,
      part: (control) => `engine/fields/${control}/${aspect}.ts`,
      exported: camelCase,
      types: { 'schemas/generated/types.ts': ['ControlType'], [`engine/fields/kinds/${file}.ts`]: [type] },
      name,
      type: `: { readonly [T in ControlType]: ${type} }`,
    }),
  ),
  {
    file: 'renderer/parts/generated/field-views.ts',
    about: 'The view of every control.',
    words: controls,
    part: (control) => `renderer/parts/fields/${control}/view.tsx`,
    exported: (control) => `${camelCase(control)}View`,
    types: { 'schemas/generated/types.ts': ['ControlType'], 'renderer/parts/field-view.tsx': ['FieldView'] },
    name: 'fieldViews',
    type: ': { readonly [T in ControlType]: FieldView }',
  },
];

const blockTable = (table: Omit<Table, 'words'>): Table => ({ ...table, words: blockTypeNames });
const vocabularyFile = 'schemas/vocabulary.ts';

const blockTables: readonly Table[] = [
  blockTable({
    file: 'renderer/blocks/generated/views.ts',
    about: 'The view of every block type.',
    part: (type) => `renderer/blocks/${type}/${capitalized(camelCase(type))}.tsx`,
    exported: (type) => `${capitalized(camelCase(type))}View`,
    types: { 'renderer/parts/view.ts': ['BlockViews'] },
    name: 'blockViews',
    type: 'satisfies BlockViews',
  }),
  blockTable({
    file: 'renderer/blocks/generated/recipes.ts',
    about: 'The recipe of every block type, in the order of the cascade.',
    part: (type) => `renderer/blocks/${type}/recipe.ts`,
    exported: camelCase,
    types: { [vocabularyFile]: ['BlockTypeName'], 'renderer/theme/chakra.ts': ['Recipe'] },
    name: 'blockRecipes',
    type: 'as const satisfies { readonly [T in BlockTypeName]: Recipe }',
  }),
  blockTable({
    file: 'renderer/blocks/generated/looks.ts',
    about: 'What every block type needs of the recipes.',
    part: (type) => `renderer/blocks/${type}/recipe.ts`,
    exported: () => 'looks',
    types: { [vocabularyFile]: ['BlockTypeName'] },
    name: 'blockLooks',
    type: 'satisfies { readonly [T in BlockTypeName]: unknown }',
  }),
  blockTable({
    file: 'test/contracts/blocks/generated/examples.ts',
    about: 'Every block type in its smallest valid form, and with all its properties.',
    part: (type) => `renderer/blocks/${type}/examples.ts`,
    exported: () => 'examples',
    types: { [vocabularyFile]: ['BlockTypeName'] },
    name: 'examples',
    type: 'satisfies { readonly [T in BlockTypeName]: unknown }',
  }),
];

const from = (table: Table, path: string): string => {
  const way = relative(dirname(table.file), path).replaceAll('\\', '/');
  return way.startsWith('.') ? way : `./${way}`;
};

const tables = [...fieldTables, ...blockTables];

/** The text of a table. Names are prefixed, because a word can be a reserved one. */
function tableText(table: Table): string {
  const local = (word: string): string => `${camelCase(word)}_`;
  const types = Object.entries(table.types).map(
    ([file, names]) => `import type { ${names.join(', ')} } from '${from(table, file)}';`,
  );
  const parts = table.words.map(
    (word) => `import { ${table.exported(word)} as ${local(word)} } from '${from(table, table.part(word))}';`,
  );
  const entries = table.words.map((word) => `  ${/^\w+$/.test(word) ? word : `'${word}'`}: ${local(word)},`);
  const [before, after] = table.type.startsWith(':') ? [table.type, ''] : ['', ` ${table.type}`];
  return [
    '// Generated by tools/generate.ts from schemas/vocabulary.ts. Do not edit: run `npm run generate`.',
    ...[...types, ...parts],
    '',
    `/** ${table.about} */`,
    `export const ${table.name}${before} = {`,
    ...entries,
    `}${after};`,
    '',
  ].join('\n');
}

/** The generated tables by path. */
export const tableTexts = (): Record<string, string> =>
  Object.fromEntries(tables.map((table) => [table.file, tableText(table)]));

/** What lacks its folder or its line, as sentences. */
export function vocabularyFaults(): string[] {
  const missing = new Map<string, Set<string>>();
  const need = (word: string, file: string) => {
    if (!there(file)) missing.set(word, (missing.get(word) ?? new Set()).add(file));
  };
  for (const { words, part } of tables) for (const word of words) need(word, part(word));
  for (const { words, folder, examples } of vocabularies)
    for (const word of words) {
      need(word, `${folder}/${word}/schema.json`);
      if (examples.includes(word)) need(word, `${folder}/${word}/example.yaml`);
    }
  return [
    ...[...missing].map(([word, files]) => `${word} in schemas/vocabulary.ts has no ${[...files].join(', ')}.`),
    ...vocabularies.flatMap(({ list, words, folder, sign }) =>
      readdirSync(join(packageFolder, folder), { withFileTypes: true })
        .filter((entry) => entry.isDirectory() && there(`${folder}/${entry.name}/${sign}`))
        .filter(({ name }) => name !== 'generated' && name !== 'kinds' && !words.includes(name))
        .map(({ name }) => `${folder}/${name}/ is not in the list ${list} of schemas/vocabulary.ts.`),
    ),
  ];
}

/** What the folder of a word says about its schema. */
interface WordSchema {
  /** Its sentence in the description of the list. */
  readonly description: string;
  /** The properties that it needs, and those that it may have. */
  readonly required?: readonly string[];
  readonly optional?: readonly string[];
  /** The properties that loading adds. */
  readonly loaded?: Readonly<Record<string, Schema>>;
}

const schemaOf = (folder: string, word: string): WordSchema =>
  JSON.parse(readFileSync(join(packageFolder, folder, word, 'schema.json'), 'utf8')) as WordSchema;

/** Without the members that are undefined or empty. */
const filled = <Of extends object>(all: Of): Of =>
  Object.fromEntries(
    Object.entries(all).filter(([, value]) => value !== undefined && Object.keys(value as object).length > 0),
  ) as Of;

/**
 * Adds the words of a list to the object that they are variants of.
 * @param schema with `x-variants` and a property whose values are the words
 * @param loaded the words that remain after loading
 */
function withVariants(schema: Schema, words: readonly string[], folder: string, loaded: readonly string[]): void {
  const variants = schema['x-variants'] as { by: string; of: object };
  const property = (schema['properties'] as Record<string, Schema>)[variants.by] as Schema;
  const own = words.map((word) => [word, schemaOf(folder, word)] as const);
  variants.of = filled(
    Object.fromEntries(own.map(([word, { required, optional }]) => [word, filled({ required, optional })])),
  );
  const added = filled(Object.fromEntries(own.map(([word, { loaded: by = {} }]) => [word, by])));
  schema['x-loaded'] = { ...(schema['x-loaded'] as object | undefined), variants: added };
  property['description'] =
    `${property['description']} ${own.map(([word, { description }]) => `${word}: ${description}`).join(' ')}`;
  property['enum'] = words;
  property['x-loaded'] = { enum: loaded };
}

/** Adds the words of all lists to the hand-written schemas. @param all by path below `schemas/` */
export function addWords(all: ReadonlyMap<string, Schema>): void {
  const form = (all.get('form.schema.json') as Schema)['definitions'] as Record<string, Schema>;
  withVariants(form['field'] as Schema, fieldTypes, 'engine/fields', controls);
}
