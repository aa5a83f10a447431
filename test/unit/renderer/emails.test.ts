/** E-mails as HTML and as text. */
import PostalMime from 'postal-mime';
import { describe, expect, test } from 'vitest';
import { renderEmail } from '../../../renderer/emails/email.tsx';
import type { Json } from '../../../schemas/compiled.ts';
import { baseWith, load } from '../load/fixtures.ts';

const welcome = `email: welcome # accept email-unused: this test is about the file
subject: 'Hello {{ name }}'
preview: 'Read this, {{ name }}'
replyTo: '{{ answer }}'
values:
  name: { type: text }
  answer: { type: text }
  score: { type: number }
blocks:
  - { type: heading, eyebrow: Your result, text: 'Hello **{{ name }}**' }
  - { type: text, body: "One [link](/terms) for {{ name }}.\\n\\n- first\\n- second" }
  - { type: heading, text: More }
  - { type: button, label: Go on, to: 'https://chat.example/join?code={{ name | url }}', note: It is free. }
  - { type: list, title: Points, marker: number, items: [One, 'Two *of* {{ score }}'] }
  - { type: image, image: sample/photo.png, alt: 'A "photo"', width: 200 }
  - { type: panel, title: Note, body: Only above ten, when: score > 10 }
  - { type: divider }
  - { type: signature, closing: 'Yours,', name: Sample, role: Team }
  - { type: footer, body: 'You asked for it. [Write to us](mailto:hello@example.com)' }
`;
const values = { name: 'Ana', answer: 'ana@example.com', score: 3 };

function rendered(over: Record<string, Json> = {}, files: Record<string, string> = {}) {
  const { site, problems } = load(
    baseWith({ 'welcome.email.yaml': welcome, ...files }),
    new Set(['sample/seal.svg', 'sample/photo.png']),
  );
  expect(problems).toEqual([]);
  if (site === null) throw new Error('The site has errors.');
  const measured = { ...site, pictures: { 'sample/photo.png': { width: 800, height: 600 } } };
  return renderEmail({
    site: measured,
    email: 'welcome',
    values: { ...values, ...over },
    origin: 'https://example.com',
    documents: {},
  });
}

describe('an e-mail as HTML', () => {
  test('is one document in the locale of the site, without scripts, external styles or relative addresses', () => {
    const { html, subject } = rendered();
    expect(subject).toBe('Hello Ana');
    expect(html).toMatch(/^<!doctype html><html lang="en-GB" dir="ltr">/);
    expect(html).toContain('<title>Hello Ana</title>');
    expect(html).not.toMatch(/<script|<link|<svg|url\(|@import|@font-face|\son[a-z]+="/i);
    const addresses = [...html.matchAll(/ (?:href|src)="([^"]*)"/g)].map(([, address]) => address);
    expect(addresses).toEqual([
      'https://example.com/',
      'https://example.com/terms',
      'https://chat.example/join?code=Ana',
      'https://example.com/assets/sample/photo.png',
      'mailto:hello@example.com',
    ]);
    // Gmail cuts off what is longer than 102 KB.
    expect(html.length).toBeLessThan(30_000);
  });

  test('has one first heading, tables that only arrange, and pictures with texts and sizes', () => {
    const { html } = rendered();
    expect(html.match(/<h1/g)).toHaveLength(1);
    expect(html).toMatch(/<h1[^>]*>Hello <strong[^>]*>Ana<\/strong><\/h1>/);
    expect(html).toMatch(/<h2[^>]*>More<\/h2>/);
    for (const [table] of html.matchAll(/<table[^>]*>/g)) expect(table).toMatch(/role="(?:presentation|list)"/);
    expect(html).toMatch(/<img src="[^"]+" alt="A &quot;photo&quot;" width="200" height="150"/);
    expect(html).not.toContain('Only above ten');
    expect(rendered({ score: 11 }).html).toContain('Only above ten');
  });

  test('shows the preview only to inboxes, and nothing of the text after it', () => {
    const { html } = rendered();
    const [, style = '', text = ''] = /<body[^>]*><div style="([^"]*)">([^<]*)<\/div>/.exec(html) ?? [];
    expect(style).toContain('display:none');
    expect(text.startsWith('Read this, Ana')).toBe(true);
    expect(text.length).toBeGreaterThan(250);
    const without = rendered({}, { 'welcome.email.yaml': welcome.replace(/^preview:.*\n/m, '') }).html;
    expect(without).toContain('One link (https://example.com/terms) for Ana.');
  });

  test('has a button that Outlook shows too, and a card of fixed width for it', () => {
    const { html } = rendered();
    expect(html).toMatch(
      /<td class="m-button[^"]*" style="[^"]*background-color:#[0-9a-f]{6}[^"]*mso-padding-alt:15px 30px"><a href="https:\/\/chat\.example/i,
    );
    expect(html).toContain('<!--[if mso]><table role="presentation" width="600"');
    expect(html).toContain('max-width:600px');
  });

  test('is written from right to left in a language that is', () => {
    const site = baseWith({}).find(({ path }) => path === 'site.yaml')?.text ?? '';
    const { html } = rendered(
      {},
      {
        'site.yaml': site.replace(
          /^locale: .*/m,
          '# accept messages-missing: an e-mail has none of them\nlocale: ar-EG',
        ),
      },
    );
    expect(html).toMatch(/<html lang="ar-EG" dir="rtl">/);
    expect(html).toContain('align="right"');
    expect(html).not.toContain('align="left"');
  });
});

