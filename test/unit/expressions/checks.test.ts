/** Mistakes of types, by the operation: what each part should be, what it is, and what to write instead. */
import { describe, expect, test } from 'vitest';
import { compileExpression, compileTemplate, type Type } from '../../../engine/expressions/index.ts';

const text: Type = { kind: 'string' };
const num: Type = { kind: 'number' };
const types: Record<string, Type> = {
  ...{ n: num, t: text, b: { kind: 'bool' }, x: { kind: 'any' }, none: { kind: 'null' } },
  ...{ nums: { kind: 'list', of: num }, pair: { kind: 'list', of: num, length: 2 }, texts: { kind: 'list', of: text } },
  ...{ rec: { kind: 'record', fields: { a: num, b: text } }, map: { kind: 'map', of: num } },
  ...{ either: { kind: 'enum', values: ['a', 'b'] }, maybe: { ...num, optional: true } },
  one: { kind: 'list', of: num, length: 1 },
  typed: { ...text, absent: 'why' },
};
/** The problems of an expression as the parts that they are about, with their texts. */
function problemsOf(written: string, expected?: Type, more: object = {}): string[] {
  const { problems } = compileExpression(written, types, expected, more);
  return problems.map(({ offset, length, message, hint = '' }) =>
    `${written.slice(offset, offset + length)}: ${message} ${hint}`.trim(),
  );
}
const should = (part: string, wanted: string, found: string, hint = ''): string =>
  `${part}: This should be ${wanted}, but it is ${found}. ${hint}`.trim();
const compare = (zero: string): string => `Compare it, for example with ${zero}.`;
const keys = 'a list, a map or a record';

// biome-ignore format: a table
const mistakes: [written: string, problems: string[]][] = [
  // Members and elements
  ['nums.a', [should('nums', 'a record', 'a list', 'Select an element first, such as [0].')]],
  ['n.a', [should('n', 'a record', 'a number')]],
  ['n[0]', [should('n', keys, 'a number')]],
  ['nums[t]', [should('t', 'a number', 'a text')]],
  ['nums[0.5]', [should('0.5', 'a whole number', 'a fraction')]],
  ['nums[-1]', ['-1: The list has only 0 elements, numbered from 0.']],
  ['one[1]', ['1: The list has only 1 element, numbered from 0. The last is [0].']],
  ['map[n]', [should('n', 'a text', 'a number')]],
  ['rec[t]', [should('t', 'one of its keys', 'a text', 'Use a key whose possible texts are known (a choice), so that none can be missing.')]],
  ['rec[n]', [should('n', 'one of its keys', 'a number', 'Use a key whose possible texts are known (a choice), so that none can be missing.')]],
  ['rec[either]', ['rec[either]: These values have different types: a number; a text. Use only texts, only numbers, or only records with the same fields.']],
  ['none.a', ['none: none may be null. Check it first: none != null && …, or default(none, …).']],
  // Operators
  ['-t', [should('t', 'a number', 'a text')]],
  ['!n', [should('n', 'true or false', 'a number', compare('> 0'))]],
  ['!t', [should('t', 'true or false', 'a text', compare("!= ''"))]],
  ['!nums', [should('nums', 'true or false', 'a list')]],
  ['t ? 1 : 2', [should('t', 'true or false', 'a text', compare("!= ''"))]],
  ['b && n', [should('n', 'true or false', 'a number', compare('> 0'))]],
  ['t - 1', [should('t', 'a number', 'a text')]],
  ['1 * t', [should('t', 'a number', 'a text')]],
  ['t / t', [should('t', 'a number', 'a text'), should('t', 'a number', 'a text')]],
  ['b < 1', [should('b', 'a number or a text', 'true or false')]],
  ['1 <= nums', [should('nums', 'a number or a text', 'a list')]],
  ['nums + 1', [should('nums', 'a number or a text', 'a list')]],
  ['1 + nums', [should('nums', 'a number or a text', 'a list')]],
  ['t + 1', [should('1', 'a text', 'a number', 'Combine numbers and texts in a template: {{ a }} {{ b }}.')]],
  ['n > t', [should('t', 'a number', 'a text')]],
  ['x > b', [should('b', 'a number or a text', 'true or false')]],
  ['nums + texts', ['nums + texts: These values have different types: a list. Use only texts, only numbers, or only records with the same fields.']],
  ['maybe + 1', ['maybe: maybe may be null. Check it first: maybe != null && …, or default(maybe, …).']],
  // Comparisons
  ["either == 'c'", ["'c': These can never be equal: the text 'a' or 'b', and the text 'c'. Did you mean 'a'?"]],
  ["'c' == either", ["'c': These can never be equal: the text 'c', and the text 'a' or 'b'. Did you mean 'a'?"]],
  ['n == t', ['n == t: These can never be equal: a number, and a text.']],
  ['n == true', ['true: These can never be equal: a number, and true or false.']],
  ['either == 5', ["5: These can never be equal: the text 'a' or 'b', and a number."]],
  ['t in nums', ['nums: These can never be equal: a text, and a number.']],
  ['n in [1, t]', ['[1, t]: These values have different types: a number; a text. Use only texts, only numbers, or only records with the same fields.', 't: These can never be equal: a number, and a text.']],
  ['n in map', [should('n', 'a text', 'a number')]],
  ['n in rec', [should('n', 'a text', 'a number')]],
  ['t in n', [should('n', keys, 'a number')]],
  ['n in t', [should('t', keys, 'a text', 'To search in a text, use contains(text, part).')]],
  // Calls
  ['round(t)', [should('t', 'a number', 'a text', 'The form is round(number).')]],
  ['url(b)', [should('b', 'a text or a number', 'true or false', 'The form is url(value).')]],
  ['round(1, 2)', ['round(1, 2): round is called with 2 values. Write it as round(number).']],
  ['sum(nums, t)', ['sum(nums, t): sum is called with 2 values. Write it as sum(numbers).']],
  ['round(maybe)', ['maybe: maybe may be null. Check it first: maybe != null && …, or default(maybe, …).']],
  ['decimal(n, none)', [should('none', 'a number', 'null', 'The form is decimal(number, places).')]],
  ["default(none, 1) + ''", ["'': This should be a number, but it is the text ''."]],
];

