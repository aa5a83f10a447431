import { renderToString } from 'react-dom/server';
import { describe, expect, test } from 'vitest';
import type { Pictures } from '../../../engine/definition.ts';
import { pageMessages } from '../../../engine/messages/catalogue.ts';
import { blockViews } from '../../../renderer/blocks/generated/views.ts';
import { createView } from '../../../renderer/parts/create-view.tsx';
import type { Block } from '../../../schemas/generated/types.ts';
import { examples } from './generated/examples.ts';

function draw(block: Block, pictures?: Pictures): string {
  const site = { name: 'Perfil Ético', home: '/', messages: pageMessages({ locale: 'pt-BR' }), pictures };
  return renderToString(createView({ views: blockViews, scope: {}, site }).blocks([block], 1));
}

describe('a picture', () => {
  const { full, minimal } = examples.image;

  test('has its measured dimensions, so that nothing shifts', () => {
    const html = draw(minimal, { [minimal.image]: { width: 900, height: 1200 } });
    expect(html).toMatch(
      /<img[^>]* src="\/assets\/funnel-reference\/picture\.svg" alt="" width="900" height="1200" loading="lazy"/,
    );
    expect(html).not.toContain('<picture');
  });

  test('offers its other formats, best first, with its displayed width', () => {
    const sources = [
      { type: 'image/avif', srcset: '/_f/images/a-320.avif 320w' },
      { type: 'image/webp', srcset: '/_f/images/a-320.webp 320w' },
    ];
    const html = draw(minimal, { [minimal.image]: { width: 400, height: 300, sources } });
    expect(
      [...html.matchAll(/<source type="([^"]+)" srcSet="([^"]+)" sizes="[^"]+"/g)].map(([, type, set]) => [type, set]),
    ).toEqual(sources.map(({ type, srcset }) => [type, srcset]));
    expect(html.indexOf('<source')).toBeLessThan(html.indexOf('<img'));
  });

  test('contains a small preview until it has loaded', () => {
    const preview = 'data:image/webp;base64,AAAA';
    const of = (block: Block): Pictures => ({ [(block as typeof full).image]: { width: 4, height: 3, preview } });
    expect(draw(minimal, of(minimal))).toContain(`data-preview="${preview}"`);
    expect(draw(full, of(full))).not.toContain('data-preview');
  });

  test('in the first view is not lazy, and names its fallback', () => {
    const html = draw(full);
    expect(html).toContain('fetchPriority="high"');
    expect(html).not.toContain('loading="lazy"');
    expect(html).toContain('data-fallback="/assets/funnel-reference/fallback.svg"');
  });
});

describe('a carousel', () => {
  test.each([
    ['before-after', 3],
    ['conversations', 5],
  ] as const)('%s can be scrolled by keyboard; its buttons are hidden until the script runs', (type, count) => {
    const html = draw(examples[type].full as Block);
    expect(html).toMatch(/data-behaviour="carousel"><ul[^>]* data-track="" aria-label="[^"]+" tabindex="0"/i);
    expect(html.match(/<button[^>]* data-go="-?1" aria-label="[^"]+" hidden=""/g)).toHaveLength(2);
    expect(html.match(/<button[^>]* data-dot="\d" aria-label="Mostrar o item \d"[^>]* hidden=""/g)).toHaveLength(count);
    expect(html.match(/ aria-current="true"/g)).toHaveLength(1);
  });

  test('is not used for a single item', () => {
    expect(draw(examples['before-after'].minimal as Block)).not.toContain('carousel');
  });
});

describe('a drawn illustration', () => {
  test('has one text alternative', () => {
    const html = draw(examples.conversations.full as Block);
    const pictures = html.match(/role="img" aria-label="[^"]+"/g);
    expect(pictures).toHaveLength(5);
    expect(html.match(/conversations__messages" aria-hidden="true"/g)).toHaveLength(5);
    const profiles = draw(examples['before-after'].full as Block);
    expect(
      profiles.match(/role="img" aria-label="[^"]+"><div class="before-after__screen" aria-hidden="true"/g),
    ).toHaveLength(6);
  });

  test('crosses out the points of the bad side and ticks those of the good one', () => {
    const html = draw(examples.compare.full as Block);
    expect(html.match(/points__item points__item--mark_cross/g)).toHaveLength(3);
    expect(html.match(/class="points__item"/g)).toHaveLength(3);
  });
});
