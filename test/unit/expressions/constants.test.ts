import { describe, expect, test } from 'vitest';
import { compileExpression, dateFormatter, type Json, type Type } from '../../../engine/expressions/index.ts';

const constants: { [name: string]: Json } = {
  facts: { price: 19700, state: 'open', seats: 0, when: '2025-04-05T09:00', names: ['Ana', 'Bia'] },
  texts: { gift: { A: { x: 'Ax', y: 'Ay' }, B: { x: 'Bx', y: 'By' } } },
};
const types: Record<string, Type> = {
  level: { kind: 'enum', values: ['A', 'B'] },
  pillar: { kind: 'enum', values: ['x', 'y'] },
  score: { kind: 'number' },
};
const compiled = (text: string, formatDate = dateFormatter('pt-BR', 'America/Sao_Paulo')) =>
  compileExpression(text, types, undefined, { constants, formatDate });

describe('constant parts', () => {
  test.each([
    ['facts.price | brl', 'R$\u00a0197,00'],
    ["date(facts.when, 'long')", '5 de abril de 2025'],
    ["facts.state == 'closed' ? score : 1 + 2", 3],
    ["facts.state == 'closed' && score > 1", false],
    ['1 + 2 * 3', 7],
  ])('%s is computed at load', (text, code) => {
    expect(compiled(text)).toMatchObject({ code, reads: [], problems: [] });
  });

  test('are replaced inside an expression, and only the indexed values are kept', () => {
    expect(compiled('score > facts.price / 100')).toMatchObject({ code: ['>', ['$', 'score'], 197], reads: ['score'] });
    expect(compiled('texts.gift[level][pillar]')).toMatchObject({
      code: ['.', ['.', ['#', (constants.texts as { gift: Json }).gift], ['$', 'level']], ['$', 'pillar']],
      reads: ['level', 'pillar'],
    });
  });

  test('a failure is a problem if it is reachable, and not behind a constant guard', () => {
    expect(compiled('score / facts.seats > 1')).toHaveProperty('code');
    expect(compiled('10 / facts.seats > score').problems).toMatchObject([
      { code: 'expression-always-fails', offset: 0, length: 16 },
    ]);
    expect(compiled('facts.seats > 0 ? 10 / facts.seats : 0')).toMatchObject({ code: 0 });
  });

  test('comparing a constant with another value is not a mistake', () => {
    expect(compiled("facts.state == 'closed'")).toMatchObject({ code: false, problems: [] });
  });

  test('a misspelt fact is reported', () => {
    expect(compiled('facts.prise | brl').problems).toMatchObject([
      { code: 'expression-unknown-field', hint: 'Did you mean price?' },
    ]);
  });

  test('a date without a formatter is computed at run time', () => {
    const options = { constants };
    expect(compileExpression("date(facts.when, 'short')", types, undefined, options)).toMatchObject({
      code: ['date', '2025-04-05T09:00', 'short'],
    });
  });
});