test.each(mistakes)('%s', (written, problems) => expect(problemsOf(written)).toEqual(problems));

test.each([
  ...[
    't in rec',
    'either in map',
    'n in nums',
    'n in x',
    't in x',
    'x in nums',
    'x.a.b',
    "x['a'][n]",
    'x[t]',
    'rec[x]',
    'map[t]',
    'nums[n]',
  ],
  ...['x + 1', "x + 'a'", 'x < x', 'x + x', 'n <= 1', "t <= 'a'", 'x == b', 'maybe == null', 'maybe == 1', 'none == t'],
  ...['min(n, x)', 'upper(none)', 'brl(maybe)', 'default(maybe, n)', 'default(none, t)'],
])('%s is no mistake', (written) => expect(problemsOf(written)).toEqual([]));

describe('an element or a division that may have no value', () => {
  const total = (written: string): string[] =>
    problemsOf(written, undefined, { total: true, constants: { two: 2, zero: 0 } });
  const fails = (part: string, why: string, instead: string): string =>
    `${part}: This can fail for some visitors: ${why}. ${instead}`;
  const known = 'Use a record with the key of a choice, or write the number of the element.';

  // biome-ignore format: a table
  test.each<[string, string[]]>([
    ['1 / n', [fails('n', 'n may be 0', 'Check it first: (n != 0 ? 1 / n : 0).')]],
    ['1 % (n - 1)', [fails('(n - 1)', '(n - 1) may be 0', 'Check it first: ((n - 1) != 0 ? 1 % (n - 1) : 0).')]],
    ['percent(1, n)', [fails('n', 'n may be 0', 'Check it first: (n != 0 ? percent(1, n) : 0).')]],
    ['percent(n, n)', [fails('n', 'n may be 0', 'Check it first: (n != 0 ? percent(n, n) : 0).')]],
    ['nums[1]', [fails('1', 'nums may have fewer elements', 'Check it first: size(nums) > 1 ? … : ….')]],
    ['nums[n]', [fails('n', 'nums may have no such element', known)]],
    ['pair[n]', [fails('n', 'pair may have no such element', known)]],
    ['(b ? nums : pair)[0]', [fails('0', 'the list may have fewer elements', 'Check it first: size(…) > 0 ? … : ….')]],
    ['nums[two]', [fails('two', 'nums may have no such element', known)]],
    ['max(nums)', [fails('nums', 'nums may be empty', 'Check it first: size(nums) > 0 ? … : ….')]],
    ['min(b ? nums : pair)', [fails('b ? nums : pair', 'the list may be empty', 'Check it first: size(…) > 0 ? … : ….')]],
    ['number(t)', [fails('t', 'the text may not be a number', 'Give a fallback: numberOr(text, 0).')]],
    ["date(t, 'short')", [fails('t', 'only a date in the definitions, or a field of type date, is known to be valid', 'Format a fact or the answer to a field of type date. Show another value of the visitor as it is.')]],
    ['n != 0 || 1 / n > 1', [fails('n', 'n may be 0', 'Check it first: (n != 0 ? 1 / n : 0).')]],
  ])('%s', (written, problems) => expect(total(written)).toEqual(problems));

  test.each([
    'pair[1]',
    'max(pair)',
    'min(n, n)',
    'max(1, n)',
    '1 / two',
    'percent(1, two)',
    'pair[two - 1]',
    'n - 1',
    'round(n)',
  ])('%s always has one', (written) => expect(total(written)).toEqual([]));

  test('may be used where no value is required', () => expect(problemsOf('1 / n + nums[1] + max(nums)')).toEqual([]));
});

