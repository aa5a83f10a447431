/** Addresses, facts and prices in the texts of a site. */
import { describe, expect, test } from 'vitest';
import { type MistakeCase, mistakesAfter } from './fixtures.ts';

describe('addresses', () => {
  test.for<MistakeCase>([
    [
      'an empty address',
      [['{ label: Begin, to: / }', "{ label: Begin, to: '' }"]],
      [
        '15:29 link-malformed: An empty text is not an address that a visitor can open. → Write a path (/…), an anchor (#…), or an https:, mailto: or tel: address.',
      ],
    ],
    [
      'two slashes',
      [['{ label: Begin, to: / }', '{ label: Begin, to: //evil.example }']],
      [
        '15:29 link-malformed: //evil.example is not an address that a visitor can open. → Write a path (/…), an anchor (#…), or an https:, mailto: or tel: address.',
      ],
    ],
    [
      'an unknown path',
      [['{ label: Begin, to: / }', '{ label: Begin, to: /trems }']],
      ['15:29 link-unknown-route: No page or step has the path /trems. → Did you mean /terms?'],
    ],
    [
      'a far path',
      [['{ label: Begin, to: / }', '{ label: Begin, to: /somewhere-else }']],
      [
        '15:29 link-unknown-route: No page or step has the path /somewhere-else. → Add the page, or link to an existing path.',
      ],
    ],
    ['a path with a query', [['{ label: Begin, to: / }', "{ label: Begin, to: '/terms?a=1' }"]], []],
    [
      'an unknown path with a query',
      [['{ label: Begin, to: / }', "{ label: Begin, to: '/trems?a=1' }"]],
      ['15:29 link-unknown-route: No page or step has the path /trems. → Did you mean /terms?'],
    ],
    ['an anchor of another page', [['{ label: Begin, to: / }', "{ label: Begin, to: '/terms#top' }"]], []],
    [
      'an unknown anchor of another page',
      [['{ label: Begin, to: / }', "{ label: Begin, to: '/terms#tpo' }"]],
      ['15:29 link-unknown-anchor: No block here has the id tpo. → Did you mean #top?'],
    ],
    ['an empty anchor', [['{ label: Begin, to: / }', "{ label: Begin, to: '/terms#' }"]], []],
    [
      'an anchor after a query',
      [['{ label: Begin, to: / }', "{ label: Begin, to: '/terms?a#tpo' }"]],
      ['15:29 link-unknown-anchor: No block here has the id tpo. → Did you mean #top?'],
    ],
    ['an anchor', [['{ label: Begin, to: / }', "{ label: Begin, to: '#top' }"]], []],
    [
      'an unknown anchor',
      [['{ label: Begin, to: / }', "{ label: Begin, to: '#tpo' }"]],
      ['15:29 link-unknown-anchor: No block here has the id tpo. → Did you mean #top?'],
    ],
    ['only a sign of an anchor', [['{ label: Begin, to: / }', "{ label: Begin, to: '#' }"]], []],
    ['the consent settings', [['{ label: Begin, to: / }', "{ label: Begin, to: '#funnel-consent' }"]], []],
    [
      'a path that an expression completes',
      [['{ label: Begin, to: / }', "{ label: Begin, to: '/{{ facts.plans.basic }}' }"]],
      [
        '15:29 link-unknown-route: No page or step has the path /Basic plan. → Add the page, or link to an existing path.',
      ],
    ],
    [
      'a query that an expression completes',
      [['{ label: Begin, to: / }', "{ label: Begin, to: '/trems?a={{ facts.day }}' }"]],
      ['15:29 link-unknown-route: No page or step has the path /trems. → Did you mean /terms?'],
    ],
    ['an asset', [['{ label: Begin, to: / }', '{ label: Begin, to: /sample/seal.svg }']], []],
    [
      'an undeclared host',
      [['{ label: Begin, to: / }', '{ label: Begin, to: https://other.example/ }']],
      [
        '15:29 link-host-undeclared: Visitors are sent to other.example, which is not among the allowed hosts of the site. → If you trust other.example, add it to allowedHosts in site.yaml.',
      ],
    ],
    ['a declared host', [['{ label: Begin, to: / }', "{ label: Begin, to: 'https://chat.example/a?b#c' }"]], []],
    [
      'a host alone',
      [['{ label: Begin, to: / }', '{ label: Begin, to: https://other.example }']],
      [
        '15:29 link-host-undeclared: Visitors are sent to other.example, which is not among the allowed hosts of the site. → If you trust other.example, add it to allowedHosts in site.yaml.',
      ],
    ],
    [
      'a host with a port',
      [['{ label: Begin, to: / }', '{ label: Begin, to: https://chat.example:8080/ }']],
      [
        '15:29 link-host-undeclared: Visitors are sent to chat.example:8080, which is not among the allowed hosts of the site. → If you trust chat.example:8080, add it to allowedHosts in site.yaml.',
      ],
    ],
    [
      'a name before the host',
      [['{ label: Begin, to: / }', '{ label: Begin, to: https://me@chat.example/ }']],
      [
        '15:29 link-malformed: https://me@chat.example/ is not an address that a visitor can open. → Write a path (/…), an anchor (#…), or an https:, mailto: or tel: address.',
      ],
    ],
    [
      'a backslash',
      [['{ label: Begin, to: / }', "{ label: Begin, to: 'https://chat.example\\evil/' }"]],
      [
        '15:29 link-malformed: https://chat.example\\evil/ is not an address that a visitor can open. → Write a path (/…), an anchor (#…), or an https:, mailto: or tel: address.',
      ],
    ],
    [
      'without encryption',
      [['{ label: Begin, to: / }', '{ label: Begin, to: http://chat.example }']],
      [
        '15:29 link-malformed: http://chat.example is not an address that a visitor can open. → Write a path (/…), an anchor (#…), or an https:, mailto: or tel: address.',
      ],
    ],
    [
      'a script',
      [['{ label: Begin, to: / }', '{ label: Begin, to: javascript:alert(1) }']],
      [
        '15:29 link-malformed: javascript:alert(1) is not an address that a visitor can open. → Write a path (/…), an anchor (#…), or an https:, mailto: or tel: address.',
      ],
    ],
    ['a mail', [['{ label: Begin, to: / }', '{ label: Begin, to: mailto:a@b.example }']], []],
    ['a telephone', [['{ label: Begin, to: / }', "{ label: Begin, to: 'tel:+44-20-7946-0000' }"]], []],
    [
      'a telephone with spaces',
      [['{ label: Begin, to: / }', "{ label: Begin, to: 'tel:+44 20 7946 0000' }"]],
      [
        '15:29 phone-malformed: tel: needs a phone number with its country code, in digits only, but this is +44 20 7946 0000. → Write it like 447400123456, without spaces, brackets and hyphens.',
      ],
    ],
    [
      'a word',
      [['{ label: Begin, to: / }', '{ label: Begin, to: terms }']],
      [
        '15:29 link-malformed: terms is not an address that a visitor can open. → Write a path (/…), an anchor (#…), or an https:, mailto: or tel: address.',
      ],
    ],
    ['an expression', [['{ label: Begin, to: / }', "{ label: Begin, to: '{{ facts.chat }}' }"]], []],
    [
      'a host that an expression completes',
      [['{ label: Begin, to: / }', "{ label: Begin, to: 'https://{{ facts.plans.basic }}' }"]],
      [
        '15:29 link-malformed: https://Basic plan is not an address that a visitor can open. → Write a path (/…), an anchor (#…), or an https:, mailto: or tel: address.',
      ],
    ],
    [
      'a host that an expression ends',
      [['{ label: Begin, to: / }', "{ label: Begin, to: 'https://chat.example{{ facts.plans.basic }}' }"]],
      [
        '15:29 link-malformed: https://chat.exampleBasic plan is not an address that a visitor can open. → Write a path (/…), an anchor (#…), or an https:, mailto: or tel: address.',
      ],
    ],
    [
      'an undeclared host that an expression ends',
      [['{ label: Begin, to: / }', "{ label: Begin, to: 'https://other.example{{ facts.plans.basic }}' }"]],
      [
        '15:29 link-malformed: https://other.exampleBasic plan is not an address that a visitor can open. → Write a path (/…), an anchor (#…), or an https:, mailto: or tel: address.',
      ],
    ],
    [
      'an undeclared host before an expression',
      [['{ label: Begin, to: / }', "{ label: Begin, to: 'https://other.example/{{ facts.plans.basic }}' }"]],
      [
        '15:29 link-host-undeclared: Visitors are sent to other.example, which is not among the allowed hosts of the site. → If you trust other.example, add it to allowedHosts in site.yaml.',
      ],
    ],
    ['a link to an undeclared host in a text', [['[the top](#top)', '[it](https://other.example/)']], []],
    [
      'an unknown path in a text',
      [['[the top](#top)', '[it](/trems)']],
      ['9:63 link-unknown-route: No page or step has the path /trems. → Did you mean /terms?'],
    ],
    [
      'an unknown anchor in a text',
      [['[the top](#top)', '[it](#tpo)']],
      ['9:63 link-unknown-anchor: No block here has the id tpo. → Did you mean #top?'],
    ],
    [
      'an empty link in a text',
      [['[the top](#top)', '[it]()']],
      [
        '9:63 link-malformed: An empty text is not an address that a visitor can open. → Write a path (/…), an anchor (#…), or an https:, mailto: or tel: address.',
      ],
    ],
    [
      'a script in a text',
      [['[the top](#top)', '[it](javascript:a)']],
      [
        '9:63 link-malformed: javascript:a is not an address that a visitor can open. → Write a path (/…), an anchor (#…), or an https:, mailto: or tel: address.',
      ],
    ],
  ])('%s', ([, edits, mistakes]) => {
    expect(mistakesAfter('terms.page.yaml', edits, 'message', 'hint')).toEqual(mistakes);
  });
});

