/**
 * What a value of several kinds becomes when it is loaded: one type for each kind, derived from the schema of the file.
 * A step, a delivery and a destination are such values.
 */
import type { Schema } from './schemas.ts';

/** The keyword `x-kinds`: the properties that only some kinds have. All kinds have the other properties. */
type Kinds = Readonly<Record<string, { readonly required?: readonly string[]; readonly optional?: readonly string[] }>>;

export interface KindsOptions {
  /** The definition in the schema's file: `step`. */
  readonly name: string;
  /** The property of the loaded value that contains its kind. A file may have it too (`type`). */
  readonly discriminator: 'kind' | 'type';
  /** The property of the loaded value for the value of the key that decides the kind in a file. */
  readonly keyedAs?: string;
  /** Whether to list the required properties. */
  readonly lists?: boolean;
}

const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
const union = (words: readonly string[]): string => words.map((word) => `'${word}'`).join(' | ');

/**
 * Derives the loaded types, as TypeScript. A property of several kinds can be read of every value; a property of one
 * kind only once the kind is known.
 */
export function loadedKinds(file: Schema, { name, discriminator, keyedAs, lists }: KindsOptions): string {
  const schema = (file['definitions'] as Record<string, Schema>)[name] as Schema;
  const title = capitalized(name);
  const kinds = schema['x-kinds'] as Kinds;
  const own = Object.entries(kinds).map(
    ([kind, { required = [], optional = [] }]) =>
      ({ kind, required, optional, all: [...required, ...optional] }) as const,
  );
  const names = own.flatMap(({ all }) => all);
  const special = [...new Set(names)];
  const isWritten = Object.hasOwn(schema['properties'] as Schema, discriminator);
  const shared = special.filter((each) => names.indexOf(each) !== names.lastIndexOf(each));
  const types = own.map(({ kind, required, optional, all }) => {
    const absent = shared.filter((each) => !all.includes(each)).map((each) => `${each}?: undefined;`);
    const parts = [
      `${title}Base`,
      `{ ${discriminator}: '${kind}' }`,
      ...(required.length === 0 ? [] : [`Required<Pick<${title}, ${union(required)}>>`]),
      ...(optional.length === 0 ? [] : [`Pick<${title}, ${union(optional)}>`]),
      ...(absent.length === 0 ? [] : [`{ ${absent.join(' ')} }`]),
    ];
    return `export type ${capitalized(kind)}${title} = ${parts.join(' & ')};`;
  });
  const omitted = [
    ...special,
    ...(isWritten ? [discriminator] : []),
    ...(keyedAs === undefined ? [] : Object.keys(kinds).filter((kind) => !special.includes(kind))),
  ];
  const base = `Omit<${title}, ${union(omitted)}>${keyedAs === undefined ? '' : ` & { ${keyedAs}: string }`}`;
  return [
    `/** What a ${name} of any kind has. */`,
    `export type ${title}Base = ${base};`,
    ...types,
    `/** A loaded ${name}, discriminated by \`${discriminator}\`. */`,
    `export type ${title}Definition = ${own.map(({ kind }) => `${capitalized(kind)}${title}`).join(' | ')};`,
    `export type ${title}Kind = ${title}Definition['${discriminator}'];`,
    `/** The properties that only some kinds of ${name} have, by kind. */`,
    `export const ${name}Properties: { readonly [K in ${title}Kind]: readonly (keyof ${title})[] } = ${JSON.stringify(
      Object.fromEntries(own.map(({ kind, all }) => [kind, all])),
    )};`,
    ...(lists
      ? [
          `/** Those of them that a ${name} of the kind needs. */`,
          `export const ${name}Requirements: { readonly [K in ${title}Kind]: readonly (keyof ${title})[] } = ${JSON.stringify(
            Object.fromEntries(own.map(({ kind, required }) => [kind, required])),
          )};`,
        ]
      : []),
  ].join('\n');
}
