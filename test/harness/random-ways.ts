/** Random flows whose steps branch, and visitors who go back in them and choose other ways. */
import type { Json } from '../../schemas/compiled.ts';
import type { Random } from './random-form.ts';

const pick = <Of>(random: Random, all: readonly Of[]): Of => all[Math.floor(random() * all.length)] as Of;

/** A field of a step: its definition, what it is answered, and a condition on it. */
interface Kind {
  readonly field: object;
  readonly type: object;
  readonly answers: readonly Json[];
  readonly condition: (name: string, random: Random) => string;
  /** Its share of a computed number. */
  readonly counts: (name: string) => string;
}

const options = ['a', 'b', 'c'].map((value) => ({ value, label: value.toUpperCase() }));
const chosen = (name: string, random: Random): string => `${name} == '${pick(random, ['a', 'b', 'c', ''])}'`;

const kinds: readonly Kind[] = [
  {
    field: { type: 'choice', required: true, options },
    type: { type: 'choice', of: ['a', 'b', 'c'], optional: true },
    answers: ['a', 'b', 'c'],
    condition: chosen,
    counts: (name) => `(${name} == 'a' ? 1 : 0)`,
  },
  {
    field: { type: 'dropdown', default: 'b', options },
    type: { type: 'choice', of: ['a', 'b', 'c'], optional: true },
    answers: ['a', 'b', 'c', ''],
    condition: chosen,
    counts: (name) => `(${name} == 'b' ? 10 : 0)`,
  },
  {
    field: { type: 'choices', options },
    type: { type: 'list', of: 'text', optional: true },
    answers: [[], ['a'], ['b', 'c']],
    condition: (name, random) => `'${pick(random, ['a', 'b'])}' in ${name}`,
    counts: (name) => `100 * size(${name})`,
  },
  {
    field: { type: 'textarea', maxLength: 300, required: true },
    type: { type: 'text', maxLength: 300, optional: true },
    answers: ['um texto', 'outro'],
    condition: (name) => `${name} != ''`,
    counts: (name) => `(${name} != '' ? 1000 : 0)`,
  },
];

type Step = Record<string, unknown>;

export interface RandomWays {
  /** Files of a site, by name. */
  readonly files: Readonly<Record<string, string>>;
  readonly flow: string;
  /** What each form is answered: a field's possible answers. */
  readonly fields: Readonly<Record<string, Readonly<Record<string, readonly Json[]>>>>;
  /** The events that lead on from a step without a form. */
  readonly events: Readonly<Record<string, readonly string[]>>;
}

