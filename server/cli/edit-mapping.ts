/** Reads the file that says what an edit renamed or removed. */
import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import type { EditMapping } from '../../engine/trace/mapping.ts';
import { isObject } from '../../engine/values/is-object.ts';

export const noMapping: EditMapping = {
  renamed: { flows: {}, steps: {}, fields: {} },
  removed: { flows: [], steps: [], fields: [] },
};

const kinds = ['flows', 'steps', 'fields'] as const;
type Kind = (typeof kinds)[number];

const example = `renamed:
  steps: { diagnostic.identification: contact }
  fields: { diagnostic.name: full_name }
removed:
  steps: [diagnostic.notice]`;

/**
 * Reads a mapping.
 * @throws RangeError with the mistake and an example
 */
export async function readEditMapping(file: string): Promise<EditMapping> {
  const fail = (what: string): never => {
    throw new RangeError(`${file}: ${what} For example:\n${example}`);
  };
  let root: unknown;
  try {
    root = parse(await readFile(file, 'utf8'));
  } catch (error) {
    return fail(`The mapping cannot be read: ${(error as Error).message}.`);
  }
  if (!isObject(root)) return fail('A mapping has the keys `renamed` and `removed`.');
  const unknown = Object.keys(root).find((key) => key !== 'renamed' && key !== 'removed');
  if (unknown !== undefined) fail(`The key ${unknown} is unknown.`);
  const part = <T>(name: 'renamed' | 'removed', fits: (value: unknown, kind: Kind) => boolean, empty: T) => {
    const given = root[name] ?? {};
    if (!isObject(given)) return fail(`${name} has the keys ${kinds.join(', ')}.`);
    for (const [kind, value] of Object.entries(given)) {
      if (!kinds.some((each) => each === kind)) fail(`${name}: ${kind} is not one of ${kinds.join(', ')}.`);
      if (!fits(value, kind as Kind)) fail(`${name}: ${kind} is not written as it has to be.`);
    }
    return { flows: empty, steps: empty, fields: empty, ...given } as Record<Kind, T>;
  };
  // A step or a field belongs to a flow: `diagnostic.name`.
  const isName = (name: unknown, kind: Kind): boolean =>
    typeof name === 'string' && (kind === 'flows' || /^[^.]+\.[^.]+$/.test(name));
  return {
    renamed: part<Readonly<Record<string, string>>>(
      'renamed',
      (value, kind) =>
        isObject(value) &&
        Object.entries(value).every(([from, to]) => isName(from, kind) && typeof to === 'string' && !to.includes('.')),
      {},
    ),
    removed: part<readonly string[]>(
      'removed',
      (value, kind) => Array.isArray(value) && value.every((name) => isName(name, kind)),
      [],
    ),
  };
}
