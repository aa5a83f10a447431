import { describe, expect, test } from 'vitest';
import { moneyFormat } from '../../../engine/values/money.ts';
import { baseWith, load } from './fixtures.ts';

const site = (facts: string, more = '') =>
  `site: sample\nname: Sample\nurl: https://example.com\nlocale: pt-BR\ntimeZone: America/Sao_Paulo\ncurrency: BRL\nfacts:\n  price: 1000\n  chat: https://chat.example\n${facts}allowedHosts: [chat.example, wa.me]\n${more}`;
const problemsIn = (facts: string, texts: readonly string[], more = '') =>
  load(
    baseWith({
      'site.yaml': site(facts, more),
      'about.page.yaml': `page: about\ntitle: About\npaths: [/about]\nblocks:\n${texts.map((text) => `  - type: text\n    title: ${JSON.stringify(text)}\n`).join('')}`,
    }),
  ).problems.map(({ code, file, line, column, message, hint }) => ({
    at: `${code} ${file}:${line}:${column}`,
    message,
    hint,
  }));

describe('money that is not in whole cents is reported at the fact, once', () => {
  const texts = ['{{ facts.fee | brl }}', 'So {{ facts.fee | brlShort }}', `R$${'{{ facts.fee / 100 }}'}`];
  test.each([
    ['197.00', '19700'],
    ['197.5', '19750'],
    ["'197,00'", '19700'],
    ["'R$ 1.197,00'", '119700'],
  ])('fee: %s', (written, meant) => {
    expect(problemsIn(`  fee: ${written}\n`, texts)).toMatchObject([
      { at: 'money-not-whole site.yaml:10:8', hint: expect.stringMatching(`write ${meant}\\.$`) },
    ]);
  });
  test.each([
    '{{ facts.fees[facts.which].a | brl }}',
    '{{ default(facts.fees.x.a, 1) + facts.fee | brl }}',
    'R$ {{ facts.fees.x.a / 100 }}',
  ])('in every place: %s', (text) => {
    const facts = '  which: x\n  fee: 100\n  fees:\n    x: { a: 10.00 }\n';
    expect(problemsIn(facts, [text]).map(({ at }) => at)).toEqual(['money-not-whole site.yaml:13:13']);
  });
  test('a value that is not shown as money may have decimals', () => {
    expect(problemsIn('  rate: 12.50\n', ['{{ facts.rate }} %', '{{ facts.rate / 100 }}'])).toEqual([]);
  });
  test('text shown as money is reported at its use', () => {
    expect(problemsIn('  fee: sob consulta\n', ['{{ facts.fee | brl }}'])[0]?.at).toContain('about.page.yaml');
  });
});

describe('an empty fact that is a whole text is reported at the fact, once', () => {
  const texts = ['{{ facts.mentor.name }}', ' {{ facts.mentor.name }}'];
  test.each(["''", "'  '"])('name: %s', (written) => {
    expect(problemsIn(`  mentor:\n    name: ${written}\n`, texts)).toMatchObject([
      { at: 'text-empty site.yaml:11:11', message: expect.stringMatching(/^facts\.mentor\.name is empty/) },
    ]);
  });
  test('and one with words is not', () => {
    expect(problemsIn('  mentor: { name: 5 cartas de 1999 }\n', texts)).toEqual([]);
  });
  test('but not within other words, or if a condition reads it', () => {
    const facts = "  mentor: { name: '', other: Ana }\n";
    expect(problemsIn(facts, ['Com {{ facts.mentor.name }}', '{{ facts.mentor.other }}'])).toEqual([]);
    const { problems } = load(
      baseWith({
        'site.yaml': site(facts),
        'about.page.yaml':
          "page: about\ntitle: About\npaths: [/about]\nblocks:\n  - { type: text, when: \"facts.mentor.name != ''\", title: '{{ facts.mentor.name }}' }\n",
      }),
    );
    expect(problems.map(({ code }) => code)).toEqual([]);
  });
});

describe('an invalid date is reported at the fact, once, without follow-ups', () => {
  const events =
    "calendar:\n  opening: { title: Opening, starts: '{{ facts.start }}', ends: '2030-03-01T12:00:00-03:00' }\n";
  test.each([
    ["'2030-13-01T09:00:00-03:00'", true],
    ["'01/03/2030'", true],
    ['20300301', true],
    ["'2030-03-01T09:00:00-03:00'", false],
  ])('start: %s', (written, mistaken) => {
    const texts = ["{{ facts.start | date('long') }}", "On {{ facts.start | date('weekday') }}"];
    expect(problemsIn(`  start: ${written}\n`, texts, events).map(({ at }) => at)).toEqual(
      mistaken ? ['date-unreadable site.yaml:10:10'] : [],
    );
  });
  test('a moment needs its offset, a date does not', () => {
    const facts = "  start: '2030-03-01T09:00:00'\n";
    expect(problemsIn(facts, ["{{ facts.start | date('long') }}"])).toEqual([]);
    expect(problemsIn(facts, ['x'], events)).toMatchObject([{ at: 'date-unreadable site.yaml:10:10' }]);
  });
  test('a countdown needs a moment', () => {
    const { problems } = load(
      baseWith({
        'about.page.yaml':
          "page: about\ntitle: About\npaths: [/about]\nblocks:\n  - { type: countdown, until: '2030-03-01', untilText: Soon, labels: { days: d, hours: h, minutes: m, seconds: s } }\n",
      }),
    );
    expect(problems.map(({ code, column }) => `${code}:${column}`)).toContain('event-date:31');
  });
});

