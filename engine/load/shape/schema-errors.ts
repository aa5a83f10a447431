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
import { type ExtensionKind, type Extensions, extensionNames } from '../../extensions/extensions.ts';
import { placeAt } from '../../vocabulary/places.ts';
import { renamedAt } from '../../vocabulary/renames.ts';
import type { DataPath, FileKind, Source } from '../source/source.ts';
import { elsewhere } from './elsewhere.ts';

/** An error of Ajv. */
export interface SchemaError {
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
export const mostReported = 50;

/** Data of a kind of file. */
export type KindData = Pick<Source, 'kind' | 'data'>;

/**
 * The errors of data against the schema of its kind, without those that are consequences of others.
 * @param extensions the site's, which the schemas do not know
 */
export function shapeErrors({ kind, data }: KindData, extensions: Extensions): readonly SchemaError[] {
  const validate = validators[kind];
  if (validate(data)) return [];
  const found = ((validate.errors ?? []) as readonly SchemaError[]).filter((error) => !isExtension(error, extensions));
  return onePerMistake(found.slice(0, 20 * mostReported), { kind, data });
}

/** The names of the site's extensions that a place accepts, besides the words of its schema (`x-extensions`). */
export const ownNames = ({ parentSchema }: SchemaError, extensions: Extensions): readonly string[] => {
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
function onePerMistake(errors: readonly SchemaError[], source: KindData): SchemaError[] {
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
const isMisspelt = (key: string, instancePath: string, errors: readonly SchemaError[], source: KindData): boolean =>
  errors.some(({ keyword, instancePath: path, params }) => {
    if (keyword !== 'additionalProperties' || path !== instancePath) return false;
    const written = String(params.additionalProperty);
    const renamed = renamedIn(source, pathOfPointer(path, source.data), written);
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
export function renamedIn(source: KindData, path: DataPath, key: string): string | undefined {
  const place = placeAt(source.kind, source.data, path);
  const record = path.reduce<unknown>(
    (value, segment) => (value as Record<string | number, unknown>)[segment],
    source.data,
  );
  return place === undefined ? undefined : renamedAt(place.name, key, record as Readonly<Record<string, unknown>>)?.now;
}

/** Converts a JSON pointer to keys and indexes. */
export function pathOfPointer(pointer: string, data: unknown): DataPath {
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
