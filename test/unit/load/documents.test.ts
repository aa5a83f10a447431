/** Documents as authors write them, and the e-mails that link to them. */
import { describe, expect, test } from 'vitest';
import { baseWith, codesOf, load } from './fixtures.ts';

const guide = `document: guide
title: 'A guide for {{ facts.price | money }}'
renew: /terms
blocks:
  - { type: chapter, title: One, lead: 'It is **short**.' }
  - { type: checklist, items: ['Read [the terms](/terms)'] }
`;
const mail = (button: string) =>
  `email: hello # accept email-unused: these tests are about documents\nsubject: Hello\nblocks:\n  - { type: button, label: Read, ${button} }\n  - { type: text, body: 'Or [read it]({{ documents.guide }}).' }\n`;
const loaded = (document: string, button = 'document: guide') =>
  load(baseWith({ 'guide.document.yaml': document, 'hello.email.yaml': mail(button) }));

describe('a document', () => {
  test('is compiled to data with a hash', () => {
    const { site, problems } = loaded(guide);
    expect(problems).toEqual([]);
    expect(site?.documents['guide']).toMatchObject({
      title: 'A guide for €10.00',
      renew: '/terms',
      blocks: [
        { type: 'chapter', title: 'One', lead: ['It is ', { b: ['short'] }, '.'] },
        { type: 'checklist', items: [['Read ', { a: ['the terms'], to: '/terms' }]] },
      ],
    });
    expect(site?.documents['guide']?.hash).not.toBe(loaded(guide.replace('One', 'Two')).site?.documents['guide']?.hash);
  });

  test.each([
    [
      'a value of a visitor, because it is the same for everybody',
      guide.replace('One', "'{{ name }}'"),
      'expression-unknown-name',
    ],
    ['an unknown page', guide.replace('(/terms)', '(/termz)'), 'link-unknown-route'],
    ['an unknown block', guide.replace('type: checklist', 'type: checklst'), 'shape-unknown-block'],
    ['a file name that is none', `${guide}file: ../guide.pdf\n`, 'shape-form'],
  ])('is refused with %s', (_, document, code) => {
    expect(codesOf(loaded(document).problems)).toEqual([code]);
  });
});

describe('a document without a link', () => {
  test.each([
    ['a button', 'document: guide', 'nothing', []],
    ['a text', 'to: /terms', 'Or [read it]({{ documents.guide }}).', []],
    ['a text with a longer name', 'to: /terms', 'Or {{ documents["guide-old"] }}.', ['document-unused']],
    ['nothing', 'to: /terms', 'nothing', ['document-unused']],
  ])('is reported, unless %s links to it', (_, button, body, codes) => {
    const { problems } = load(
      baseWith({
        'guide.document.yaml': guide,
        'old.document.yaml': guide.replace('document: guide', 'document: guide-old'),
        'hello.email.yaml': mail(button).replace(/Or .*\./, body),
        'old.email.yaml': `email: old # accept email-unused: these tests are about documents\nsubject: Old\nblocks:\n  - { type: text, body: '{{ documents["guide-old"] }}' }\n`,
      }),
    );
    expect(codesOf(problems)).toEqual(codes);
  });
});

describe('a button of an e-mail', () => {
  test.each([
    ['an unknown document', 'document: giude', 'document-unknown'],
    ['no target', "note: 'Where to?'", 'email-content'],
    ['two targets', 'document: guide, to: /terms', 'email-content'],
  ])('is refused with %s', (_, button, code) => {
    expect(codesOf(loaded(guide, button).problems)).toEqual([code]);
  });
});
