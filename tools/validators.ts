/**
 * Builds `schemas/generated/validators.js` from the schemas. The file is not committed: it is 26,000 lines of Ajv's
 * output. The build, Vitest and `funnel` run the engine from its sources, so they call `ensureValidators` first.
 */
import { createHash } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { allSchemas, fileSchemas, type Schema, schemasFolder } from './schemas.ts';

const validatorsFile = join(schemasFolder, 'generated/validators.js');

/** The project's own keywords, which Ajv ignores. */
const customKeywords = [
  'x-kind',
  'x-after',
  'x-empty',
  'x-holds',
  'x-moment',
  'x-condition',
  'x-type',
  'x-loaded',
  'x-variants',
  'x-kinds',
  'x-extensions',
  'x-role',
];

/** The fingerprint of the inputs: the schemas, this file and Ajv's version. */
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
  // Imported here, so that a start with built validators needs no development dependencies.
  const [{ Ajv }, { default: standalone }] = await Promise.all([
    import('ajv'),
    import('ajv/dist/standalone/index.js'),
  ]).catch((error: unknown) => {
    throw new Error(
      'The schema validators are not built, and Ajv, which builds them, is not installed. Run `npm install --include=dev`, then `npm run build`.',
      { cause: error },
    );
  });
  // `unicode: false` counts UTF-16 code units. Otherwise the output would `require` a helper, which ES modules do not allow.
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
  for (const keyword of customKeywords) ajv.addKeyword(keyword);
  const base = 'https://schemas.funnel/';
  for (const [path, schema] of all) ajv.addSchema({ ...schema, $id: base + path });
  const code = (standalone as { default: (ajv: unknown, refs: Record<string, string>) => string }).default(
    ajv,
    Object.fromEntries(fileSchemas.map((name) => [name, `${base}${name}.schema.json`])),
  );
  if (/\brequire\(/.test(code))
    throw new Error('The validators require a runtime helper of Ajv. Replace the schema keyword that needs it.');
  return code;
}

/**
 * Builds the validators unless they are up to date.
 * @param target the output file; tests use their own
 * @throws Error when they must be built and Ajv is not installed
 */
export async function ensureValidators(target = validatorsFile): Promise<void> {
  const all = allSchemas();
  const head = headOf(fingerprint(all));
  if (isBuilt(target, head)) return;
  // Written to a temporary file and renamed, because another process may read the target at the same time.
  const draft = `${target}.${process.pid}`;
  writeFileSync(draft, `${head}// @ts-nocheck\n${await build(all)}`);
  renameSync(draft, target);
}

/** Vitest's global setup (`vite.config.ts`). */
export default (): Promise<void> => ensureValidators();
