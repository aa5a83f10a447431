/** A flow with every kind of step, in the loader's format. */

import type { FlowDefinition, ValueType } from '../../../engine/definition.ts';
import { compileExpression } from '../../../engine/expressions/index.ts';
import { type CompiledFlow, compileFlow } from '../../../engine/flow/index.ts';
import { formValidator } from '../../../engine/forms/index.ts';
import type { FormDefinition } from '../../../engine/forms/types.ts';
import { defineSteps } from '../../../engine/steps/authoring.ts';
import type { FormStep, StepDefinition } from '../../../schemas/generated/types.ts';
import { phoneMask } from '../../harness/masks.ts';

const number = { kind: 'number' } as const;
const text = { kind: 'string' } as const;
const types = {
  answers: { kind: 'list', of: number, length: 2 },
  score: number,
  uid: text,
  nome: text,
  visit: { kind: 'record', fields: { src: { ...text, optional: true } } },
  reply: { kind: 'any' },
  texts: { kind: 'any' },
  error: { kind: 'record', fields: { message: { ...text, optional: true } } },
} as const;

export const code = (source: string) => {
  const compiled = compileExpression(source, types as never);
  if (!('code' in compiled)) throw new Error(`${source}: ${compiled.problems[0]?.message}`);
  return compiled.code as never;
};

export const contact: FormDefinition = {
  id: 'contact',
  showErrors: 'first',
  errorTitle: 'Aviso',
  fields: [
    {
      name: 'nome',
      type: 'text',
      label: 'Nome',
      pii: 'name',
      rules: [{ rule: 'required', message: 'Informe o nome.' }],
    },
    {
      name: 'wa',
      type: 'tel',
      label: 'WhatsApp',
      mask: phoneMask,
      submitAs: 'digits',
      pii: 'phone',
      rules: [
        { rule: 'required', message: 'Informe o WhatsApp.' },
        { rule: 'digits', min: 10, message: 'Informe o WhatsApp.' },
      ],
    },
    {
      name: 'ok',
      type: 'checkbox',
      label: 'Autorizo',
      default: true,
      rules: [{ rule: 'accepted', message: 'Autorize.' }],
    },
  ],
};

const accepted = (type: ValueType['type'], more: Partial<ValueType> = {}): ValueType => ({ type, ...more });

export const example: FlowDefinition = {
  flow: 'example',
  page: 'frame',
  start: 'intro',
  hash: 'h1',
  behaviour: 'b1',
  forms: ['contact'],
  calls: {
    '/api/start': {
      method: 'POST',
      input: { uid: accepted('uuid'), nome: accepted('text'), wa: accepted('text'), timestamp: accepted('time') },
    },
    '/api/finish': {
      method: 'POST',
      input: {
        uid: accepted('uuid'),
        answers: accepted('list', { of: 'number', length: 2 }),
        score: accepted('number'),
      },
    },
    '/api/result': { method: 'GET', input: { uid: accepted('uuid') } },
    '/api/click': { method: 'POST', input: { uid: accepted('uuid'), what: accepted('text') } },
  },
  data: {
    uid: { type: 'uuid', generate: true },
    answers: { type: 'list', of: 'number', length: 2, allowed: [0, 10] },
    result: { type: 'record', fields: { score: { type: 'number' } } },
  },
  computed: {
    score: { value: code('percent(sum(answers), 20)') },
    level: { classify: code('score'), ranges: { HIGH: '>= 70', LOW: 'otherwise' } },
    weakest: { lowest: { FIRST: code('answers[0]'), SECOND: code('answers[1]') } },
  },
  questions: {
    two: {
      saveAs: 'answers',
      items: [
        {
          id: 'one',
          question: 'Um?',
          options: [
            { value: 0, label: 'Não' },
            { value: 10, label: 'Sim' },
          ],
        },
        {
          id: 'other',
          question: 'Outra?',
          options: [
            { value: 0, label: 'Não' },
            { value: 10, label: 'Sim' },
          ],
        },
      ],
    },
  },
  steps: defineSteps({
    intro: {
      path: ['/intro', '/'],
      show: [],
      on: { begin: { delay: { from: 600, to: 600 }, track: { name: 'Began' }, to: 'checking' } },
    },
    checking: { show: [], delay: { from: 3500, to: 4500 }, next: 'quiz' },
    quiz: {
      path: ['/quiz'],
      ask: 'two',
      show: [],
      onEmpty: { toast: 'Aviso', text: 'Selecione.' },
      onError: { toast: 'Erro', text: 'Falhou.' },
      next: 'contact',
    },
    contact: {
      path: ['/contato'],
      query: { answers: { missing: 'Sem respostas.', invalid: 'Respostas inválidas.' } },
      fallback: { toast: 'Erro', to: 'intro' },
      form: 'contact',
      show: [],
      submit: {
        calls: [{ post: '/api/start' }, { post: '/api/finish' }],
        onError: { toast: 'Erro', text: [{ v: code("default(error.message, 'Tente de novo.')") }] },
        onSuccess: { track: { name: 'Sent', user: { name: code('nome') } } },
      },
      next: 'route',
    },
    route: { branch: [{ when: code('score >= 70'), to: 'result' }, { to: 'away' }] },
    result: {
      path: ['/resultado'],
      query: { uid: { missing: 'Sem identificação.' } },
      fallback: { toast: 'Erro', to: 'intro' },
      fetch: {
        calls: [{ get: '/api/result', saveAs: { result: code('reply') } }],
        onError: { toast: 'Erro ao carregar', text: 'Depois.' },
      },
      show: [],
      on: {
        talk: {
          post: { path: '/api/click', with: { what: code("'talk'") } },
          openTab: 'https://wa.me/1',
          to: 'thanks',
        },
      },
    },
    thanks: { path: ['/obrigado'], show: [], final: true },
    away: { redirect: { to: '/fora', urlFrom: code('reply.redirectUrl'), params: { src: code('visit.src') } } },
  }),
};

const messages = {
  tooLong: 'Longo demais.',
  wrongType: 'Inválido.',
  unknownOption: 'Escolha.',
  beyondMask: 'Dígitos a mais.',
  foreignCode: 'Outro país.',
};

/** A flow whose steps may be as a file has them, without their kinds. */
const withKinds = ({ steps, ...flow }: FlowDefinition): FlowDefinition => ({
  ...flow,
  steps: Object.fromEntries(
    Object.entries(steps).map(([id, step]) => [
      id,
      'kind' in step ? step : (defineSteps({ [id]: step })[id] as StepDefinition),
    ]),
  ),
});

export const contactStep = example.steps['contact'] as FormStep;

export const compileExample = (flow: FlowDefinition = example): CompiledFlow =>
  compileFlow(withKinds(flow), [contact], formValidator([contact], messages));

/** The example with another form. */
export const compileWith = (form: FormDefinition): CompiledFlow =>
  compileFlow(example, [form], formValidator([form], messages));