test.each<[string, Type]>([
  ['n in nums', { kind: 'bool' }],
  ['n <= 1', { kind: 'bool' }],
  ['nums + nums', { kind: 'list', of: num }],
  ['pair + nums', { kind: 'list', of: num }],
  ['nums + pair', { kind: 'list', of: num }],
  ['pair + one', { kind: 'list', of: num, length: 3 }],
  ["t + 'a'", text],
  ["x + 'a'", text],
  ['x + 1', num],
  ['x + x', { kind: 'any' }],
  ['1 - x', num],
  ['map.any', num],
  ['x.a', { kind: 'any' }],
  ["rec['b']", text],
  ['round(x)', num],
])('%s has the type %j', (written, type) =>
  expect(compileExpression(written, types)).toMatchObject({ type, problems: [] }),
);

describe('a text cannot show', () => {
  const problems = (written: string): string[] =>
    compileTemplate(written, types).problems.map(({ offset, length, message, hint = '' }) =>
      `${written.slice(offset, offset + length)}: ${message} ${hint}`.trim(),
    );
  const one = (part: string, found: string, hint: string): string => should(part, 'a text or a number', found, hint);
  const until = (path: string): string => `Write what to show until then: ${path} != '' ? … : ….`;

  test.each<[string, string[]]>([
    ['a {{ b }}', [one(' b ', 'true or false', "Say what to show: condition ? 'yes' : 'no'.")]],
    ['{{ nums }} b', [one(' nums ', 'a list', "Turn it into a text with join(list, ', ').")]],
    ['{{ rec }}', [one(' rec ', 'a record', 'Show one of its fields.')]],
    ['{{ map }}', [one(' map ', 'a map', 'Show one of its fields.')]],
    ['a {{ typed }}', [`typed : typed may still be empty here: why. ${until('typed')}`]],
    ['{{ typed | upper }}', [`typed | upper : This may still be empty here: why. ${until('…')}`]],
    [
      'a {{ b',
      ["{{ b: {{ is not closed. End the expression with }}. To show the braces themselves, write {{ '{{' }}."],
    ],
  ])('%s', (written, wanted) => expect(problems(written)).toEqual(wanted));

  test('anything else than texts and numbers, but null and what is not known', () => {
    expect(problems('{{ n }}{{ t }}{{ either }}{{ x }}{{ none }}{{ maybe }}')).toEqual([]);
    expect(compileTemplate('{{ t }} {{ n }} {{ t }}', types).reads).toEqual(['n', 't']);
  });
});
