import { type RuleCases, ruleMessage } from '../rule-cases.ts';

export const cases: RuleCases<'email'> = {
  field: { type: 'email' },
  rule: { rule: 'email', message: ruleMessage },
  passes: [
    ...[
      'a@b.c',
      ' a@b.c ',
      'é@ü.ção',
      'ana.lima+site@mail.exemplo.com.br',
      "o'neil_x@exemplo.com",
      'ana@xn--caf-dma.com',
      '',
    ],
    ...['\u200bana@exemplo.com\ufeff', '\u202aana@exemplo.com\u202c', `${'a'.repeat(64)}@exemplo.com`, '1@2.com'],
  ],
  fails: [
    ...['a', 'a@b', '@b.c', 'a@.c', 'a@b.', 'a@b@c.d', 'a b@c.d', 'a@b .c', 'a@b..c', 'ana@example..com', 'ana@-b.com'],
    ...[
      'ana,b@example.com',
      'mailto:ana@example.com',
      '<ana@example.com>',
      'Ana <ana@example.com>',
      '"ana"@example.com',
    ],
    ...[
      'ana\u200b@example.com',
      'ana@exam\u00adple.com',
      'ana\u202emoc@example.com',
      'ana@example.com,',
      'ana@example.com.',
    ],
    ...[
      '.ana@example.com',
      'ana.@example.com',
      'a..b@example.com',
      'ana@example_x.com',
      'ana@127.0.0.1',
      'ana@[127.0.0.1]',
    ],
    ...[
      'ana@example.com;bia@example.com',
      'ana@b-.com',
      `${'a'.repeat(65)}@exemplo.com`,
      'ana(x)@example.com',
      'ana\\@b.com',
    ],
  ],
};
