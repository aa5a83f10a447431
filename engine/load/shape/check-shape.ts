import {
  api,
  collection,
  document,
  email,
  flow,
  form,
  funnel,
  page,
  part,
  scenario,
  site,
} from '../../../schemas/generated/validators.js';
import { nearest } from '../../errors/nearest.ts';
import type { Report } from '../../errors/report.ts';
import { type ExtensionKind, type Extensions, extensionNames, noExtensions } from '../../extensions/extensions.ts';
import { placeAt } from '../../vocabulary/places.ts';
import { renamedAt } from '../../vocabulary/renames.ts';
import type { DataPath, FileKind, Source } from '../source/source.ts';
import { exampleSetting } from '../types/site-examples.ts';
import { elsewhere } from './elsewhere.ts';

interface SchemaError {
  readonly instancePath: string;
  readonly schemaPath: string;
  readonly keyword: string;
  readonly params: Readonly<Record<string, unknown>>;
  readonly propertyName?: string;
  readonly parentSchema?: Readonly<Record<string, unknown>>;
  readonly data?: unknown;
}

const validators = {
  site,
  page,
  flow,
  form,
  api,
  part,
  collection,
  email,
  document,
  scenario,
  funnel,
} satisfies Record<FileKind, unknown>;

/** A file with more errors is probably of a different kind. */
const mostReported = 50;

/**
 * Checks a file against its schema and reports each mistake once. Returns whether the file is valid.
 * @param extensions the site's, which the schemas do not know
 */
export function checkShape(source: Source, report: Report, extensions: Extensions = noExtensions): boolean {
  const validate = validators[source.kind];
  if (validate(source.data)) return true;
  const found = ((validate.errors ?? []) as readonly SchemaError[]).filter((error) => !isExtension(error, extensions));
  const mistakes = onePerMistake(found.slice(0, 20 * mostReported), source);
  for (const error of mistakes.slice(0, mostReported)) reportError(error, source, report, extensions);
  return mistakes.length === 0;
}

/** The names of the site's extensions that a place accepts, besides the words of its schema (`x-extensions`). */
const ownNames = ({ parentSchema }: SchemaError, extensions: Extensions): readonly string[] => {
  const kind = parentSchema?.['x-extensions'] as ExtensionKind | undefined;
  return kind === undefined ? [] : extensionNames(extensions, kind);
};

/** Whether the type of a field, one of the site's own, has a usual value for a key. */
function hasUsually({ fields, unread }: Extensions, field: unknown, key: string): boolean {
  const type = String((field as { readonly type?: unknown } | undefined)?.type);
  return unread.fields.includes(type) || (Object.hasOwn(fields, type) && Object.hasOwn(fields[type]?.field ?? {}, key));
}

/** Whether a value is only unknown to the schema because it is one of the site's extensions. */
const isExtension = (error: SchemaError, extensions: Extensions): boolean =>
  (error.keyword === 'enum' && ownNames(error, extensions).includes(String(error.data))) ||
  (error.keyword === 'required' &&
    error.parentSchema?.title === 'Field' &&
    hasUsually(extensions, error.data, String(error.params.missingProperty))) ||
  (error.keyword === 'discriminator' &&
    error.parentSchema?.title === 'Block' &&
    extensionNames(extensions, 'blocks').includes(String(error.params.tagValue)));

/** Drops errors that are consequences of others. */
function onePerMistake(errors: readonly SchemaError[], source: Source): SchemaError[] {
  const unions = errors.filter((error) => error.keyword === 'oneOf').map((error) => error.instancePath);
  const causes: SchemaError[] = [];
  const seen = new Set<string>();
  for (const error of errors) {
    const { keyword, instancePath, params } = error;
    // The branch of an `if` reports its own errors.
    if (keyword === 'propertyNames' || keyword === 'if') continue;
    if (keyword === 'discriminator' && params.error === 'tag') {
      // A block without a type is reported as a missing key; a type that is not a text is reported here.
      if (params.tagValue === undefined) continue;
    }
    if (keyword !== 'oneOf' && unions.some((path) => instancePath === path || instancePath.startsWith(`${path}/`)))
      continue;
    if (keyword === 'required' && isMisspelt(String(params.missingProperty), instancePath, errors, source)) continue;
    // A record of another kind lacks more than it has too much.
    if (keyword === 'required' && isForElsewhere(instancePath, errors)) continue;
    const subject = params.additionalProperty ?? params.missingProperty ?? error.propertyName ?? '';
    const key = `${instancePath} ${String(subject)}`;
    if (seen.has(key)) continue;
    seen.add(key);
    causes.push(error);
  }
  return causes;
}

/** Whether a missing key is present under an old or misspelt name. */
const isMisspelt = (key: string, instancePath: string, errors: readonly SchemaError[], source: Source): boolean =>
  errors.some(({ keyword, instancePath: path, params }) => {
    if (keyword !== 'additionalProperties' || path !== instancePath) return false;
    const written = String(params.additionalProperty);
    const renamed = renamedIn(source, pathOf(path, source.data), written);
    return renamed === undefined ? nearest(written, [key]) === key : renamed.split('.')[0] === key;
  });

/** Whether a record has a key that has its place elsewhere. */
const isForElsewhere = (instancePath: string, errors: readonly SchemaError[]): boolean =>
  errors.some(
    ({ keyword, instancePath: path, params, parentSchema }) =>
      keyword === 'additionalProperties' &&
      path === instancePath &&
      elsewhere(parentSchema?.title, String(params.additionalProperty)) !== undefined,
  );

/** The new name of a renamed key. */
function renamedIn(source: Source, path: DataPath, key: string): string | undefined {
  const place = placeAt(source.kind, source.data, path);
  const record = path.reduce<unknown>(
    (value, segment) => (value as Record<string | number, unknown>)[segment],
    source.data,
  );
  return place === undefined ? undefined : renamedAt(place.name, key, record as Readonly<Record<string, unknown>>)?.now;
}

function reportError(error: SchemaError, source: Source, report: Report, extensions: Extensions): void {
  const { keyword, params, data, parentSchema = {} } = error;
  const path = pathOf(error.instancePath, source.data);
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

/** Converts a JSON pointer to keys and indexes. */
function pathOf(pointer: string, data: unknown): DataPath {
  let value = data;
  return pointer
    .split('/')
    .slice(1)
    .map((part) => {
      const key = part.replace(/~1/g, '/').replace(/~0/g, '~');
      const segment = Array.isArray(value) ? Number(key) : key;
      value = (value as Record<string | number, unknown> | undefined)?.[segment];
      return segment;
    });
}
