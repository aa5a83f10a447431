/** Content that would be misleading when the site goes live. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, test } from 'vitest';
import type { Block } from '../../schemas/generated/types.ts';
import { copyFunnels } from '../harness/funnels-copy.ts';
import { loadFunnels } from '../harness/load-site.ts';
import { projectRoot } from '../harness/site-server.ts';

const invented: readonly Block['type'][] = ['before-after', 'conversations', 'testimonials'];

function blocksIn(value: unknown): Block[] {
  if (typeof value !== 'object' || value === null) return [];
  const own = 'type' in value && typeof value.type === 'string' ? [value as Block] : [];
  return [...own, ...Object.values(value).flatMap(blocksIn)];
}

test('every invented case, conversation and testimonial is marked as illustrative', async () => {
  const { pages } = await loadFunnels();
  const shown = blocksIn(Object.values(pages)).filter(({ type }) => invented.includes(type));
  expect(shown.length).toBeGreaterThanOrEqual(6);
  for (const block of shown) expect(JSON.stringify('note' in block ? block.note : '')).toMatch(/ilustrativ/i);
  for (const [id, page] of Object.entries(pages)) {
    if (id.startsWith('historia-')) expect(JSON.stringify(page)).toContain('História ilustrativa');
    expect(JSON.stringify(page)).not.toMatch(/por quem (as|os) viveu/);
  }
});

test('the mentor’s name is defined in one place', async () => {
  const { pages } = await loadFunnels(copyFunnels([['site.yaml', 'name: Clara Antunes', 'name: Outra Pessoa']]));
  const named = Object.keys(pages).filter((id) => JSON.stringify(pages[id]).includes('Outra Pessoa'));
  expect(named.sort()).toEqual(['cadastro-consultoria', 'consultoria', 'guia', 'workshop']);
  expect(JSON.stringify(pages)).not.toContain('Clara Antunes');
});

test('no two portraits show the same scene', async () => {
  const files = [
    'workshop/assets/poster-1.jpg',
    'workshop/assets/poster-2.jpg',
    'historias/assets/poster-1.jpg',
    'historias/assets/poster-2.jpg',
  ];
  const scenes = await Promise.all(
    files.map((file) =>
      sharp(readFileSync(join(projectRoot, 'funnels', file)))
        .resize(16, 9, { fit: 'fill' })
        .greyscale()
        .raw()
        .toBuffer(),
    ),
  );
  for (const [at, scene] of scenes.entries())
    for (const other of scenes.slice(at + 1)) {
      const apart = scene.reduce((sum, light, pixel) => sum + Math.abs(light - (other[pixel] as number)), 0);
      expect(apart / scene.length).toBeGreaterThan(25);
    }
});
