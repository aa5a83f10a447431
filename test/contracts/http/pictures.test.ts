import { mkdir, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { crc32 } from 'node:zlib';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { loadFolder } from '../../../server/definitions/load.ts';
import { drawingSize } from '../../../server/images/drawing.ts';
import { qualityFor } from '../../../server/images/quality.ts';
import { encodePicture, readPicture } from '../../../server/images/sharp.ts';
import { copySite, startTestServer, type TestServer } from './running.ts';

/** A picture with enough detail to show differences in quality. */
const photograph = (width: number, height: number): Promise<Buffer> =>
  sharp({
    create: { width, height, channels: 3, background: '#7D5F2B', noise: { type: 'gaussian', mean: 128, sigma: 40 } },
  })
    .png()
    .toBuffer();

let site: TestServer;
let funnels: string;
beforeAll(async () => {
  funnels = await copySite('http');
  await mkdir(join(funnels, 'quiz/assets'), { recursive: true });
  await writeFile(join(funnels, 'quiz/assets/foto.png'), await photograph(700, 350));
  await writeFile(join(funnels, 'secret.png'), await photograph(400, 400));
  await symlink(join(funnels, '..'), join(funnels, 'quiz/assets/out'));
  site = await startTestServer({ funnels, watch: false });
});
afterAll(() => site.stop());

const picturesOf = async () => (await loadFolder(funnels)).site?.pictures ?? {};
const variant = async (width: number, format: string): Promise<string> => {
  const sources = (await picturesOf())['quiz/assets/foto.png']?.sources ?? [];
  const source = sources.find(({ type }) => type === `image/${format}`);
  const [url] = (source?.srcset.split(', ') ?? []).filter((each) => each.endsWith(` ${width}w`));
  return url?.split(' ')[0] as string;
};

describe('pictures', () => {
  test('are measured, and listed in the widths they have', async () => {
    const pictures = await picturesOf();
    expect(pictures['quiz/assets/foto.png']).toMatchObject({ width: 700, height: 350 });
    const [avif, webp] = pictures['quiz/assets/foto.png']?.sources ?? [];
    expect(avif).toMatchObject({
      type: 'image/avif',
      srcset: expect.stringMatching(/-320\.avif 320w, .*-640\.avif 640w$/),
    });
    expect(webp?.type).toBe('image/webp');
    const preview = pictures['quiz/assets/foto.png']?.preview ?? '';
    expect(preview.length).toBeLessThan(400);
    const few = await sharp(Buffer.from(preview.replace('data:image/webp;base64,', ''), 'base64')).metadata();
    expect([few.format, few.width, few.height]).toEqual(['webp', 12, 6]);
    expect(pictures['quiz/assets/logo.svg']?.sources, 'a drawing stays as it is').toBeUndefined();
    expect(Object.keys(pictures)).not.toContain('secret.png');
  });

  test.each(['avif', 'webp'])('are made as %s on request, and cached', async (format) => {
    const reply = await site.get(await variant(320, format));
    expect(reply.status).toBe(200);
    expect(reply.headers.get('content-type')).toBe(`image/${format}`);
    expect(reply.headers.get('cache-control')).toContain('immutable');
    const { width, height } = await sharp(Buffer.from(await reply.arrayBuffer())).metadata();
    expect([width, height]).toEqual([320, 160]);
    const kept = await readdir(join(site.config.dataDir, 'images'));
    expect(kept.filter((name) => name.startsWith('high-') && name.endsWith(`-320.${format}`))).toHaveLength(1);
  });

  test('are smaller on a poor connection', async () => {
    const url = await variant(640, 'webp');
    const size = async (headers: Record<string, string>) =>
      (await (await site.get(url, headers)).arrayBuffer()).byteLength;
    const [high, medium, low] = [await size({}), await size({ ect: '3g' }), await size({ 'save-data': 'on' })];
    expect(medium).toBeLessThan(high as number);
    expect(low).toBeLessThan(medium as number);
  });

  test('are cached by every cache if the address has a quality, else only by the browser', async () => {
    const url = await variant(640, 'webp');
    const named = (quality: string): string => url.replace('/images/', `/images/${quality}/`);
    // A bit rate or a round trip in `Vary` differs between requests and would defeat every cache.
    const kept = async (address: string) => {
      const { headers } = await site.get(address);
      return [headers.get('cache-control'), headers.get('vary')];
    };
    expect(await kept(url)).toEqual(['private, max-age=31536000, immutable', 'Accept-Encoding']);
    for (const quality of ['low', 'medium', 'high'])
      expect(await kept(named(quality))).toEqual(['public, max-age=31536000, immutable', 'Accept-Encoding']);
    const bytes = async (address: string, headers: Record<string, string> = {}) =>
      Buffer.from(await (await site.get(address, headers)).arrayBuffer()).toString('hex');
    expect(await bytes(named('low'), { ect: '4g' })).toBe(await bytes(url, { 'save-data': 'on' }));
    expect(await bytes(named('high'), { 'save-data': 'on' })).toBe(await bytes(url));
    for (const other of ['best', 'toString', 'low/low']) expect((await site.get(named(other))).status, other).toBe(404);
  });

  test('requested concurrently are made once', async () => {
    // No other test asks for it.
    const url = (await variant(320, 'avif')).replace('/images/', '/images/low/');
    const replies = await Promise.all([1, 2, 3, 4].map(() => site.get(url)));
    const bodies = await Promise.all(
      replies.map(async (reply) => Buffer.from(await reply.arrayBuffer()).toString('hex')),
    );
    expect(new Set(bodies).size).toBe(1);
    expect((await readdir(join(site.config.dataDir, 'images'))).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  test('are made in no other width, format or name', async () => {
    const url = await variant(320, 'webp');
    const others = [
      url.replace('-320', '-321'),
      url.replace('-320', '-960'),
      url.replace('webp', 'gif'),
      '/_f/images/..%2fx',
    ];
    for (const other of [others[0], others[2], others[3], `/_f/images/${'0'.repeat(24)}-320.avif`])
      expect((await site.get(other as string)).status, other).toBe(404);
    // Wider than the picture: it is never enlarged.
    const { width } = await sharp(Buffer.from(await (await site.get(others[1] as string)).arrayBuffer())).metadata();
    expect(width).toBe(700);
  });

  test('are sent even if they cannot be cached', async () => {
    const images = join(site.config.dataDir, 'images');
    await rm(images, { recursive: true });
    await writeFile(images, 'a file where the folder should be');
    expect((await site.get(await variant(320, 'webp'))).status).toBe(200);
    await rm(images);
  });

  test('that change make another version', async () => {
    const before = await loadFolder(funnels);
    await writeFile(join(funnels, 'quiz/assets/nova.png'), await photograph(330, 100));
    const after = await loadFolder(funnels);
    expect(after.site?.hash).not.toBe(before.site?.hash);
  });
});

describe('client hints', () => {
  test.each([
    [{}, 'high'],
    [{ ect: '4g', rtt: '500', downlink: '1' }, 'high'],
    [{ ect: '3g' }, 'medium'],
    [{ ect: '2g' }, 'low'],
    [{ ect: 'slow-2g' }, 'low'],
    [{ ect: '4g', rtt: '501' }, 'low'],
    [{ ect: '4g', downlink: '0.9' }, 'low'],
    [{ 'save-data': 'on' }, 'low'],
    [{ rtt: 'soon', downlink: '' }, 'high'],
  ] as const)('%j select quality %s', (headers, quality) => {
    expect(qualityFor(headers)).toBe(quality);
  });
});

describe('an SVG drawing', () => {
  test.each([
    ['<svg width="900" height="1200" viewBox="0 0 1 1"/>', { width: 900, height: 1200 }],
    ["<?xml version='1.0'?><svg viewBox='0 0 32.5 16'></svg>", { width: 32.5, height: 16 }],
    ['<svg width="100%" height="2em" viewBox="0,0,4,3">', { width: 4, height: 3 }],
    ['<svg><path d="M0 0"/></svg>', null],
    ['<p>no drawing</p>', null],
  ])('has a size: %s', (text, size) => {
    expect(drawingSize(text)).toEqual(size);
  });
});

test('a picture of more than 50 million pixels is neither measured nor decoded', async () => {
  const ofSize = (width: number, height: number): Promise<Buffer> =>
    sharp({ create: { width, height, channels: 3, background: '#fff' } })
      .png()
      .toBuffer();
  const most = await ofSize(5000, 1000);
  // The header alone says how many pixels there are: width and height are its first 8 bytes, and a checksum ends it.
  const tooMany = Buffer.from(most);
  tooMany.writeUInt32BE(50_000, 16);
  tooMany.writeUInt32BE(1001, 20);
  tooMany.writeUInt32BE(crc32(tooMany.subarray(12, 29)), 29);
  expect(await sharp(tooMany).metadata()).toMatchObject({ width: 50_000, height: 1001 });
  expect(await readPicture(most)).toEqual({ width: 5000, height: 1000 });
  expect((await encodePicture(most, 100, 'webp', 50)).length).toBeGreaterThan(0);
  expect(await readPicture(tooMany)).toBeNull();
  await expect(encodePicture(tooMany, 100, 'webp', 50)).rejects.toThrow(/pixel limit/);
});

test('a picture that is cut off, or too large, is an error at its file', async () => {
  const funnels = await copySite('http');
  const whole = await sharp({
    create: {
      width: 400,
      height: 300,
      channels: 3,
      background: '#7D5F2B',
      noise: { type: 'gaussian', mean: 100, sigma: 50 },
    },
  })
    .png()
    .toBuffer();
  const large = Buffer.from(whole);
  large.writeUInt32BE(30_000, 16);
  large.writeUInt32BE(30_000, 20);
  large.writeUInt32BE(crc32(large.subarray(12, 29)), 29);
  await mkdir(join(funnels, 'quiz/assets'), { recursive: true });
  await writeFile(join(funnels, 'quiz/assets/whole.png'), whole);
  expect((await loadFolder(funnels)).problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  await writeFile(join(funnels, 'quiz/assets/cut.png'), whole.subarray(0, whole.length / 2));
  await writeFile(join(funnels, 'quiz/assets/large.png'), large);
  await writeFile(join(funnels, 'quiz/assets/blank.png'), '');
  await writeFile(join(funnels, 'quiz/assets/note.svg'), 'The logo is in the mail.');
  await writeFile(join(funnels, 'quiz/assets/page.jpg'), '<!doctype html>');
  const { site, problems } = await loadFolder(funnels);
  expect(site).toBeNull();
  expect(problems.filter(({ severity }) => severity === 'error').map(({ file, code }) => [file, code])).toEqual([
    ...['blank.png', 'cut.png', 'large.png', 'note.svg', 'page.jpg'].map((name) => [
      `quiz/assets/${name}`,
      'picture-unreadable',
    ]),
  ]);
});
