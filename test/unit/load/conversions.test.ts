/** The event of the browser and the conversion that the server delivers to Meta have one id. */
import { describe, expect, test } from 'vitest';
import { compiledFlow } from '../../../server/definitions/flow-machine.ts';
import { driveEngine, startAt } from '../../harness/engine-driver.ts';
import { baseWith, load } from './fixtures.ts';

const integrations = `
integrations: { pixel: { id: '123456789012345', script: 'https://connect.facebook.net/en_US/fbevents.js' } }
destinations:
  ads: { type: meta, token: $META_TOKEN }
`;
const site = (baseWith({}).find(({ path }) => path === 'site.yaml')?.text ?? '') + integrations;
const funnel = (track: string) => `funnel: aviso
title: Aviso
fields: { nome: name, email: email }
${track}
deliver:
  lead: { meta: ads, event: Lead, user: { email: email } }
`;

const loaded = (files: Readonly<Record<string, string>>) => load(baseWith({ 'site.yaml': site, ...files }));

/** The ids of the events that a flow sends after the reply. */
async function idsAfter(files: Readonly<Record<string, string>>, flow: string, values: object) {
  const { site: definition, problems } = loaded(files);
  expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  if (definition === null) throw new Error('not loaded');
  const driver = await driveEngine(compiledFlow(definition, definition.flows[flow] as never), startAt(), async () => ({
    output: { eventId: 'id-of-the-submission', n: 'own-id' },
  }));
  await driver.send({ type: 'SUBMIT', values: values as never });
  return {
    intake: Object.values(definition.intakes).find(({ path }) => path === `/api/${flow}`),
    tracked: driver.effects.flatMap((effect) => (effect.kind === 'track' ? [[effect.event, effect.id]] : [])),
  };
}

const person = { nome: 'Ana Prado', email: 'ana@exemplo.com.br' };

describe('in a funnel in one file', () => {
  test.each([
    ['by default', '', 'Lead'],
    ['with an event of its own', 'track: { name: Lead, params: { content_name: "\'aviso\'" } }', 'Lead'],
    ['with the id written', 'track: { name: Lead, eventId: reply.eventId }', 'Lead'],
  ])('%s', async (_, track, event) => {
    const { intake, tracked } = await idsAfter({ 'aviso/aviso.funnel.yaml': funnel(track) }, 'aviso', person);
    expect(tracked).toEqual([[event, 'id-of-the-submission']]);
    expect(intake?.response).toEqual({ eventId: ['$', 'submission'] });
    expect(intake?.responseKeys).toContain('eventId');
  });

  test('another event has an id of its own', async () => {
    const { tracked } = await idsAfter(
      { 'aviso/aviso.funnel.yaml': funnel('track: { name: CompleteRegistration }') },
      'aviso',
      person,
    );
    expect(tracked).toEqual([['CompleteRegistration', undefined]]);
  });
});

const long = ({ submit, step = '', deliver = '' }: { submit: string; step?: string; deliver?: string }) => ({
  'par/par.page.yaml': 'page: par\nblocks: [{ type: stage }]\n',
  'par/par.form.yaml': `form: par
fields:
  email: { type: email, label: E-mail, pii: email, maxLength: 254, required: true, rules: [{ rule: email, message: Não. }] }
consent: { purpose: contato, mechanism: notice, text: Ao enviar você concorda. }
`,
  'par/par.api.yaml': `api: par
intakes:
  par:
    post: /api/par
    form: par
    records: par_leads
    retention: { days: 30 }
    lookupBy: email
    deliver:
      lead: { meta: ads, event: Lead, user: { email: email }${deliver} }
    errors: { invalid: Não. }
`,
  'par/par.flow.yaml': `flow: par
page: par
start: um
data: { uid: { type: uuid, generate: true } }
steps:
  um:
    path: [/par]
    title: Um
    form: par
    show: [{ type: form, title: Um, submit: Ir }]
    submit: { calls: [{ post: /api/par }], onError: { inline: Não. }${submit} }
    next: fim
  fim: { title: Fim, show: [{ type: hero, title: Fim }], final: true${step} }
`,
});

describe('in long files', () => {
  test('an event of a stored submission has it', async () => {
    const files = long({ submit: ', onSuccess: { track: { name: Lead } }' });
    const { tracked } = await idsAfter(files, 'par', person);
    expect(tracked).toEqual([['Lead', 'id-of-the-submission']]);
  });

  test.each([
    ['before the reply', { submit: ', track: { name: Lead }' }, 'Move it under onSuccess:'],
    ['on the step that follows', { submit: '', step: ', track: { name: Lead }' }, 'Move it under onSuccess:'],
    ['with another id', { submit: ', onSuccess: { track: { name: Lead, eventId: uid } }' }, 'eventId: reply.eventId'],
    [
      'without the id that the delivery has',
      { submit: ', onSuccess: { track: { name: Lead } }', deliver: ', eventId: email' },
      'Write eventId: email in this track:.',
    ],
  ])('an event %s is refused, at its place', (_, parts, fix) => {
    const { problems } = loaded(long(parts));
    const [problem, ...others] = problems.filter(({ code }) => code === 'conversion-id');
    expect(others).toEqual([]);
    expect(problem).toMatchObject({ severity: 'error', file: 'par/par.flow.yaml' });
    expect(problem?.hint).toContain(fix);
    const text = long(parts)['par/par.flow.yaml'].split('\n')[(problem?.line ?? 0) - 1] ?? '';
    expect(text.slice((problem?.column ?? 0) - 1)).toMatch(/^Lead/);
  });

  test('without the pixel nothing is counted twice', () => {
    const files = { ...long({ submit: ', track: { name: Lead }' }), 'site.yaml': site.replace(/integrations.*\n/, '') };
    expect(load(baseWith(files)).problems.filter(({ code }) => code === 'conversion-id')).toEqual([]);
  });
});
