import { expect, test } from 'vitest';
import { base, baseEdited, baseWith, load } from './fixtures.ts';

const textOf = (path: string): string => base.find((file) => file.path === path)?.text ?? '';
const found = (files: Parameters<typeof load>[0]): string[] =>
  load(files).problems.map(({ code, file, line }) => `${code} ${file}:${line}`);
const flow = textOf('quiz.flow.yaml');
/** The base site with edits of its flow. */
const flowWith = (...edits: readonly (readonly [string, string])[]) =>
  baseWith({
    'quiz.flow.yaml': edits.reduce((text, [from, to]) => {
      if (!text.includes(from)) throw new RangeError(`The flow has no ${from}`);
      return text.replace(from, () => to);
    }, flow),
  });

/** The base quiz with twelve questions of four options each: 16 million sets of answers. */
const long = (ranges: string) => {
  const start = flow.indexOf('      - id: first');
  const items = Array.from(
    { length: 12 },
    (_, index) =>
      `      - { id: q${index}, question: Number ${index}?, options: [{ value: 0, label: A }, { value: 3, label: B }, { value: 6, label: C }, { value: 9, label: D }] }\n`,
  ).join('');
  const text = flow.slice(0, start) + items + flow.slice(flow.indexOf('steps:\n'));
  const made = text
    .replace('length: 2', 'length: 12')
    .replace('percent(sum(answers), 20)', 'percent(sum(answers), 108)')
    .replace("HIGH: '>= 70', MIDDLE: '>= 40', LOW: otherwise", ranges);
  return baseWith({
    'quiz.flow.yaml': made,
    'quiz.api.yaml': textOf('quiz.api.yaml').replace('length: 2', 'length: 12'),
  });
};

test('the levels of a long quiz are checked without trying all sets of answers', () => {
  expect(found(long("HIGH: '>= 70', MIDDLE: '>= 40', LOW: otherwise"))).toEqual([]);
  // Sums of threes give 67 and 69 percent, and nothing between them.
  expect(found(long("HIGH: '>= 69', MIDDLE: '>= 68', LOW: otherwise"))).toEqual(['band-unanswered quiz.flow.yaml:16']);
});

test('a level that depends on more than answers is not checked against them', () => {
  const edits = [
    ['score: { value:', 'bonus: { value: size(visit.src) }\n  score: { value:'],
    ["'percent(sum(answers), 20)'", "'percent(sum(answers), 20) + bonus'"],
    ["MIDDLE: '>= 40'", "MIDDLE: '>= 51'"],
  ] as const;
  expect(found(flowWith(...edits)).filter((each) => each.startsWith('band'))).toEqual([]);
});

test('one uneven text is one mistake, at its own entry', () => {
  expect(found(flowWith(['MIDDLE: { name: Middle }', 'MIDDLE: { name: Middle, note: Well done }']))).toEqual([
    'texts-uneven quiz.flow.yaml:22',
  ]);
  // A table whose entries are read by their own names may be uneven.
  expect(found(flowWith(['  levels:\n', '  cards: { first: { title: A }, last: { text: B } }\n  levels:\n']))).toEqual(
    [],
  );
});

test('a count is compared with the questions, also if it is a fact', () => {
  const caption = ["caption: '{{ step }} of", "caption: 'Question {{ step }} of"] as const;
  expect(found(flowWith(caption, ['title: Welcome', 'title: Welcome to 2 questions']))).toEqual([]);
  const files = flowWith(caption, ['title: Welcome', "title: '{{ facts.count }} questions'"]);
  const site = (count: number) => ({
    path: 'site.yaml',
    text: textOf('site.yaml').replace('facts:\n', `facts:\n  count: ${count}\n`),
  });
  const rest = files.filter(({ path }) => path !== 'site.yaml');
  expect(found([...rest, site(2)])).toEqual([]);
  expect(found([...rest, site(3)])).toEqual(['count-differs quiz.flow.yaml:43']);
});

test('a total is compared with numbers or with prices, if it is clear which', () => {
  const facts = (text: string) => baseEdited('site.yaml', 'facts:\n', `facts:\n  bonuses: ${text}\n`);
  expect(found(facts('{ scripts: { price: 200, count: 3 }, review: { price: 300 }, total: 501 }'))).toEqual([
    'total-differs site.yaml:8',
  ]);
  expect(found(facts('{ scripts: { price: 200 }, review: { price: 300 }, total: 500 }'))).toEqual([]);
  expect(found(facts('{ scripts: { price: 200 }, review: { price: 300 }, days: 7, total: 9 }'))).toEqual([]);
  expect(found(facts('{ scripts: 200, total: 9 }'))).toEqual([]);
});

test('of two pages on one path, the one that has it as a further path is wrong', () => {
  const taken = baseWith({
    'about.page.yaml': textOf('terms.page.yaml')
      .replace('page: terms', 'page: about')
      .replace('paths: [/terms]', 'paths: [/about, /terms]')
      .replace('title: The terms', 'title: About'),
  });
  expect(found(taken).filter((each) => each.startsWith('route'))).toEqual(['route-taken about.page.yaml:2']);
});

test('a loop of timers is reported where it closes', () => {
  const looping = flowWith(['    next: which\n', '    next: pause\n']);
  expect(found(looping)).toContain(
    `step-endless-loop quiz.flow.yaml:${flow.split('\n').indexOf('    next: which') + 1}`,
  );
});

test('a scenario does not repeat the mistakes of its flow', () => {
  const scenario =
    'scenario: quiz\nflow: quiz\ncases:\n  - name: It works\n    replies: { /api/leads: [{ body: {} }] }\n    steps:\n      - { fill: { name: Ana } }\n';
  const files = { 'quiz.scenario.yaml': scenario };
  expect(found(baseWith(files))).toEqual([]);
  const misspelt = flow.replace('post: /api/leads', 'post: /api/leadz');
  const problems = found(baseWith({ ...files, 'quiz.flow.yaml': misspelt }));
  expect(problems.filter((each) => each.startsWith('endpoint'))).toHaveLength(1);
  expect(problems.filter((each) => each.startsWith('scenario'))).toEqual([]);
  const form = textOf('contact.form.yaml').replace(', message: Tell your name. }', ' }');
  expect(found(baseWith({ ...files, 'contact.form.yaml': form }))).toEqual(['shape-missing-key contact.form.yaml:8']);
});