describe('a hostile value', () => {
  test('is text in HTML', () => {
    const { html } = rendered({ name: '<img src=x onerror=alert(1)> **b** [a](https://evil.example)' });
    expect(html).toContain('&lt;img src=x onerror=alert(1)&gt; **b** [a](');
    expect(html).not.toContain('<img src=x');
    expect(html).not.toContain('href="https://evil.example');
  });

  test('ends no header and hides no text', async () => {
    const { subject } = rendered({ name: 'Ana\r\nBcc: victim@example.com\u2028X\u202egnp.exe\u0000' });
    expect(subject.replaceAll('\u200c', '')).toBe('Hello Ana Bcc: victim@example.com Xgnp.exe');
    const parsed = await PostalMime.parse(`Subject: ${subject}\r\nTo: a@example.com\r\n\r\nText`);
    expect(parsed.bcc).toBeUndefined();
    expect(parsed.subject).toBe(subject);
  });

  test('becomes no link, in neither part', () => {
    const { html, text } = rendered({ name: 'https://evil.example/x www.evil.example Dr. Ana' });
    for (const part of [html.replaceAll(/ href="[^"]*"/g, ''), text.replaceAll(/\S*chat\.example\S*/g, '')]) {
      expect(part).not.toMatch(/evil\.example/);
      expect(part).not.toContain('https://evil');
      expect(part.replaceAll('\u200c', '')).toContain('https://evil.example/x www.evil.example Dr. Ana');
    }
    // An address of a person is no trap, and is copied by the people who get the e-mail.
    expect(rendered({ name: 'ana.silva@example.com' }).text).toContain('for ana.silva@example.com.');
  });

  test('is no address to answer to unless it is one', () => {
    expect(rendered().replyTo).toBe('ana@example.com');
    for (const reply of ['a@b.example, c@d.example', 'a@b.example\r\nBcc: x@y.example', 'nobody', ''])
      expect(rendered({ answer: reply }).replyTo).toBeNull();
  });

  test('leads nowhere if it is not an address of the web', () => {
    const mail = welcome.replace('/terms', '{{ name }}');
    const { html } = rendered({ name: 'javascript:alert(1)' }, { 'welcome.email.yaml': mail });
    expect(html).not.toContain('javascript:alert(1)"');
    expect(html).toContain('href="https://example.com/"');
  });
});

test('the text part has the same content', () => {
  expect(rendered().text).toBe(`Your result

Hello Ana
=========

One link (https://example.com/terms) for Ana.

- first
- second

More
====

Go on:
https://chat.example/join?code=Ana

It is free.

Points
------

1. One
2. Two of 3

[A "photo"]

----

Yours,
Sample
Team

-- 
You asked for it. Write to us (hello@example.com)
`);
});

test('a value that an older message lacks is an error, not a gap in a sentence', () => {
  const { site } = load(baseWith({ 'welcome.email.yaml': welcome }), new Set(['sample/seal.svg', 'sample/photo.png']));
  const facts = { site: site as NonNullable<typeof site>, origin: 'https://example.com', documents: {} };
  expect(() => renderEmail({ ...facts, email: 'welcome', values: { name: 'Ana' } })).toThrow(/answer|score/);
  expect(() => renderEmail({ ...facts, email: 'gone', values })).toThrow(RangeError);
});
