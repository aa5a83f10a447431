/** A survey with fields of many types, and what is sent after a submission. */
import { expect } from 'vitest';
import type { IntakeDefinition, SiteDefinition } from '../../engine/definition.ts';
import type { Json } from '../../schemas/compiled.ts';
import { makePayload } from '../../server/deliveries/make.ts';
import { deliveryPlanOf, readPlan } from '../../server/deliveries/plan.ts';
import { baseWith, load } from '../unit/load/fixtures.ts';

const form = `form: survey
fields:
  person: { type: text, label: 'Your <name>', maxLength: 60, required: true }
  email: { type: email, label: Your e-mail, required: Write it }
  area: { type: dropdown, label: What do you do?, required: true, options: [{ value: mind, label: Mind & body }, { value: law, label: Law }] }
  topics: { type: choices, label: What matters?, required: true, options: [{ value: late, label: Being late }, { value: other, label: Something else }] }
  budget: { type: currency, label: Your budget, required: false }
  day: { type: date, label: When?, required: false }
  team: { type: yes-no, label: A team?, required: false }
  size: { type: number, label: How many?, required: false, when: team == 'yes' }
  seal: { type: signature, label: Sign here, required: false }
  src: { type: hidden, label: Source }
  partners: { type: repeat, label: Partners, min: 0, max: 2, fields: { called: { type: text, label: Called, maxLength: 40, required: false }, kind: { type: dropdown, label: Kind, required: false, options: [{ value: a, label: Active }, { value: b, label: Silent }] } } }
  terms: { type: checkbox, label: 'I accept the [terms](/terms)', required: true }
`;
const flow = `flow: survey
page: frame
start: form
steps:
  form:
    path: [/survey]
    title: Survey
    form: survey
    show: [{ type: form, submit: Send }]
    submit: { calls: [{ post: /api/survey }], onError: { inline: Sorry } }
    next: done
  done: { path: [/survey/done], title: Done, final: true, show: [{ type: text, title: Done }] }
`;
const api = `api: survey
intakes:
  survey:
    post: /api/survey
    form: survey
    records: survey_leads
    retention: { days: 10 }
    omit: [src]
    deliver:
      told: { email: mail, template: told, to: "'team@example.com'", values: { person: "'Someone'" } }
`;
const email = (show: string): string => `email: told
subject: A new survey of {{ person }}
values: { person: { type: text } }
blocks:
  - { type: heading, text: News }
  - { type: answers, title: The answers${show} }
`;
/** What a visitor has answered. */
export const surveyAnswers: Readonly<Record<string, Json>> = {
  person: 'Ana <b>www.bad.example',
  email: 'ana@example.com',
  area: 'mind',
  topics: ['late', 'other'],
  budget: 1250050,
  day: '2026-03-01',
  team: 'no',
  seal: 'data:image/svg+xml,x',
  partners: [{ called: 'Bo', kind: 'b' }, { called: 'Cy' }],
  terms: true,
};

/** A site with a survey, whose answers are delivered. @param show keys of the block `answers` @param deliver further deliveries */
export function surveySite(show = '', deliver = ''): SiteDefinition {
  const site = baseWith({}).find(({ path }) => path === 'site.yaml')?.text ?? '';
  const files = {
    'survey.form.yaml': form,
    'survey.flow.yaml': flow,
    'survey.api.yaml': api + deliver,
    'told.email.yaml': email(show),
  };
  const destinations =
    'destinations: { mail: { type: email, from: hello@example.com }, crm: { type: webhook, url: https://crm.example } }\n';
  const loaded = load(baseWith({ ...files, 'site.yaml': `${site}${destinations}` }));
  expect(loaded.problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  return loaded.site as SiteDefinition;
}

/** What is sent after a submission. @param over answers in place of others */
export function surveyPayload(site: SiteDefinition, delivery: string, over: Readonly<Record<string, Json>> = {}): Json {
  const plan = readPlan(deliveryPlanOf(site.site, site.intakes['survey'] as IntakeDefinition));
  const source = { key: 'k', data: { ...surveyAnswers, ...over }, meta: {}, receivedAt: 0 };
  const { payload, fault } = makePayload(plan, delivery, null, source);
  expect(fault).toBeNull();
  return payload;
}
