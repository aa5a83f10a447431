/** What an expression reads: the chains of its names, and the facts that it formats as money or as dates. */
import { describe, expect, test } from 'vitest';
import { operandsOf } from '../../../engine/expressions/ast.ts';
import { chainsIn } from '../../../engine/expressions/chains.ts';
import { shownFacts } from '../../../engine/expressions/fact-formats.ts';
import { parse } from '../../../engine/expressions/parser.ts';

describe('the names in an expression', () => {
  /** Each chain with the pieces of the text that its spans cover. */
  const chainsOf = (code: string) =>
    chainsIn(code).map(({ names, spans }) => [
      names,
      spans.map(({ offset, length }) => code.slice(offset, offset + length)),
    ]);

  test.each<[string, unknown[]]>([
    ['score', [[['score'], ['score']]]],
    [
      'facts.offer.price',
      [
        [
          ['facts', 'offer', 'price'],
          ['facts', 'offer', 'price'],
        ],
      ],
    ],
    [
      "facts['offer'].price",
      [
        [
          ['facts', 'offer', 'price'],
          ['facts', 'offer', 'price'],
        ],
      ],
    ],
    [
      'has(visit.src)',
      [
        [
          ['visit', 'src'],
          ['visit', 'src'],
        ],
      ],
    ],
    [
      'answers[0]',
      [
        [
          ['answers', null],
          ['answers', '0'],
        ],
      ],
    ],
    [
      'texts[level].name',
      [
        [['level'], ['level']],
        [
          ['texts', null, 'name'],
          ['texts', 'level', 'name'],
        ],
      ],
    ],
    [
      "texts['a'][size(b.c)]",
      [
        [
          ['b', 'c'],
          ['b', 'c'],
        ],
        [
          ['texts', 'a', null],
          ['texts', 'a', 'size(b.c)'],
        ],
      ],
    ],
    [
      'a + -b > 1 && !c.d ? [e, f] : upper(g.h)',
      [
        ...['a', 'b'].map((name) => [[name], [name]]),
        [
          ['c', 'd'],
          ['c', 'd'],
        ],
        ...['e', 'f'].map((name) => [[name], [name]]),
        [
          ['g', 'h'],
          ['g', 'h'],
        ],
      ],
    ],
    [
      '(done ? a : b).c',
      [
        [['done'], ['done']],
        [['a'], ['a']],
        [['b'], ['b']],
      ],
    ],
    ["[a]['x']", [[['a'], ['a']]]],
    ["'text'.x", []],
    ['1 +', []],
    ['', []],
  ])('%s', (code, chains) => expect(chainsOf(code)).toEqual(chains));
});

describe('the facts that an expression shows', () => {
  const money = (...path: unknown[]) => ({ as: 'money', path });
  const date = (...path: unknown[]) => ({ as: 'date', path });

  test.each<[string, unknown[]]>([
    ['facts.price | brl', [money('price')]],
    ['facts.prices[0] | brlShort', [money('prices', 0)]],
    ["facts['a b'] | brl", [money('a b')]],
    ['facts.prices[plan].now | brl', [money('prices', null, 'now')]],
    ['facts.prices[null] | brl', [money('prices', null)]],
    ["date(facts.day, 'long')", [date('day')]],
    ['brl(facts.a + facts.b - 1)', [money('a'), money('b')]],
    ['brl(facts.a * 2)', []],
    ['brl(done ? facts.a : -facts.b)', [money('a'), money('b')]],
    ['brl(done == facts.c ? 1 : 2)', []],
    ['brl(sum([facts.a, facts.b]))', [money('a'), money('b')]],
    ['brl(default(facts.a, round(facts.b)))', [money('a'), money('b')]],
    ['brl(max(facts.a, min(facts.b, floor(facts.c))))', [money('a'), money('b'), money('c')]],
    ['brl(percent(facts.a, 2))', []],
    ['brl(facts)', [money()]],
    ['brl(item.price)', []],
    ['brl(item.facts.price)', []],
    ['brl([facts][0].price)', []],
    ["'a' + (score > 1 ? brl(facts.a) : '')", [money('a')]],
    ['size(facts.list) > 1', []],
    ['brl()', []],
    ['brl(', []],
  ])('%s', (code, facts) => expect(shownFacts(code)).toEqual(facts));

  test('include those that are divided as if they were cents, if there is such a divisor', () => {
    expect(shownFacts('facts.price / 100', 100)).toEqual([money('price')]);
    expect(shownFacts('(facts.price + 1) / 100 + 3', 100)).toEqual([money('price')]);
    expect(shownFacts('facts.price / 12', 100)).toEqual([]);
    expect(shownFacts('facts.price * 100', 100)).toEqual([]);
    expect(shownFacts('100 / facts.price', 100)).toEqual([]);
    expect(shownFacts('facts.price / score', 100)).toEqual([]);
    expect(shownFacts('facts.price / 100')).toEqual([]);
    expect(shownFacts('facts.price / score')).toEqual([]);
  });
});

test.each<[string, string[]]>([
  ['[a, b]', ['name', 'name']],
  ['-a', ['name']],
  ['a + 1', ['name', 'literal']],
  ['a ? 1 : b.c', ['name', 'literal', 'member']],
  ['size(a, [1])', ['name', 'list']],
  ['a.b', []],
  ['a[b]', []],
  ['has(a.b)', []],
  ['a', []],
  ['1', []],
])('the operands of %s', (code, kinds) => {
  expect(operandsOf(parse(code)).map(({ kind }) => kind)).toEqual(kinds);
});
