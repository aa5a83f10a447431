import { describe, expect, test } from 'vitest';
import { compileTemplate, ExpressionError, renderTemplate, type Type } from '../../../engine/expressions/index.ts';

const types: Record<string, Type> = {
  nome: { kind: 'string', optional: true },
  score: { kind: 'number' },
  done: { kind: 'bool' },
  tags: { kind: 'list', of: { kind: 'string' } },
};
const options = { constants: { facts: { workshop: { price: 19700 } } } };

describe('templates', () => {
  test('constants are inserted at load, other values when shown', () => {
    const { template, reads, problems } = compileTemplate(
      'Custa {{ facts.workshop.price | brl }}, {{ nome | firstName }}!',
      types,
      options,
    );
    expect(problems).toEqual([]);
    expect(reads).toEqual(['nome']);
    expect(template).toEqual(['Custa R$\u00a0197,00, ', { v: ['firstName', ['$', 'nome']] }, '!']);
    expect(renderTemplate(template, { nome: 'Maria da Silva' })).toBe('Custa R$\u00a0197,00, Maria!');
    expect(renderTemplate(template, { nome: null })).toBe('Custa R$\u00a0197,00, !');
  });

  test.each([
    ['', ''],
    ['só texto { com } chaves }}', 'só texto { com } chaves }}'],
    ["{{ '{{ }}' }}", '{{ }}'],
    ['{{ null }}{{ 1.5 }}', '1.5'],
    ["{{ \"}}\" }}{{ 'a\\'}}' }}", "}}a'}}"],
  ])('%j is constant', (text, template) => {
    expect(compileTemplate(text, types)).toEqual({ template, reads: [], problems: [] });
  });

  test('every mistake is reported at its place in the whole text', () => {
    const text = 'Olá {{ nmoe }}, {{ done }} e {{ tags }} e {{ score +';
    const { problems } = compileTemplate(text, types);
    expect(problems.map(({ code, offset, length }) => [code, text.slice(offset, offset + length)])).toEqual([
      ['expression-unknown-name', 'nmoe'],
      ['expression-wrong-type', ' done '],
      ['expression-wrong-type', ' tags '],
      ['expression-unclosed-braces', '{{ score +'],
    ]);
  });

  test('a value without a text form is an error when shown', () => {
    const { template } = compileTemplate('{{ x }}', { x: { kind: 'any' } });
    expect(() => renderTemplate(template, { x: true })).toThrow(ExpressionError);
    expect(() => renderTemplate(template, { x: [1] })).toThrow(ExpressionError);
    expect(renderTemplate(template, { x: 0 })).toBe('0');
  });
});
