/** Builds what browsers and the server need into `dist/`, and compresses what is sent as it stands. */
import { createHash } from 'node:crypto';
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build } from 'vite';

rmSync('dist', { recursive: true, force: true });
for (const mode of ['client', 'boot', 'server']) await build({ mode });

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

for (const name of readdirSync(assets)) {
  if (!/\.(js|css|svg)$/.test(name)) continue;
  const bytes = readFileSync(join(assets, name));
  writeFileSync(
    join(assets, `${name}.br`),
    brotliCompressSync(bytes, { params: { [constants.BROTLI_PARAM_QUALITY]: 11 } }),
  );
  writeFileSync(join(assets, `${name}.gz`), gzipSync(bytes, { level: 9 }));
}
