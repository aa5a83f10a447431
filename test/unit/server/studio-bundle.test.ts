/** The code of the studio as it is sent: compressed, and kept by browsers. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, expect, test } from 'vitest';
import { openStudioBundle } from '../../../server/studio/bundle.ts';

const folder = mkdtempSync(join(tmpdir(), 'studio-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
const code = 'export const room = "visits";\n'.repeat(200);
for (const name of ['studio-abcd1234.js', 'dev-inspector-abcd1234.js', 'notes.txt'])
  writeFileSync(join(folder, name), code);
const bundle = openStudioBundle(folder, 'studio');

test('is sent in an encoding of the request, and kept for a year', async () => {
  const kept = { 'Cache-Control': 'private, max-age=31536000, immutable', Vary: 'Accept-Encoding' };
  const asBrotli = await bundle.file('studio-abcd1234.js', 'gzip, br');
  expect(asBrotli?.headers).toEqual({ ...kept, 'Content-Encoding': 'br' });
  expect(brotliDecompressSync(asBrotli?.body as Buffer).toString()).toBe(code);
  expect(asBrotli?.body.length).toBeLessThan(code.length / 10);
  const asGzip = await bundle.file('studio-abcd1234.js', 'gzip');
  expect(asGzip?.headers).toEqual({ ...kept, 'Content-Encoding': 'gzip' });
  expect(gunzipSync(asGzip?.body as Buffer).toString()).toBe(code);
  const plain = await bundle.file('studio-abcd1234.js', undefined);
  expect(plain?.headers).toEqual(kept);
  expect(plain?.body.toString()).toBe(code);
});

test('is only what the build has made for this application', async () => {
  expect(await bundle.entry()).toBe('studio-abcd1234.js');
  for (const name of ['dev-inspector-abcd1234.js', 'notes.txt', '../secret.js', 'studio-gone0000.js'])
    expect(await bundle.file(name, 'br')).toBeNull();
});
