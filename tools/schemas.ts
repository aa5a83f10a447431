/** Reads the hand-written schemas of `schemas/`, for `tools/generate.ts` and `tools/validators.ts`. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { packageFolder } from '../server/package-folder.ts';

export type Schema = Record<string, unknown>;

export const schemasFolder = join(packageFolder, 'schemas');

/** The kinds of files with a schema. Each gets a validator. */
export const fileSchemas = [
  'site',
  'page',
  'flow',
  'form',
  'api',
  'part',
  'collection',
  'email',
  'document',
  'scenario',
  'funnel',
  'trace',
] as const;

const read = (path: string): Schema => JSON.parse(readFileSync(join(schemasFolder, path), 'utf8')) as Schema;

const blockTypes = readdirSync(join(schemasFolder, 'blocks'))
  .filter((name) => name.endsWith('.schema.json'))
  .map((name) => name.replace('.schema.json', ''))
  .sort();

/** The block types that authors write, besides those of a site's own. */
export const authoredTypes: readonly string[] = blockTypes;

/** The block types of a loaded definition. The loader replaces a `part` by its blocks, so it has no view and no type. */
export const loadedTypes = [...blockTypes.filter((type) => type !== 'part'), 'own'].sort();

/** The schema of a block type. The type `own` is only made by the loader, so it is not among those that authors write. */
const internalBlock = 'own-block.schema.json';
const fileOf = (type: string): string => (type === 'own' ? internalBlock : `blocks/${type}.schema.json`);

/** The union of the block schemas, discriminated by `type`, so that an invalid block causes one error, not thirty. */
export function blockUnion(types: readonly string[]): Schema {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Block',
    description: 'One typed piece of a page.',
    type: 'object',
    required: ['type'],
    discriminator: { propertyName: 'type' },
    oneOf: types.map((type) => ({ $ref: `../${fileOf(type)}` })),
  };
}

/** All block types: those that authors write, and those that the loader makes. */
export const allTypes: readonly string[] = [...blockTypes, 'own'];

/** All schemas by path below `schemas/`, including the union of the blocks that authors write. */
export function allSchemas(): Map<string, Schema> {
  const all = new Map<string, Schema>();
  for (const name of ['common', ...fileSchemas]) all.set(`${name}.schema.json`, read(`${name}.schema.json`));
  for (const type of blockTypes) all.set(`blocks/${type}.schema.json`, read(`blocks/${type}.schema.json`));
  all.set(internalBlock, read(internalBlock));
  all.set('generated/block.schema.json', blockUnion(blockTypes));
  return all;
}
