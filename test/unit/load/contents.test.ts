/** The loader's index of pages and flows, which makes later searches unnecessary. */
import { describe, expect, test } from 'vitest';
import type { SiteDefinition } from '../../../engine/definition.ts';
import { baseWith, load } from './fixtures.ts';

const offer = `page: offer
paths: [/offer]
title: Offer
description: 'An offer'
overlays:
  sign-up: { flow: ask, label: Sign up }
blocks:
  - type: header
    action: { label: Now, open: sign-up }
  - type: split
    main:
      - { type: image, image: sample/seal.svg, alt: A seal }
      - { type: video, label: Watch, provider: vimeo, videoId: '123' }
    aside:
      - type: text
        title: host
        body: video
  - type: testimonials
    title: They say
    items:
      - { name: Ana, role: Lawyer, quote: Good, label: Watch, provider: youtube, videoId: abcdef }
  - type: text
    when: 1 > 2
    title: Never
`;

const ask = `flow: ask
start: form
steps:
  form:
    show:
      - { type: actions, actions: [{ label: Close, send: done }] }
    on:
      done: { to: end }
  end:
    close: true
`;

function site(): SiteDefinition {
  const { site: loaded, problems } = load(baseWith({ 'offer.page.yaml': offer, 'ask.flow.yaml': ask }));
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  return loaded as SiteDefinition;
}

describe('the index of a page', () => {
  const loaded = site();
  const { blocks, assets, flows, opens } = loaded.index.pages['offer'] as SiteDefinition['index']['pages'][string];

  test('has every block that may be shown, in reading order, with its parent', () => {
    expect(blocks.map(({ block, parent }) => [block.type, parent?.type ?? null])).toEqual([
      ['header', null],
      ['split', null],
      ['image', 'split'],
      ['video', 'split'],
      ['text', 'split'],
      ['testimonials', null],
    ]);
  });
  test('has the blocks of the definition, not copies', () => {
    const top = blocks.filter(({ parent }) => parent === null).map(({ block }) => block);
    expect(top.every((block, place) => block === loaded.pages['offer']?.blocks[place])).toBe(true);
  });
  test('has the players by block, and no text that looks like a host', () => {
    expect(blocks.map(({ block, players }) => [block.type, players]).filter(([, players]) => players?.length)).toEqual([
      ['video', [{ host: 'vimeo', video: '123' }]],
      ['testimonials', [{ host: 'youtube', video: 'abcdef' }]],
    ]);
  });
  test('has its files, its flows, and whether it opens an overlay', () => {
    expect({ assets, flows, opens }).toEqual({ assets: ['sample/seal.svg'], flows: ['ask'], opens: true });
    expect(loaded.index.pages['terms']).toMatchObject({ assets: [], flows: [], opens: false });
  });
});

test('the index of a flow has the blocks of its steps, and whether it redirects', () => {
  const { blocks, leaves, opens } = site().index.flows['quiz'] as SiteDefinition['index']['flows'][string];
  expect(blocks.map(({ block }) => block.type)).toEqual(['hero', 'progress', 'question', 'form', 'text', 'actions']);
  // `open:` of an event is an address, not an overlay.
  expect({ leaves, opens }).toEqual({ leaves: true, opens: false });
});
