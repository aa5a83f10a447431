/** Checks a block of a site's own against the keys that it declares. */
import type { Key, Keys } from '../../schemas/extensions/extensions.js';
import { nearest } from '../errors/nearest.ts';
import type { DataPath } from '../vocabulary/walk.ts';

/** A mistake in a block. */
export type BlockMistake =
  | {
      readonly code: 'shape-unknown-key';
      readonly path: DataPath;
      readonly near: string | undefined;
      readonly known: readonly string[];
    }
  | { readonly code: 'shape-missing-key'; readonly path: DataPath; readonly key: string; readonly about: string }
  | {
      readonly code: 'shape-wrong-type';
      readonly path: DataPath;
      readonly wanted: string;
      readonly found: string;
      readonly about: string;
    }
  | {
      readonly code: 'shape-not-one-of';
      readonly path: DataPath;
      readonly found: string;
      readonly known: readonly string[];
    };

const described = (value: unknown): string =>
  value === null
    ? 'empty'
    : Array.isArray(value)
      ? 'a list'
      : typeof value === 'object'
        ? 'a record (keys with values)'
        : typeof value === 'string'
          ? 'a text'
          : `the ${typeof value === 'number' ? 'number' : 'value'} ${String(value)}`;

function mistakesOf(key: Key, value: unknown, path: DataPath): readonly BlockMistake[] {
  const wrong = (wanted: string): BlockMistake[] => [
    { code: 'shape-wrong-type', path, wanted, found: described(value), about: key.description },
  ];
  switch (key.type) {
    case 'number':
    case 'boolean':
      return typeof value === key.type ? [] : wrong(key.type === 'number' ? 'a number' : 'true or false');
    case 'choice':
      if (typeof value === 'string' && key.oneOf.includes(value)) return [];
      return [{ code: 'shape-not-one-of', path, found: String(value), known: key.oneOf }];
    case 'list': {
      if (!Array.isArray(value)) return wrong('a list');
      const { min = 1, max = 100, of } = key;
      if (value.length < min || value.length > max) return wrong(`a list of ${min} to ${max} entries`);
      return value.flatMap((each, index) =>
        typeof each === 'object' && each !== null && !Array.isArray(each)
          ? keyMistakes(of, each as Readonly<Record<string, unknown>>, [...path, index])
          : [
              {
                code: 'shape-wrong-type',
                path: [...path, index],
                wanted: 'a record (keys with values)',
                found: described(each),
                about: key.description,
              } as const,
            ],
      );
    }
    default:
      return typeof value === 'string' ? [] : wrong('a text');
  }
}

/** The mistakes in a record. @param common keys that it may have besides its own */
export function keyMistakes(
  keys: Keys,
  given: Readonly<Record<string, unknown>>,
  path: DataPath,
  common: readonly string[] = [],
): readonly BlockMistake[] {
  const known = Object.keys(keys);
  const unknown = Object.keys(given).filter((name) => !known.includes(name) && !common.includes(name));
  return [
    ...unknown.map(
      (name) =>
        ({
          code: 'shape-unknown-key',
          path: [...path, name],
          near: nearest(name, known),
          known: [...known, ...common],
        }) as const,
    ),
    ...known.flatMap((name): readonly BlockMistake[] => {
      const key = keys[name] as Key;
      if (given[name] !== undefined) return mistakesOf(key, given[name], [...path, name]);
      // A misspelt key is reported once.
      const isMisspelt = unknown.some((other) => nearest(other, [name]) === name);
      if (key.optional === true || isMisspelt) return [];
      return [{ code: 'shape-missing-key', path, key: name, about: key.description }];
    }),
  ];
}
