/**
 * Builds `schemas/generated/validators.js` from the schemas. The file is built, not committed: it is 26,000 lines of Ajv's
 * output. Everything that runs the engine from its sources calls `ensureValidators` first: the build, Vitest and `funnel`.
 */
import { createHash } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { allSchemas, fileSchemas, type Schema, schemasFolder } from './schemas.ts';

const validatorsFile = join(schemasFolder, 'generated/validators.js');

/** The words of our own that Ajv passes over. */
const ownWords = ['x-kind', 'x-after', 'x-empty', 'x-holds', 'x-moment', 'x-type', 'x-loaded', 'x-variants'];

/** Identifies what the validators are built from: the schemas, this file and Ajv's version. */
function fingerprint(all: ReadonlyMap<string, Schema>): string {
  const { devDependencies } = JSON.parse(readFileSync(join(schemasFolder, '../package.json'), 'utf8')) as {
    devDependencies: Record<string, string>;
  };
  return createHash('sha256')
    .update(JSON.stringify([...all]))
    .update(readFileSync(fileURLToPath(import.meta.url)))
    .update(String(devDependencies['ajv']))
    .digest('hex');
}

const headOf = (hash: string): string => `// Built by tools/validators.ts from schemas/ (${hash}). Do not edit.\n`;

function isBuilt(target: string, head: string): boolean {
  try {
    return readFileSync(target, 'utf8').startsWith(head);
  } catch {
    return false;
  }
}

async function build(all: ReadonlyMap<string, Schema>): Promise<string> {
  // Loaded here, so that a start that finds the validators built needs no development dependency.
  const [{ Ajv }, { default: standalone }] = await Promise.all([
    import('ajv'),
    import('ajv/dist/standalone/index.js'),
  ]).catch((error: unknown) => {
    throw new Error(
      'The validators of the schemas are not built, and Ajv, which builds them, is not installed. Run `npm install --include=dev`, then `npm run build`.',
      { cause: error },
    );
  });
  // `unicode: false` counts UTF-16 units: the ucs2length helper would be a `require` in ESM output.
  const ajv = new Ajv({
    allErrors: true,
    discriminator: true,
    verbose: true,
    unicode: false,
    strict: true,
    strictRequired: false,
    logger: false,
    allowUnionTypes: true,
    code: { source: true, esm: true, lines: true },
  });
  for (const word of ownWords) ajv.addKeyword(word);
  const base = 'https://schemas.funnel/';
  for (const [path, schema] of all) ajv.addSchema({ ...schema, $id: base + path });
  const code = (standalone as unknown as { default: (ajv: unknown, refs: Record<string, string>) => string }).default(
    ajv,
    Object.fromEntries(fileSchemas.map((name) => [name, `${base}${name}.schema.json`])),
  );
  if (/\brequire\(/.test(code))
    throw new Error('The validators need a run-time helper of Ajv. Replace the schema keyword that needs it.');
  return code;
}

/**
 * Builds the validators unless they are those of the schemas on disk.
 * @param target where they are; tests have a place of their own
 * @throws Error when they have to be built and Ajv is not installed
 */
export async function ensureValidators(target = validatorsFile): Promise<void> {
  const all = allSchemas();
  const head = headOf(fingerprint(all));
  if (isBuilt(target, head)) return;
  // Written aside and renamed, because another process may read it meanwhile.
  const draft = `${target}.${process.pid}`;
  writeFileSync(draft, `${head}// @ts-nocheck\n${await build(all)}`);
  renameSync(draft, target);
}

/** Vitest's global setup (`vite.config.ts`). */
export default (): Promise<void> => ensureValidators();
