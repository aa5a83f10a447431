/** Walks as cases that a browser can run, and what a page restores of a visit that has ended. */
import { expect, test } from 'vitest';
import type { SiteDefinition } from '../../../engine/definition.ts';
import { createIntakeAnswers } from '../../../engine/intakes/answers.ts';
import { caseOfWalk } from '../../../engine/scenarios/from-walk.ts';
import { findFlowPaths } from '../../../engine/walks/paths.ts';
import { goalWords } from '../../../engine/walks/words.ts';
import type { ScenarioCase } from '../../../schemas/generated/types.ts';
import { runSiteCase } from '../../../server/cli/scenario-case.ts';
import { redirectOf } from '../../../server/intakes/redirect.ts';
import { compiledFlow } from '../../harness/load-site.ts';
import { baseWith, load } from '../load/fixtures.ts';

/** A form that a call sends, and an end with or without an address. */
function siteWith(address: string): SiteDefinition {
  const { site, problems } = load(
    baseWith({
      'one.form.yaml': `form: one
fields:
  area: { type: choice, label: Area, required: Choose, options: [{ value: civil, label: Civil }, { value: work, label: Work }] }
  firm: { type: text, label: Firm, when: "area == 'work'", required: Tell }
  name: { type: text, label: Name, pii: name, required: Tell }
`,
      'survey.api.yaml': `api: survey
intakes:
  survey:
    post: /api/survey
    form: one
    records: survey
`,
      'survey.flow.yaml': `flow: survey
page: frame
start: one
steps:
  one:
    path: [/survey]
    title: Your opinion
    form: one
    show: [{ type: form, submit: Next }]
    submit: { calls: [{ post: /api/survey }], onError: { alert: Not sent. } }
    next: end
  end: { ${address}show: [{ type: text, title: End }], final: true }
`,
    }),
  );
  expect(
    problems
      .filter(({ severity }) => severity === 'error')
      .map(({ message, line, file }) => `${file}:${line} ${message}`),
  ).toEqual([]);
  return site as SiteDefinition;
}

const site = siteWith('');
const compiled = compiledFlow(site, 'survey');
const { goals } = findFlowPaths(compiled, createIntakeAnswers(site, redirectOf, true));

function caseTo(name: string): ScenarioCase {
  const found = goals.find(({ goal }) => goalWords(compiled.flow, goal) === name);
  return caseOfWalk(compiled, found?.shortest ?? [], name) as ScenarioCase;
}

test('a visitor fills in the fields that are shown', () => {
  expect(caseTo('end').steps[0]).toEqual({ fill: { area: 'civil', name: 'Example' } });
});

test('a submission that the network loses is awaited until the browser gives up', () => {
  const given = caseTo('one: /api/survey fails without network');
  const offline = { network: 'offline' };
  expect(given.replies).toEqual({ '/api/survey': [offline, offline, offline] });
  const [last] = runSiteCase(site, 'survey', {
    ...given,
    steps: [
      ...given.steps.slice(0, -1),
      { ...given.steps.at(-1), expect: { screen: 'one', busy: false, message: 'Not sent.' } },
    ],
  }).slice(-1);
  expect(last?.failures).toEqual([]);
});

const ended = (more: object): ScenarioCase => ({
  name: 'It ends',
  steps: [
    { fill: { area: 'civil', name: 'Ana' } },
    { do: 'submit', expect: { screen: 'end' } },
    { do: 'reload', expect: more },
  ],
});
const failuresOf = (of: SiteDefinition, more: object) =>
  runSiteCase(of, 'survey', ended(more)).flatMap(({ failures }) => failures);

test('a visit that has ended is not restored at a screen without an address', () => {
  expect(failuresOf(site, { screen: 'one', values: { area: 'civil', name: '' } })).toEqual([]);
  expect(goals.map(({ goal }) => goalWords(compiled.flow, goal))).not.toContain('reload at end → end');
});

test('it is restored at an address, without personal values', () => {
  const addressed = siteWith('path: [/survey/end], title: The end, ');
  expect(failuresOf(addressed, { screen: 'end', values: { area: 'civil', name: '' } })).toEqual([]);
});