describe('numbers of telephones', () => {
  test.for<MistakeCase>([
    [
      'a number',
      {
        'site.yaml': [
          ['allowedHosts: [chat.example]', 'allowedHosts: [chat.example, wa.me]\nphoneHosts: [wa.me]'],
          ['  price: 1000\n', "  price: 1000\n  phone: '5511987654321'\n"],
        ],
        'terms.page.yaml': [['label: Begin, to: /', "label: Begin, to: 'https://wa.me/5511987654321'"]],
      },
      [],
    ],
    [
      'a plus',
      {
        'site.yaml': [
          ['allowedHosts: [chat.example]', 'allowedHosts: [chat.example, wa.me]\nphoneHosts: [wa.me]'],
          ['  price: 1000\n', "  price: 1000\n  phone: '5511987654321'\n"],
        ],
        'terms.page.yaml': [['label: Begin, to: /', "label: Begin, to: 'https://wa.me/+5511987654321'"]],
      },
      [
        '15:29 phone-malformed: wa.me needs a phone number with its country code, in digits only, but this is +5511987654321. → Write {{ facts.phone }}, which is the same number in digits.',
      ],
    ],
    [
      'a number of the facts without its country',
      {
        'site.yaml': [
          ['allowedHosts: [chat.example]', 'allowedHosts: [chat.example, wa.me]\nphoneHosts: [wa.me]'],
          ['  price: 1000\n', "  price: 1000\n  phone: '5511987654321'\n"],
        ],
        'terms.page.yaml': [['label: Begin, to: /', "label: Begin, to: 'https://wa.me/011987654321'"]],
      },
      [
        '15:29 phone-malformed: wa.me needs a phone number with its country code, in digits only, but this is 011987654321. → Write it like 447400123456, without spaces, brackets and hyphens.',
      ],
    ],
    [
      'a part of a number of the facts',
      {
        'site.yaml': [
          ['allowedHosts: [chat.example]', 'allowedHosts: [chat.example, wa.me]\nphoneHosts: [wa.me]'],
          ['  price: 1000\n', "  price: 1000\n  phone: '5511987654321'\n"],
        ],
        'terms.page.yaml': [['label: Begin, to: /', "label: Begin, to: 'https://wa.me/+11987654321'"]],
      },
      [
        '15:29 phone-malformed: wa.me needs a phone number with its country code, in digits only, but this is +11987654321. → Write {{ facts.phone }}, which is the same number in digits.',
      ],
    ],
    [
      'six digits of it',
      {
        'site.yaml': [
          ['allowedHosts: [chat.example]', 'allowedHosts: [chat.example, wa.me]\nphoneHosts: [wa.me]'],
          ['  price: 1000\n', "  price: 1000\n  phone: '5511987654321'\n"],
        ],
        'terms.page.yaml': [['label: Begin, to: /', "label: Begin, to: 'https://wa.me/+654321'"]],
      },
      [
        '15:29 phone-malformed: wa.me needs a phone number with its country code, in digits only, but this is +654321. → Write it like 447400123456, without spaces, brackets and hyphens.',
      ],
    ],
    [
      'too short',
      {
        'site.yaml': [
          ['allowedHosts: [chat.example]', 'allowedHosts: [chat.example, wa.me]\nphoneHosts: [wa.me]'],
          ['  price: 1000\n', "  price: 1000\n  phone: '5511987654321'\n"],
        ],
        'terms.page.yaml': [['label: Begin, to: /', "label: Begin, to: 'https://wa.me/551198'"]],
      },
      [
        '15:29 phone-malformed: wa.me needs a phone number with its country code, in digits only, but this is 551198. → Write it like 447400123456, without spaces, brackets and hyphens.',
      ],
    ],
    [
      'the shortest',
      {
        'site.yaml': [
          ['allowedHosts: [chat.example]', 'allowedHosts: [chat.example, wa.me]\nphoneHosts: [wa.me]'],
          ['  price: 1000\n', "  price: 1000\n  phone: '5511987654321'\n"],
        ],
        'terms.page.yaml': [['label: Begin, to: /', "label: Begin, to: 'https://wa.me/5511987'"]],
      },
      [],
    ],
    [
      'too long',
      {
        'site.yaml': [
          ['allowedHosts: [chat.example]', 'allowedHosts: [chat.example, wa.me]\nphoneHosts: [wa.me]'],
          ['  price: 1000\n', "  price: 1000\n  phone: '5511987654321'\n"],
        ],
        'terms.page.yaml': [['label: Begin, to: /', "label: Begin, to: 'https://wa.me/5511987654321000'"]],
      },
      [
        '15:29 phone-malformed: wa.me needs a phone number with its country code, in digits only, but this is 5511987654321000. → Write it like 447400123456, without spaces, brackets and hyphens.',
      ],
    ],
    [
      'the longest',
      {
        'site.yaml': [
          ['allowedHosts: [chat.example]', 'allowedHosts: [chat.example, wa.me]\nphoneHosts: [wa.me]'],
          ['  price: 1000\n', "  price: 1000\n  phone: '5511987654321'\n"],
        ],
        'terms.page.yaml': [['label: Begin, to: /', "label: Begin, to: 'https://wa.me/551198765432100'"]],
      },
      [],
    ],
    [
      'a leading zero',
      {
        'site.yaml': [
          ['allowedHosts: [chat.example]', 'allowedHosts: [chat.example, wa.me]\nphoneHosts: [wa.me]'],
          ['  price: 1000\n', "  price: 1000\n  phone: '5511987654321'\n"],
        ],
        'terms.page.yaml': [['label: Begin, to: /', "label: Begin, to: 'https://wa.me/05511987654321'"]],
      },
      [
        '15:29 phone-malformed: wa.me needs a phone number with its country code, in digits only, but this is 05511987654321. → Write it like 447400123456, without spaces, brackets and hyphens.',
      ],
    ],
    [
      'with a text',
      {
        'site.yaml': [
          ['allowedHosts: [chat.example]', 'allowedHosts: [chat.example, wa.me]\nphoneHosts: [wa.me]'],
          ['  price: 1000\n', "  price: 1000\n  phone: '5511987654321'\n"],
        ],
        'terms.page.yaml': [['label: Begin, to: /', "label: Begin, to: 'https://wa.me/5511987654321?text=Hi'"]],
      },
      [],
    ],
    [
      'an encoded plus',
      {
        'site.yaml': [
          ['allowedHosts: [chat.example]', 'allowedHosts: [chat.example, wa.me]\nphoneHosts: [wa.me]'],
          ['  price: 1000\n', "  price: 1000\n  phone: '5511987654321'\n"],
        ],
        'terms.page.yaml': [['label: Begin, to: /', "label: Begin, to: 'https://wa.me/%2B5511987654321'"]],
      },
      [
        '15:29 phone-malformed: wa.me needs a phone number with its country code, in digits only, but this is +5511987654321. → Write {{ facts.phone }}, which is the same number in digits.',
      ],
    ],
    [
      'a lone percent sign',
      {
        'site.yaml': [
          ['allowedHosts: [chat.example]', 'allowedHosts: [chat.example, wa.me]\nphoneHosts: [wa.me]'],
          ['  price: 1000\n', "  price: 1000\n  phone: '5511987654321'\n"],
        ],
        'terms.page.yaml': [['label: Begin, to: /', "label: Begin, to: 'https://wa.me/5511%'"]],
      },
      [
        '15:29 phone-malformed: wa.me needs a phone number with its country code, in digits only, but this is 5511%. → Write it like 447400123456, without spaces, brackets and hyphens.',
      ],
    ],
    [
      'another address',
      {
        'site.yaml': [
          ['allowedHosts: [chat.example]', 'allowedHosts: [chat.example, wa.me]\nphoneHosts: [wa.me]'],
          ['  price: 1000\n', "  price: 1000\n  phone: '5511987654321'\n"],
        ],
        'terms.page.yaml': [['label: Begin, to: /', "label: Begin, to: 'https://wa.me/message/ABC'"]],
      },
      [],
    ],
    [
      'none',
      {
        'site.yaml': [
          ['allowedHosts: [chat.example]', 'allowedHosts: [chat.example, wa.me]\nphoneHosts: [wa.me]'],
          ['  price: 1000\n', "  price: 1000\n  phone: '5511987654321'\n"],
        ],
        'terms.page.yaml': [['label: Begin, to: /', "label: Begin, to: 'https://wa.me/'"]],
      },
      [],
    ],
    [
      'the beginning of a number',
      {
        'site.yaml': [
          ['allowedHosts: [chat.example]', 'allowedHosts: [chat.example, wa.me]\nphoneHosts: [wa.me]'],
          ['  price: 1000\n', "  price: 1000\n  phone: '5511987654321'\n"],
        ],
        'terms.page.yaml': [['label: Begin, to: /', "label: Begin, to: 'https://wa.me/55{{ facts.phone }}'"]],
      },
      [],
    ],
    [
      'the beginning with a plus',
      {
        'site.yaml': [
          ['allowedHosts: [chat.example]', 'allowedHosts: [chat.example, wa.me]\nphoneHosts: [wa.me]'],
          ['  price: 1000\n', "  price: 1000\n  phone: '5511987654321'\n"],
        ],
        'terms.page.yaml': [['label: Begin, to: /', "label: Begin, to: 'https://wa.me/+{{ facts.phone }}'"]],
      },
      [
        '15:29 phone-malformed: wa.me needs a phone number with its country code, in digits only, but this is +5511987654321. → Write {{ facts.phone }}, which is the same number in digits.',
      ],
    ],
    [
      'an expression after the number',
      {
        'site.yaml': [
          ['allowedHosts: [chat.example]', 'allowedHosts: [chat.example, wa.me]\nphoneHosts: [wa.me]'],
          ['  price: 1000\n', "  price: 1000\n  phone: '5511987654321'\n"],
        ],
        'terms.page.yaml': [['label: Begin, to: /', "label: Begin, to: 'https://wa.me/55119?text={{ facts.phone }}'"]],
      },
      [
        '15:29 phone-malformed: wa.me needs a phone number with its country code, in digits only, but this is 55119. → Write it like 447400123456, without spaces, brackets and hyphens.',
      ],
    ],
  ])('%s', ([, edits, mistakes]) => {
    expect(mistakesAfter('terms.page.yaml', edits, 'message', 'hint')).toEqual(mistakes);
  });
});

