/** Reads the hand-written schemas of `schemas/` and of the folders of words, for `tools/generate.ts` and `tools/validators.ts`. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { blockTypeNames } from '../schemas/vocabulary.ts';
import { packageFolder } from '../server/package-folder.ts';
import { addWords } from './vocabulary.ts';

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

/** The block types that authors write, besides those of a site's own. The loader replaces a `part` by its blocks. */
export const authoredTypes: readonly string[] = [
  ...blockTypeNames.filter((type) => type !== 'extension'),
  'part',
].sort();

/** The block types of a loaded definition. */
export const loadedTypes: readonly string[] = [...blockTypeNames].sort();

/** The path of the schema of a block type. The type `own` is only made by the loader, so it is not among those that authors write. */
const internalBlock = 'extension-block.schema.json';
export const blockFile = (type: string): string =>
  type === 'extension' ? internalBlock : `blocks/${type}.schema.json`;

/** Reads the schema in the folder of a block. Its references are relative to that folder. */
function readBlock(type: string): Schema {
  const text = readFileSync(join(packageFolder, 'renderer/blocks', type, 'schema.json'), 'utf8');
  const back = '../'.repeat(blockFile(type).split('/').length - 1);
  return JSON.parse(text.replaceAll('"../../../schemas/', `"${back}`)) as Schema;
}

/** The union of the block schemas, discriminated by `type`, so that an invalid block causes one error, not thirty. */
export function blockUnion(types: readonly string[]): Schema {
  return {
    $schema: 'http://json-schema.org/draft-07/schema#',
    title: 'Block',
    description: 'One typed piece of a page.',
    type: 'object',
    required: ['type'],
    discriminator: { propertyName: 'type' },
    oneOf: types.map((type) => ({ $ref: `../${blockFile(type)}` })),
  };
}

/** All block types: those that authors write, and those that the loader makes. */
export const allTypes: readonly string[] = [...authoredTypes, 'extension'];

/** All schemas by path below `schemas/`, including the union of the blocks that authors write. */
export function allSchemas(): Map<string, Schema> {
  const all = new Map<string, Schema>();
  for (const name of ['common', ...fileSchemas]) all.set(`${name}.schema.json`, read(`${name}.schema.json`));
  for (const type of allTypes) all.set(blockFile(type), readBlock(type));
  all.set('generated/block.schema.json', blockUnion(authoredTypes));
  addWords(all);
  return all;
}
