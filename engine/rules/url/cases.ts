import { type RuleCases, ruleMessage } from '../rule-cases.ts';

export const cases: RuleCases<'url'> = {
  field: {},
  rule: { rule: 'url', message: ruleMessage },
  passes: [
    ...['exemplo.com.br', 'https://exemplo.com.br', 'http://exemplo.com:8080/a?b=c#d', 'são-paulo.com.br', ''],
    ...['HTTPS://Exemplo.Com', 'a.b.c.d.example/'],
  ],
  fails: [
    ...['exemplo', 'exemplo.', '.com', 'ftp://exemplo.com', 'exemplo com.br', 'javascript:alert(1)', 'a@b.com'],
    ...['-a.com', 'a-.com', 'https://', 'exemplo.com:abc', '1.2'],
  ],
};