describe('prices', () => {
  test.for<MistakeCase>([
    [
      'a price that is a fact',
      [['title: Terms of {{ site.name }}', "title: '{{ facts.price | money }} or €10.00'"]],
      [],
    ],
    [
      'a price that is no fact',
      [['title: Terms of {{ site.name }}', "title: '{{ facts.price | money }} or €12.00'"]],
      [
        '7:42 price-not-a-fact: This text contains €12.00, which is not among the prices in the facts. → Use the fact with this price: facts.price (€10.00).',
      ],
    ],
    [
      'two prices',
      [['title: Terms of {{ site.name }}', "title: '{{ facts.price | money }}, €12.00 or €13'"]],
      [
        '7:40 price-not-a-fact: This text contains €12.00, which is not among the prices in the facts. → Use the fact with this price: facts.price (€10.00).',
        '7:50 price-not-a-fact: This text contains €13, which is not among the prices in the facts. → Use the fact with this price: facts.price (€10.00).',
      ],
    ],
    [
      'no price is a fact',
      [['title: Terms of {{ site.name }}', "title: '€12.00'"]],
      [
        '7:13 price-not-a-fact: This text contains €12.00, which is not among the prices in the facts. → Store the price under facts: in site.yaml, in cents, and use the fact here.',
      ],
    ],
    [
      'a price in a body',
      [
        ['title: Terms of {{ site.name }}', "title: '{{ facts.price | money }}'"],
        ['[the top](#top)', '€12.00'],
      ],
      [
        '9:58 price-not-a-fact: This text contains €12.00, which is not among the prices in the facts. → Use the fact with this price: facts.price (€10.00).',
      ],
    ],
    [
      'a price in an address',
      [
        ['title: Terms of {{ site.name }}', "title: '{{ facts.price | money }}'"],
        ['label: Begin, to: /', "label: Begin, to: 'https://chat.example/?p=€12.00'"],
      ],
      [],
    ],
    [
      'a price after the sign in an expression',
      [['title: Terms of {{ site.name }}', 'title: "{{ facts.price | money }} {{ \'€12.00\' }}"']],
      [
        '7:43 price-not-a-fact: This text contains €12.00, which is not among the prices in the facts. → Use the fact with this price: facts.price (€10.00).',
      ],
    ],
    [
      'a word as a price',
      [['title: Terms of {{ site.name }}', "title: '{{ facts.plans.basic | money }}'"]],
      [
        "7:16 expression-wrong-type: This should be a number, but it is the text 'Basic plan'. → The form is money(amount).",
      ],
    ],
    [
      'a price after its sign',
      [
        ['title: Terms of {{ site.name }}', "title: '€{{ facts.price / 100 }}'"],
        ['[the top](#top)', '€12.00'],
      ],
      [
        '9:58 price-not-a-fact: This text contains €12.00, which is not among the prices in the facts. → Use the fact with this price: facts.price (€10.00).',
      ],
    ],
    ['a price after its sign, undivided', [['title: Terms of {{ site.name }}', "title: '€{{ facts.price }}'"]], []],
    ['a day', [['title: Terms of {{ site.name }}', 'title: "{{ facts.day | date(\'long\') }}"']], []],
    [
      'a price as a day',
      [['title: Terms of {{ site.name }}', 'title: "{{ facts.price | date(\'long\') }}"']],
      [
        'site.yaml:8:10 date-unreadable: facts.price is shown as a date, but 1000 is not one. → Write it like 2026-03-01, or with its time and offset like 2026-03-01T09:00:00+00:00.',
      ],
    ],
    [
      'a day as a price',
      [['title: Terms of {{ site.name }}', "title: '{{ facts.day | money }}'"]],
      [
        "site.yaml:9:8 money-not-whole: facts.day is shown as money, so it needs to be in cents without a decimal point, but it is '2026-03-01'. → For €20,260,301.00 write 2026030100.",
      ],
    ],
  ])('%s', ([, edits, mistakes]) => {
    expect(mistakesAfter('terms.page.yaml', edits, 'message', 'hint')).toEqual(mistakes);
  });
});