/** A random flow: steps with forms, some with branches, some with buttons for several ways, and a last one that sends everything. */
export function randomWays(id: string, random: Random): RandomWays {
  const count = 3 + Math.floor(random() * 5);
  const ids = Array.from({ length: count }, (_, index) => `s${index}`);
  const fields: Record<string, Record<string, readonly Json[]>> = {};
  const events: Record<string, readonly string[]> = {};
  const files: Record<string, string> = {};
  const steps: Record<string, Step> = {};
  const input: Record<string, object> = {};
  const counted: string[] = [];
  const questions: Record<string, object> = {};
  const data: Record<string, object> = {};
  const asked: { name: string; kind: Kind }[] = [];
  const after = (index: number): readonly string[] => [...ids.slice(index + 1, index + 4), 'envio'].slice(0, 3);
  const addFields = (form: string): void => {
    const own: Record<string, object> = {};
    fields[form] = {};
    for (let number = 0; number < 1 + Math.floor(random() * 2); number += 1) {
      const kind = pick(random, kinds);
      const name = `${form.replace(`${id}-`, '')}_${number}`;
      own[name] = { ...kind.field, label: name };
      (fields[form] as Record<string, readonly Json[]>)[name] = kind.answers;
      input[name] = kind.type;
      counted.push(kind.counts(name));
      asked.push({ name, kind });
    }
    files[`ways/${form}.form.yaml`] = JSON.stringify({ form, fields: own });
  };
  ids.forEach((step, index) => {
    const targets = after(index);
    const title = `Passo ${index}`;
    const back = index === 0 ? {} : { on: { back: { to: random() < 0.1 ? pick(random, ids.slice(0, index)) : 's0' } } };
    if (index > 0 && random() < 0.2) {
      const ways = targets.slice(0, 2);
      events[step] = ways.map((_, number) => `way${number}`);
      const on = Object.fromEntries(ways.map((to, number) => [`way${number}`, { to }]));
      const actions = ways.map((_, number) => ({ label: `Caminho ${number}`, send: `way${number}` }));
      steps[step] = { title, show: [{ type: 'hero', title, actions }], on };
      return;
    }
    if (index > 0 && random() < 0.2) {
      const list = `lista_${step}`;
      const options = [0, 5, 10].map((value) => ({ value, label: `Nível ${value}` }));
      const items = ['p', 'q'].map((question) => ({
        id: `${step}${question}`,
        question: `Quanto ${question}?`,
        options,
      }));
      questions[step] = { saveAs: list, items };
      data[list] = { type: 'list', of: 'number' };
      input[list] = { type: 'list', of: 'number', length: items.length, optional: true };
      const block = { type: 'question', next: 'Próxima', previous: 'Anterior', finish: 'Pronto' };
      const onEmpty = { toast: 'Aviso', text: 'Escolha.' };
      steps[step] = { title, ask: step, onEmpty, onError: { toast: 'Erro' }, show: [block], next: targets[0] };
      return;
    }
    const form = `${id}-${step}`;
    addFields(form);
    const show = [{ type: 'form', title, submit: 'Próximo', ...(index === 0 ? {} : { back: 'Anterior' }) }];
    const when = (): string => {
      const { name, kind } = pick(random, asked);
      return random() < 0.25 && index > 1 ? `total > ${pick(random, [0, 5, 50, 500])}` : kind.condition(name, random);
    };
    const branches = targets.slice(0, 2 + Math.floor(random() * 2));
    const leads =
      branches.length > 1 && random() < 0.7
        ? { branch: branches.map((to, number) => (number === branches.length - 1 ? { to } : { when: when(), to })) }
        : { next: targets[0] };
    steps[step] = {
      title,
      ...(index === 0 ? { path: [`/${id}`], search: 'hidden' } : {}),
      form,
      show,
      ...back,
      ...leads,
    };
  });
  const last = `${id}-envio`;
  fields[last] = { email: [`ana@exemplo.com.br`] };
  files[`ways/${last}.form.yaml`] = JSON.stringify({
    form: last,
    fields: {
      email: {
        ...{ type: 'email', label: 'E-mail', autocomplete: 'email', pii: 'email', maxLength: 254, required: true },
        rules: [{ rule: 'email', message: 'Confira.' }],
      },
    },
    consent: { purpose: 'contato', mechanism: 'notice', text: 'Ao enviar você concorda.' },
  });
  steps['envio'] = {
    ...{ title: 'Envio', form: last, show: [{ type: 'form', title: 'Envio', submit: 'Enviar', back: 'Anterior' }] },
    on: { back: { to: 's0' } },
    submit: { calls: [{ post: `/api/${id}` }], onError: { inline: 'Não foi.' } },
    next: 'fim',
  };
  steps['fim'] = { title: 'Fim', show: [{ type: 'hero', title: 'Fim' }], final: true };
  files[`ways/${id}.page.yaml`] = JSON.stringify({ page: id, blocks: [{ type: 'stage' }] });
  files[`ways/${id}.flow.yaml`] = JSON.stringify({
    ...{ flow: id, page: id, start: 's0', data, questions, computed: { total: { value: counted.join(' + ') } }, steps },
  });
  files[`ways/${id}.api.yaml`] = JSON.stringify({
    api: id,
    intakes: {
      [id]: {
        ...{ post: `/api/${id}`, form: last, records: `${id}_leads`, lookupBy: 'email', retention: { days: 30 } },
        input: { ...input, total: { type: 'number', min: 0, max: 100_000, optional: true } },
        errors: { invalid: 'Confira.' },
      },
    },
  });
  return { files, flow: id, fields, events };
}
