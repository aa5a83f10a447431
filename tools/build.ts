/**
 * Builds the code of browsers and server into `dist/`, and compresses static files.
 * Does nothing if `dist/` is up to date; `npm run build -- --force` builds anyway.
 */
import { createHash } from 'node:crypto';
import { cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'vite';
import { serverBuilds } from './builds.ts';
import { ensureValidators } from './validators.ts';

// Of any other value, such as that of Vitest, Vite makes a build for development, which fails without React's tools.
process.env['NODE_ENV'] = 'production';

const sources = ['engine', 'renderer', 'schemas', 'tools'];
const settings = ['package-lock.json', 'tsconfig.json', 'vite.config.ts'];
const stamp = 'dist/.built-from';

/** The fingerprint of all files that a build depends on. */
function fingerprint(): string {
  const inside = sources.flatMap((folder) =>
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      // Built from the schemas, possibly by another process at the same time.
      .filter((file) => !file.includes('validators.js')),
  );
  const hash = createHash('sha256').update(process.version);
  for (const file of [...inside, ...settings].sort()) hash.update(`\0${file}\0`).update(readFileSync(file));
  return hash.digest('hex');
}

await ensureValidators();
const wanted = fingerprint();
const isBuilt = existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted;
if (isBuilt && !process.argv.includes('--force')) process.exit(0);

rmSync('dist', { recursive: true, force: true });
for (const mode of serverBuilds) await build({ mode });

const assets = 'dist/client/assets';
const fonts = 'renderer/theme/fonts';
const fontUrls: Record<string, string> = {};
for (const name of readdirSync(fonts).filter((file) => file.endsWith('.woff2'))) {
  const bytes = readFileSync(join(fonts, name));
  const hashed = name.replace('.woff2', `-${createHash('sha256').update(bytes).digest('hex').slice(0, 8)}.woff2`);
  writeFileSync(join(assets, hashed), bytes);
  fontUrls[name.replace('.woff2', '')] = `/_f/assets/${hashed}`;
}
writeFileSync('dist/client/fonts.json', JSON.stringify(fontUrls));
cpSync(join(fonts, 'pdf'), 'dist/pdf/fonts', { recursive: true });

for (const name of readdirSync(assets)) {
  if (!/\.(js|css|svg)$/.test(name)) continue;
  const bytes = readFileSync(join(assets, name));
  writeFileSync(
    join(assets, `${name}.br`),
    brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
  );
  writeFileSync(join(assets, `${name}.gz`), gzipSync(bytes, { level: 9 }));
}

// Written last, so that an interrupted build is repeated.
writeFileSync(stamp, wanted);
