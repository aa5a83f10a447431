import { describe, expect, test } from 'vitest';
import { type MistakeCase, mistakesAfter } from './fixtures.ts';

describe('redirects', () => {
  test.for<MistakeCase>([
    [
      'back to a screen',
      [
        [
          "redirect: { to: 'https://chat.example/x?name={{ name | url }}', urlFrom: reply.redirectUrl }",
          'redirect: { to: /contact }',
        ],
      ],
      ['81:21 redirect-back'],
    ],
    [
      'with a query',
      [
        [
          "redirect: { to: 'https://chat.example/x?name={{ name | url }}', urlFrom: reply.redirectUrl }",
          "redirect: { to: '/contact?a=1' }",
        ],
      ],
      ['81:21 redirect-back'],
    ],
    [
      'with a fragment',
      [
        [
          "redirect: { to: 'https://chat.example/x?name={{ name | url }}', urlFrom: reply.redirectUrl }",
          "redirect: { to: '/contact#a' }",
        ],
      ],
      ['81:21 link-unknown-anchor', '81:21 redirect-back'],
    ],
    [
      'to the start',
      [
        [
          "redirect: { to: 'https://chat.example/x?name={{ name | url }}', urlFrom: reply.redirectUrl }",
          'redirect: { to: / }',
        ],
      ],
      ['81:21 redirect-back'],
    ],
    [
      'to another page',
      [
        [
          "redirect: { to: 'https://chat.example/x?name={{ name | url }}', urlFrom: reply.redirectUrl }",
          'redirect: { to: /terms }',
        ],
      ],
      [],
    ],
    [
      'to a step of two kinds',
      [
        [
          "redirect: { to: 'https://chat.example/x?name={{ name | url }}', urlFrom: reply.redirectUrl }",
          'redirect: { to: /contact }',
        ],
        ['    form: contact', '    form: contact\n    delay: 1s'],
      ],
      ['65:5 step-mixed', '82:21 redirect-back'],
    ],
    [
      'itself of two kinds',
      [
        [
          "redirect: { to: 'https://chat.example/x?name={{ name | url }}', urlFrom: reply.redirectUrl }",
          'redirect: \n      to: /contact\n    delay: 1s',
        ],
      ],
      ['81:5 step-mixed'],
    ],
    [
      'to itself',
      {
        'one.flow.yaml':
          'flow: one\npage: one\nstart: go\nsteps:\n  go:\n    path: [/one]\n    redirect: { to: /one }\n',
        'one.page.yaml': 'page: one\ntitle: one\nblocks:\n  - type: stage\n',
      },
      ['one.flow.yaml:7:21 redirect-loop'],
    ],
    [
      'to itself, with a query',
      {
        'one.flow.yaml':
          "flow: one\npage: one\nstart: go\nsteps:\n  go:\n    path: [/one]\n    redirect: { to: '/one?a=1' }\n",
        'one.page.yaml': 'page: one\ntitle: one\nblocks:\n  - type: stage\n',
      },
      ['one.flow.yaml:7:21 redirect-loop'],
    ],
    [
      'round',
      {
        'one.flow.yaml':
          'flow: one\npage: one\nstart: go\nsteps:\n  go:\n    path: [/one]\n    redirect: { to: /two }\n',
        'one.page.yaml': 'page: one\ntitle: one\nblocks:\n  - type: stage\n',
        'two.flow.yaml':
          'flow: two\npage: two\nstart: go\nsteps:\n  go:\n    path: [/two]\n    redirect: { to: /one }\n',
        'two.page.yaml': 'page: two\ntitle: two\nblocks:\n  - type: stage\n',
      },
      ['one.flow.yaml:7:21 redirect-loop'],
    ],
    [
      'round in three',
      {
        'one.flow.yaml':
          'flow: one\npage: one\nstart: go\nsteps:\n  go:\n    path: [/one]\n    redirect: { to: /two }\n',
        'one.page.yaml': 'page: one\ntitle: one\nblocks:\n  - type: stage\n',
        'two.flow.yaml':
          'flow: two\npage: two\nstart: go\nsteps:\n  go:\n    path: [/two]\n    redirect: { to: /three }\n',
        'two.page.yaml': 'page: two\ntitle: two\nblocks:\n  - type: stage\n',
        'three.flow.yaml':
          'flow: three\npage: three\nstart: go\nsteps:\n  go:\n    path: [/three]\n    redirect: { to: /one }\n',
        'three.page.yaml': 'page: three\ntitle: three\nblocks:\n  - type: stage\n',
      },
      ['one.flow.yaml:7:21 redirect-loop'],
    ],
    [
      'into a round',
      {
        'zero.flow.yaml':
          'flow: zero\npage: zero\nstart: go\nsteps:\n  go:\n    path: [/zero]\n    redirect: { to: /one }\n',
        'zero.page.yaml': 'page: zero\ntitle: zero\nblocks:\n  - type: stage\n',
        'one.flow.yaml':
          'flow: one\npage: one\nstart: go\nsteps:\n  go:\n    path: [/one]\n    redirect: { to: /two }\n',
        'one.page.yaml': 'page: one\ntitle: one\nblocks:\n  - type: stage\n',
        'two.flow.yaml':
          'flow: two\npage: two\nstart: go\nsteps:\n  go:\n    path: [/two]\n    redirect: { to: /one }\n',
        'two.page.yaml': 'page: two\ntitle: two\nblocks:\n  - type: stage\n',
      },
      ['one.flow.yaml:7:21 redirect-loop'],
    ],
    [
      'a chain',
      {
        'zero.flow.yaml':
          'flow: zero\npage: zero\nstart: go\nsteps:\n  go:\n    path: [/zero]\n    redirect: { to: /one }\n',
        'zero.page.yaml': 'page: zero\ntitle: zero\nblocks:\n  - type: stage\n',
        'one.flow.yaml':
          'flow: one\npage: one\nstart: go\nsteps:\n  go:\n    path: [/one]\n    redirect: { to: /terms }\n',
        'one.page.yaml': 'page: one\ntitle: one\nblocks:\n  - type: stage\n',
      },
      [],
    ],
    [
      'to an expression',
      {
        'one.flow.yaml':
          "flow: one\npage: one\nstart: go\nsteps:\n  go:\n    path: [/one]\n    redirect: { to: '/one{{ visit.src }}' }\n",
        'one.page.yaml': 'page: one\ntitle: one\nblocks:\n  - type: stage\n',
      },
      [],
    ],
  ])('%s', ([, edits, mistakes]) => {
    expect(mistakesAfter('quiz.flow.yaml', edits)).toEqual(mistakes);
  });
});
