/** What a step becomes when it is loaded: one type for each kind, derived from the schema of the file. */
import type { Schema } from './schemas.ts';

/** The keyword `x-kinds`: the properties that only some kinds of step have. All kinds have the other properties. */
type Kinds = Readonly<Record<string, { readonly required?: readonly string[]; readonly optional?: readonly string[] }>>;

const capitalized = (word: string): string => word.charAt(0).toUpperCase() + word.slice(1);
const union = (words: readonly string[]): string => words.map((word) => `'${word}'`).join(' | ');

/**
 * Derives the loaded types of a step, as TypeScript. A property of several kinds can be read of every step; a property
 * of one kind only once the kind is known.
 */
export function loadedStep(file: Schema): string {
  const { step } = file['definitions'] as Record<string, Schema>;
  const kinds = (step as Schema)['x-kinds'] as Kinds;
  const own = Object.entries(kinds).map(
    ([kind, { required = [], optional = [] }]) =>
      ({ kind, required, optional, all: [...required, ...optional] }) as const,
  );
  const names = own.flatMap(({ all }) => all);
  const special = [...new Set(names)];
  const shared = special.filter((name) => names.indexOf(name) !== names.lastIndexOf(name));
  const types = own.map(({ kind, required, optional, all }) => {
    const absent = shared.filter((name) => !all.includes(name)).map((name) => `${name}?: undefined;`);
    const parts = [
      'StepBase',
      `{ kind: '${kind}' }`,
      ...(required.length === 0 ? [] : [`Required<Pick<Step, ${union(required)}>>`]),
      ...(optional.length === 0 ? [] : [`Pick<Step, ${union(optional)}>`]),
      ...(absent.length === 0 ? [] : [`{ ${absent.join(' ')} }`]),
    ];
    return `export type ${capitalized(kind)}Step = ${parts.join(' & ')};`;
  });
  return [
    '/** What a step of any kind has. */',
    `export type StepBase = Omit<Step, ${union(special)}>;`,
    ...types,
    '/** A loaded step, discriminated by `kind`. */',
    `export type StepDefinition = ${own.map(({ kind }) => `${capitalized(kind)}Step`).join(' | ')};`,
    "export type StepKind = StepDefinition['kind'];",
    '/** The properties that only some kinds of step have, by kind. */',
    `export const stepProperties: { readonly [K in StepKind]: readonly (keyof Step)[] } = ${JSON.stringify(
      Object.fromEntries(own.map(({ kind, all }) => [kind, all])),
    )};`,
  ].join('\n');
}