describe('a price in the copy must be a fact', () => {
  const facts = '  offer: { vip: 29700, standard: 19700 }\n';
  const shown = '{{ facts.offer.vip | brl }} {{ facts.offer.standard | brl }}';
  test.each([
    ['Só R$ 297', true],
    ['Só R$297,00.', true],
    ['Só R$ 197,00 hoje', true],
    ['Só R$\u00a0297', true],
    ['Só R$ 298', false],
    ['De R$ 1.297,00', false],
    ['BRL 290', false],
    ['R$ 25 milhões', true],
    ['R$ 10 mil', true],
    ['297 pessoas', true],
  ])('%s', (text, agrees) => {
    const problems = problemsIn(facts, [shown, text]);
    if (agrees) expect(problems).toEqual([]);
    else expect(problems).toMatchObject([{ at: expect.stringMatching(/^price-not-a-fact about.page.yaml:8:/) }]);
  });
  test('the nearest facts are named', () => {
    const [problem] = problemsIn(facts, [shown, 'Só R$ 298']);
    expect(problem?.hint?.replace(/\u00a0/g, ' ')).toBe(
      'Use the fact with this price: facts.offer.vip (R$ 297,00), facts.offer.standard (R$ 197,00).',
    );
  });
  test('prices are found in the currency and locale of the site', () => {
    const find = (locale: string, currency: string, text: string) =>
      moneyFormat(locale, currency)
        ?.find(text)
        .map(({ value }) => value);
    expect(find('en-GB', 'EUR', 'from €1,234.50 to €2k')).toEqual([123450]);
    expect(find('de-DE', 'EUR', 'ab 1.234,50 € statt 99 €, 3 Mio. €')).toEqual([123450, 9900]);
    expect(find('ja-JP', 'JPY', '￥1,980')).toEqual([1980]);
    expect(find('en-US', 'USD', '$19.9 or USD 20')).toEqual([1990, 2000]);
    expect(moneyFormat('en-US', 'X')).toBeUndefined();
  });
});

describe('a telephone number in an address consists of digits', () => {
  const facts = "  phone: '5511987654321'\n  masked: (11) 98765-4321\n";
  const phones = 'phoneHosts: [wa.me]\n';
  test.each([
    ['[a](https://wa.me/{{ facts.phone }})', true],
    ['[a](https://wa.me/{{ facts.phone }}?text=Oi)', true],
    ['[a](https://wa.me/message/ABC123)', true],
    ['[a](tel:+55-11-98765-4321)', true],
    ['[a](https://wa.me/{{ facts.masked }})', false],
    ['[a](https://wa.me/{{ facts.masked | url }}?text=Oi)', false],
    ['[a](https://wa.me/+5511987654321)', false],
    ['[a](https://wa.me/011987654321)', false],
    ['[a](tel:{{ facts.masked }})', false],
  ])('%s', (text, right) => {
    const problems = problemsIn(facts, [text], phones);
    expect(problems.map(({ at }) => at.split(' ')[0])).toEqual(right ? [] : ['phone-malformed']);
  });
  test('the fact with the same number is named', () => {
    expect(problemsIn(facts, ['[a](https://wa.me/{{ facts.masked }})'], phones)[0]?.hint).toContain(
      '{{ facts.phone }}',
    );
  });
  test.each([
    ["'+5511987654321'", 'https://wa.me/{{ facts.chatNumber }}'],
    ["'+5511987654321'", 'https://wa.me/{{facts.chatNumber | url}}?text=Oi'],
    ['(11) 98765-0000', 'tel:{{ facts.chatNumber }}'],
    ['11', 'https://wa.me/{{ facts.chatNumber }}#a'],
  ])('a fact that is malformed is reported once, at the fact: %s in %s', (written, address) => {
    const texts = [`[a](${address})`, `[b](${address}) or [c](${address})`];
    expect(problemsIn(`  chatNumber: ${written}\n`, texts, phones)).toMatchObject([
      { at: 'phone-malformed site.yaml:10:15', message: expect.stringContaining(written.replaceAll("'", '')) },
    ]);
  });
  test.each([
    ["'+5511987654321'", 'https://chat.example/{{ facts.chatNumber }}'],
    ["'+5511987654321'", 'tel:{{ facts.chatNumber }}'],
    ['message/ABC', 'https://wa.me/{{ facts.chatNumber }}'],
    ['5511', 'https://wa.me/{{ facts.chatNumber }}987654321'],
  ])('a fact that its address can have is not: %s in %s', (written, address) => {
    expect(problemsIn(`  chatNumber: ${written}\n`, [`[a](${address})`], phones)).toEqual([]);
  });
});