describe('facts', () => {
  test.for<MistakeCase>([
    [
      'a price with decimals',
      {
        'site.yaml': [['price: 1000', 'price: 10.50']],
        'terms.page.yaml': [['title: Terms of {{ site.name }}', "title: '{{ facts.price | money }}'"]],
      },
      [
        '8:10 money-not-whole: facts.price is shown as money, so it needs to be in cents without a decimal point, but it is 10.50. → For €10.50 write 1050.',
      ],
    ],
    [
      'a price as a text',
      {
        'site.yaml': [['price: 1000', "price: '10,50'"]],
        'terms.page.yaml': [['title: Terms of {{ site.name }}', "title: '{{ facts.price | money }}'"]],
      },
      [
        "8:10 money-not-whole: facts.price is shown as money, so it needs to be in cents without a decimal point, but it is '10,50'. → For €10.50 write 1050.",
      ],
    ],
    [
      'a price with its sign',
      {
        'site.yaml': [['price: 1000', "price: '€ 10'"]],
        'terms.page.yaml': [['title: Terms of {{ site.name }}', "title: '{{ facts.price | money }}'"]],
      },
      [
        "8:10 money-not-whole: facts.price is shown as money, so it needs to be in cents without a decimal point, but it is '€ 10'. → For €10.00 write 1000.",
      ],
    ],
    [
      'a price with thousands',
      {
        'site.yaml': [['price: 1000', "price: '1,000'"]],
        'terms.page.yaml': [['title: Terms of {{ site.name }}', "title: '{{ facts.price | money }}'"]],
      },
      [
        "8:10 money-not-whole: facts.price is shown as money, so it needs to be in cents without a decimal point, but it is '1,000'. → For €1,000.00 write 100000.",
      ],
    ],
    [
      'a price with thousands and cents',
      {
        'site.yaml': [['price: 1000', "price: '1.000,5'"]],
        'terms.page.yaml': [['title: Terms of {{ site.name }}', "title: '{{ facts.price | money }}'"]],
      },
      [
        "8:10 money-not-whole: facts.price is shown as money, so it needs to be in cents without a decimal point, but it is '1.000,5'. → For €1,000.50 write 100050.",
      ],
    ],
    [
      'a price as a power',
      {
        'site.yaml': [['price: 1000', 'price: 1e3']],
        'terms.page.yaml': [['title: Terms of {{ site.name }}', "title: '{{ facts.price | money }}'"]],
      },
      [
        '8:10 money-not-whole: facts.price is shown as money, so it needs to be in cents without a decimal point, but it is 1e3. → For €1,000.00 write 100000.',
      ],
    ],
    [
      'a whole price with a point',
      {
        'site.yaml': [['price: 1000', 'price: 1000.0']],
        'terms.page.yaml': [['title: Terms of {{ site.name }}', "title: '{{ facts.price | money }}'"]],
      },
      [
        '8:10 money-not-whole: facts.price is shown as money, so it needs to be in cents without a decimal point, but it is 1000.0. → For €1,000.00 write 100000.',
      ],
    ],
    [
      'a price in words',
      {
        'site.yaml': [['price: 1000', 'price: ten euros']],
        'terms.page.yaml': [['title: Terms of {{ site.name }}', "title: '{{ facts.price | money }}'"]],
      },
      [
        "terms.page.yaml:7:16 expression-wrong-type: This should be a number, but it is the text 'ten euros'. → The form is money(amount).",
      ],
    ],
    [
      'a price that is true',
      {
        'site.yaml': [['price: 1000', 'price: true']],
        'terms.page.yaml': [['title: Terms of {{ site.name }}', "title: '{{ facts.price | money }}'"]],
      },
      [
        'terms.page.yaml:7:16 expression-wrong-type: This should be a number, but it is true or false. → The form is money(amount).',
        "terms.page.yaml:9:18 expression-wrong-type: This should be a text or a number, but it is true or false. → Say what to show: condition ? 'yes' : 'no'.",
      ],
    ],
    [
      'a negative price',
      {
        'site.yaml': [['price: 1000', 'price: -5']],
        'terms.page.yaml': [['title: Terms of {{ site.name }}', "title: '{{ facts.price | money }}'"]],
      },
      [],
    ],
    [
      'a day that does not exist',
      {
        'site.yaml': [["day: '2026-03-01'", "day: '2026-02-30'"]],
        'terms.page.yaml': [['title: Terms of {{ site.name }}', "title: '{{ facts.day | date(''long'') }}'"]],
      },
      [
        '9:8 date-unreadable: facts.day is shown as a date, but 2026-02-30 is not one. → Write it like 2026-03-01, or with its time and offset like 2026-03-01T09:00:00+00:00.',
      ],
    ],
    [
      'a day in words',
      {
        'site.yaml': [["day: '2026-03-01'", 'day: soon']],
        'terms.page.yaml': [['title: Terms of {{ site.name }}', "title: '{{ facts.day | date(''long'') }}'"]],
      },
      [
        'terms.page.yaml:7:16 expression-always-fails: This has no value: soon is not a date. → It reads only constants, so it fails on every visit. Change the expression or the constants.',
      ],
    ],
    [
      'a day in another order',
      {
        'site.yaml': [["day: '2026-03-01'", "day: '01/03/2026'"]],
        'terms.page.yaml': [['title: Terms of {{ site.name }}', "title: '{{ facts.day | date(''long'') }}'"]],
      },
      [
        '9:8 date-unreadable: facts.day is shown as a date, but 01/03/2026 is not one. → Write it like 2026-03-01, or with its time and offset like 2026-03-01T09:00:00+00:00.',
      ],
    ],
    [
      'a day as a number',
      {
        'site.yaml': [["day: '2026-03-01'", 'day: 20260301']],
        'terms.page.yaml': [['title: Terms of {{ site.name }}', "title: '{{ facts.day | date(''long'') }}'"]],
      },
      [
        '9:8 date-unreadable: facts.day is shown as a date, but 20260301 is not one. → Write it like 2026-03-01, or with its time and offset like 2026-03-01T09:00:00+00:00.',
      ],
    ],
    [
      'a day with a time',
      {
        'site.yaml': [["day: '2026-03-01'", "day: '2026-03-01T10:00:00Z'"]],
        'terms.page.yaml': [['title: Terms of {{ site.name }}', "title: '{{ facts.day | date(''long'') }}'"]],
      },
      [],
    ],
    ['a total of numbers', [['  price: 1000\n', '  price: 1000\n  sums: { a: 1, b: 2, total: 3 }\n']], []],
    [
      'a wrong total of numbers',
      [['  price: 1000\n', '  price: 1000\n  sums: { a: 1, b: 2, total: 4 }\n']],
      ['9:30 total-differs: This total is 4, but a, b add up to 3. → Write 3, or correct the part that is wrong.'],
    ],
    ['a total of one number', [['  price: 1000\n', '  price: 1000\n  sums: { a: 1, total: 4 }\n']], []],
    [
      'a wrong total of prices',
      [['  price: 1000\n', '  price: 1000\n  sums: { a: { price: 1 }, b: { price: 2 }, total: 4 }\n']],
      ['9:52 total-differs: This total is 4, but a, b add up to 3. → Write 3, or correct the part that is wrong.'],
    ],
    [
      'a total of prices',
      [['  price: 1000\n', '  price: 1000\n  sums: { a: { price: 1 }, b: { price: 2 }, total: 3 }\n']],
      [],
    ],
    ['a total of both', [['  price: 1000\n', '  price: 1000\n  sums: { a: { price: 1 }, b: 2, total: 4 }\n']], []],
    ['a total in words', [['  price: 1000\n', '  price: 1000\n  sums: { a: 1, b: 2, total: three }\n']], []],
    [
      'a total below a list',
      [['  price: 1000\n', '  price: 1000\n  sums: [{ a: 1, b: 2, total: 4 }]\n']],
      ['9:31 total-differs: This total is 4, but a, b add up to 3. → Write 3, or correct the part that is wrong.'],
    ],
    [
      'a total below another',
      [['  price: 1000\n', '  price: 1000\n  sums: { more: { a: 1, b: 2, total: 4 } }\n']],
      ['9:38 total-differs: This total is 4, but a, b add up to 3. → Write 3, or correct the part that is wrong.'],
    ],
  ])('%s', ([, edits, mistakes]) => {
    expect(mistakesAfter('site.yaml', edits, 'message', 'hint')).toEqual(mistakes);
  });
});
