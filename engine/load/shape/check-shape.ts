import { nearest } from '../../errors/nearest.ts';
import type { Report } from '../../errors/report.ts';
import { type Extensions, extensionNames, noExtensions } from '../../extensions/extensions.ts';
import type { Source } from '../source/source.ts';
import { exampleSetting } from '../types/site-examples.ts';
import { elsewhere } from './elsewhere.ts';
import { mostReported, ownNames, pathOfPointer, renamedIn, type SchemaError, shapeErrors } from './schema-errors.ts';

/**
 * Checks a file against its schema and reports each mistake once. Returns whether the file is valid; null if
 * it is probably of another kind.
 * @param extensions the site's, which the schemas do not know
 */
export function checkShape(source: Source, report: Report, extensions: Extensions = noExtensions): boolean | null {
  const found = shapeErrors(source, extensions);
  // What a file lacks may stand where it cannot be read.
  const mistakes = source.unknown?.isPartial === true ? found.filter(({ keyword }) => keyword !== 'required') : found;
  for (const error of mistakes.slice(0, mostReported)) reportError(error, source, report, extensions);
  return mistakes.length > mostReported ? null : mistakes.length === 0;
}

function reportError(error: SchemaError, source: Source, report: Report, extensions: Extensions): void {
  const { keyword, params, data, parentSchema = {} } = error;
  const path = pathOfPointer(error.instancePath, source.data);
  const setting =
    source.kind === 'site' && path.length === 1 ? exampleSetting(String(path[0]), source.data) : undefined;
  const examples = setting === undefined ? ((parentSchema.examples ?? []) as unknown[]).map(shown) : [setting];
  const [example] = examples;
  const own = typeof parentSchema.description === 'string' ? parentSchema.description : undefined;
  switch (keyword) {
    case 'additionalProperties': {
      const key = String(params.additionalProperty);
      const known = Object.keys((parentSchema.properties ?? {}) as object);
      const now = renamedIn(source, path, key);
      if (now !== undefined) {
        report.add('shape-renamed-key', source, source.place([...path, key], { key: true }), { key, now });
        return;
      }
      report.add('shape-unknown-key', source, source.place([...path, key], { key: true }), {
        key,
        where: nameOf(parentSchema),
        near: nearest(key, known),
        known,
        instead: elsewhere(parentSchema.title, key),
      });
      return;
    }
    case 'required': {
      const key = String(params.missingProperty);
      const property = (
        parentSchema.properties as Record<string, { description?: string; examples?: unknown[] }> | undefined
      )?.[key];
      const follows = source.kind === 'site' && path.length === 0 ? exampleSetting(key, source.data) : undefined;
      const sample = follows ?? property?.examples?.[0];
      const about = sample === undefined ? undefined : shown(sample);
      report.add('shape-missing-key', source, source.place(path), { key, where: nameOf(parentSchema), about });
      return;
    }
    case 'discriminator': {
      const known = [
        ...((parentSchema.oneOf ?? []) as { $ref: string }[]).map(({ $ref }) =>
          $ref.replace(/^.*\/|\.schema\.json$/g, ''),
        ),
        ...(parentSchema.title === 'Block' ? extensionNames(extensions, 'blocks') : []),
      ];
      const name = shown(params.tagValue);
      report.add('shape-unknown-block', source, source.place([...path, 'type']), {
        name,
        near: nearest(name, known),
        known,
      });
      return;
    }
    case 'type':
    case 'oneOf': {
      const wanted =
        keyword === 'oneOf'
          ? 'another type'
          : [params.type]
              .flat()
              .map((type) => typeNames[String(type)] ?? String(type))
              .join(' or ');
      report.add('shape-wrong-type', source, source.place(path), {
        wanted,
        found: describe(data),
        example,
        about: own,
      });
      return;
    }
    case 'enum':
    case 'const': {
      const known = [
        ...((params.allowedValues ?? [params.allowedValue]) as unknown[]).map(String),
        ...ownNames(error, extensions),
      ];
      report.add('shape-not-one-of', source, source.place(path), {
        found: shown(data),
        near: nearest(String(data), known),
        known,
      });
      return;
    }
    case 'pattern': {
      const name = error.propertyName;
      const place = name === undefined ? source.place(path) : source.place([...path, name], { key: true });
      const about = name === undefined ? own : `a name of letters and digits: ${String(params.pattern)}`;
      // A path as Windows writes it.
      const slashed = typeof data === 'string' && data.includes('\\') ? data.replace(/\\+/g, '/') : undefined;
      const isPath = slashed !== undefined && new RegExp(String(params.pattern), 'u').test(slashed);
      report.add('shape-form', source, place, {
        found: name ?? shown(data),
        about,
        examples: name === undefined ? examples : [],
        ...(isPath && name === undefined ? { instead: slashed } : {}),
      });
      return;
    }
    default:
      report.add('shape-bounds', source, source.place(path), { reason: boundsOf(keyword, params) });
  }
}

const typeNames: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  integer: 'a whole number',
  boolean: 'true or false',
  object: 'a record (keys with values)',
  array: 'a list',
};

function describe(value: unknown): string {
  if (value === null || value === undefined) return 'empty';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'a record (keys with values)';
  if (typeof value === 'string') return 'a text';
  return `the ${typeof value === 'number' ? 'number' : 'value'} ${String(value)}`;
}

const bounds: Readonly<Record<string, (limit: string) => string>> = {
  minItems: (limit) => `needs at least ${limit} ${limit === '1' ? 'item' : 'items'}`,
  maxItems: (limit) => `can have at most ${limit} items`,
  minProperties: (limit) => `needs at least ${limit} ${limit === '1' ? 'entry' : 'entries'}`,
  maxProperties: (limit) => `can have at most ${limit} entries`,
  minLength: (limit) => (limit === '1' ? 'cannot be empty' : `needs at least ${limit} characters`),
  maxLength: (limit) => `can have at most ${limit} characters`,
  minimum: (limit) => `cannot be less than ${limit}`,
  exclusiveMinimum: (limit) => `must be greater than ${limit}`,
  maximum: (limit) => `cannot be greater than ${limit}`,
};

const boundsOf = (keyword: string, params: Readonly<Record<string, unknown>>): string =>
  bounds[keyword]?.(String(params.limit)) ?? `violates the rule ${keyword}`;

/** The name of a schema for authors: `HeroBlock` becomes "A hero block". */
function nameOf(schema: Readonly<Record<string, unknown>>): string {
  const title = typeof schema.title === 'string' ? schema.title : '';
  const words = title.replace(/(?<=[a-z])(?=[A-Z])/g, ' ').toLowerCase();
  if (words === '') return 'This';
  return `${/^[aeiou]/.test(words) ? 'An' : 'A'} ${words}`;
}

const shown = (value: unknown): string => {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'nothing');
  return text.length > 60 ? `${text.slice(0, 59)}…` : text;
};
