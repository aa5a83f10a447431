/** Flows that other flows call: what is given, what is returned, and mistakes at the author's own lines. */
import { expect, test } from 'vitest';
import type { FlowDefinition } from '../../../engine/definition.ts';
import { createSiteLoader } from '../../../engine/load/load-site.ts';
import { baseWith, load, loadOptions } from './fixtures.ts';

const form = `form: person
fields:
  alias: { type: text, label: Alias, maxLength: 40, required: true }
`;
const person = `flow: person
input:
  topic: { type: text, maxLength: 60 }
  level: { type: number, optional: true }
returns:
  alias: alias
  loud: alias | upper
data:
  seen: { type: number, optional: true }
start: ask
steps:
  ask:
    form: person
    show: [{ type: form, title: 'Who asks about {{ topic }}?', submit: Send }]
    next: which
  which:
    branch:
      - { when: 'default(level, 0) > 3', to: more }
      - { to: end }
  more:
    show: [{ type: text, title: 'More of {{ topic }}' }, { type: actions, actions: [{ label: Go on, send: go }] }]
    on:
      go: { to: end }
`;
const asking = `flow: asking
page: frame
start: who
data:
  count: { type: number, optional: true }
steps:
  who:
    call: person
    path: [/asking]
    title: Ask us
    with: { topic: "'contracts'", level: 'default(count, 1)' }
    saveAs: { author: loud }
    next: done
  done:
    show: [{ type: text, title: 'Thank you, {{ author }}' }]
    final: true
`;

type Files = Readonly<Record<string, string>>;
const files: Files = { 'person.form.yaml': form, 'person.flow.yaml': person, 'asking.flow.yaml': asking };
const loadCalls = (edited: Files = {}) => load(baseWith({ ...files, ...edited }));
const edit = (text: string, from: string, to: string): string => {
  if (!text.includes(from)) throw new RangeError(`There is no ${from}`);
  return text.replace(from, () => to);
};
/** Errors; the base site's own intakes send none of these answers. */
const errorsOf = (edited: Files): string[] =>
  loadCalls(edited).problems.flatMap(({ severity, code, file, line, message }) =>
    severity === 'error' ? [`${code} ${file}:${line} ${message}`] : [],
  );

test('the steps of a called flow are those of the flow that calls it', () => {
  const { site, problems } = loadCalls();
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  const flow = site?.flows['asking'] as FlowDefinition;
  expect(Object.keys(flow.steps)).toEqual(['who', 'who-which', 'who-more', 'done']);
  expect(flow.steps['who']).toMatchObject({ kind: 'form', form: 'person', path: ['/asking'], next: 'who-which' });
  expect(flow.steps['who-which']).toMatchObject({ branch: [{ to: 'who-more' }, { to: 'done' }] });
  expect(Object.keys(flow.computed ?? {})).toEqual(['topic', 'level', 'author']);
  expect(Object.keys(flow.data ?? {})).toEqual(['count', 'seen']);
  expect(site?.flows).not.toHaveProperty('person');
});

test('a value that is given under its own name stays one value', () => {
  const given = edit(
    edit(asking, 'topic: "\'contracts\'"', "topic: ' topic '"),
    'data:\n',
    'data:\n  topic: { type: text, maxLength: 60, optional: true }\n',
  );
  const { site, problems } = loadCalls({
    'asking.flow.yaml': edit(given, '  who:\n', '  who-asks:\n').replace('start: who', 'start: who-asks'),
    'person.flow.yaml': edit(
      person,
      'topic: { type: text, maxLength: 60 }',
      'topic: { type: text, maxLength: 60, optional: true }',
    ).replaceAll('{{ topic }}', "{{ default(topic, ''X'') }}"),
  });
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(Object.keys(site?.flows['asking']?.computed ?? {})).toEqual(['who_asks_topic', 'level', 'author']);
});

test('two flows can call one, each with values of its own', () => {
  const other = edit(asking, 'flow: asking', 'flow: other')
    .replace('[/asking]', '[/other]')
    .replace("'contracts'", "'taxes'");
  const { site, problems } = loadCalls({ 'other.flow.yaml': other.replace(", level: 'default(count, 1)'", '') });
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  const [one, two] = ['asking', 'other'].map((id) => JSON.stringify(site?.flows[id]?.steps['who']));
  expect(one).toContain('Who asks about contracts?');
  expect(two).toContain('Who asks about taxes?');
});

test('a flow that is called can call another one, and ask questions of any type', () => {
  const inner = `flow: inner
returns: { grade: grade }
start: ask
questions:
  poll:
    items: [{ name: grade, question: How do you grade us?, type: nps, required: true }, { name: team, question: Have you a team?, type: yes-no }]
steps:
  ask:
    ask: poll
    show: [{ type: question, next: Next, previous: Back, finish: Finish }]
    next: end
`;
  const { site, problems } = loadCalls({
    'inner.flow.yaml': inner,
    'person.flow.yaml': edit(
      edit(
        person,
        '    next: which\n',
        '    next: poll\n  poll:\n    call: inner\n    saveAs: { graded: grade }\n    next: which\n',
      ),
      '  loud: alias | upper',
      '  loud: alias | upper\n  graded: graded',
    ),
    'asking.flow.yaml': edit(asking, 'saveAs: { author: loud }', 'saveAs: { author: loud, ours: graded }').replace(
      '{{ author }}',
      '{{ author }} {{ default(ours, 0) }}',
    ),
  });
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(Object.keys(site?.flows['asking']?.steps ?? {})).toEqual([
    ...['who', 'who-poll', 'who-poll-team', 'who-which', 'who-more', 'done'],
  ]);
});

test('branches follow a call in place of next', () => {
  const { site, problems } = loadCalls({
    'asking.flow.yaml': edit(
      asking,
      '    next: done\n',
      `    branch:\n      - { when: author == 'ANA', to: ana }\n      - { to: done }\n  ana:\n    show: [{ type: text, title: Again }]\n    final: true\n`,
    ),
  });
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(site?.flows['asking']?.steps['who-branch']).toMatchObject({
    kind: 'branch',
    branch: [{ to: 'ana' }, { to: 'done' }],
  });
});

test('a value that is given under its own name stays one value, and its type is checked', () => {
  const given = edit(asking, `topic: "'contracts'", level: 'default(count, 1)'`, 'topic: topic');
  const computed = (value: string): string =>
    edit(given, 'data:\n', `computed: { topic: { value: ${value} } }\ndata:\n`);
  const { site, problems } = loadCalls({ 'asking.flow.yaml': computed(`"'taxes' | upper"`) });
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(Object.keys(site?.flows['asking']?.computed ?? {})).toEqual(['topic', 'who_topic', 'level', 'author']);
  expect(errorsOf({ 'asking.flow.yaml': computed('4') })).toEqual([
    'flow-call asking.flow.yaml:12 The called flow takes a text, and this is a number.',
  ]);
});

test('an edit of a called flow changes the flows that call it', () => {
  const loader = createSiteLoader();
  const titleIn = (edited: Files): string =>
    JSON.stringify(loader.load(baseWith({ ...files, ...edited }), loadOptions()).site?.flows['asking']?.steps['who']);
  expect(titleIn({})).toContain('Who asks about contracts?');
  expect(titleIn({ 'person.flow.yaml': edit(person, 'Who asks', 'Who wants to know') })).toContain(
    'Who wants to know about contracts?',
  );
  expect(titleIn({ 'person.form.yaml': edit(form, 'label: Alias', 'label: Your alias') })).toContain(
    'Who asks about contracts?',
  );
});
