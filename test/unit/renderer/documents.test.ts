/** Documents as PDF. */
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import type { SiteDefinition } from '../../../engine/definition.ts';
import { renderPdf } from '../../../renderer/pdf/pdf.ts';
import { baseWith, load } from '../load/fixtures.ts';

const fonts = (name: string) => readFile(new URL(`../../../renderer/theme/fonts/pdf/${name}.ttf`, import.meta.url));
const long = Array.from({ length: 5 }, (_, index) => `A sentence with the number ${index} in it.`).join(' ');
const guide = (more = '') => `document: guide # accept document-unused: this test is about the file
title: Ação e reação
author: Ana Lima
contents: Inside
footer: The guide
blocks:
  - { type: chapter, eyebrow: Chapter 1, title: First steps, lead: A beginning. }
  - { type: text, body: "${long}\\n\\n- one\\n- two **strong** [link](/terms)" }
  - { type: heading, text: More }
  - { type: list, marker: number, items: [One, Two] }
  - { type: panel, title: Note, body: In a box. }
  - { type: quote, text: To remember. }
  - { type: chapter, title: The end }
  - { type: checklist, title: Check, items: [Done, Not done] }
${more}`;

async function rendered(document: string): Promise<string> {
  const { site, problems } = load(baseWith({ 'guide.document.yaml': document }));
  expect(problems).toEqual([]);
  const facts = { site: site as SiteDefinition, document: 'guide', origin: 'https://example.com', date: new Date(0) };
  return Buffer.from(await renderPdf(facts, fonts)).toString('latin1');
}
const count = (pdf: string, pattern: RegExp): number => pdf.match(pattern)?.length ?? 0;

test('a document is a tagged PDF with its language, its title, an outline and embedded fonts', async () => {
  const pdf = await rendered(guide());
  expect(pdf.startsWith('%PDF-1.7')).toBe(true);
  expect(pdf).toContain('/Marked true');
  expect(pdf).toContain('/StructTreeRoot');
  expect(pdf).toContain('/Lang (en-GB)');
  expect(pdf).toContain('/DisplayDocTitle true');
  expect(pdf).toContain('(Ana Lima)');
  // UTF-16: the title has letters beyond ASCII.
  expect(pdf).toContain(Buffer.from('\ufeffAção', 'utf16le').swap16().toString('latin1'));
  expect(pdf).toContain('(First steps)');
  expect(pdf).toContain('(The end)');
  expect(count(pdf, /\/FontFile2/g)).toBeGreaterThanOrEqual(2);
  expect(pdf).not.toContain('/BaseFont /Helvetica');
  for (const tag of ['Title', 'H1', 'H2', 'H3', 'P', 'L', 'LI', 'Lbl', 'LBody', 'TOC', 'TOCI', 'BlockQuote'])
    expect(pdf).toMatch(new RegExp(`/S /${tag}\\b`));
  expect(pdf).toContain('/URI (https://example.com/terms)');
});

test('each chapter begins a page, and a long one continues on the next', async () => {
  const pages = (pdf: string) => count(pdf, /\/Type \/Page\b/g);
  const short = pages(await rendered(guide()));
  // The cover, the contents and two chapters.
  expect(short).toBe(4);
  const more = `  - { type: text, body: "${Array.from({ length: 24 }, () => long).join('\\n\\n')}" }\n`;
  expect(pages(await rendered(guide(more)))).toBeGreaterThan(short + 1);
});

test('equal facts make equal files, apart from the date', async () => {
  expect(await rendered(guide())).toBe(await rendered(guide()));
});
