/** Random flows whose steps branch, repeat groups and call other flows, and visitors who go back in them and choose other ways. */
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

/** What a group that repeats is written out as, up to two entries. */
const group: Kind = {
  field: {
    ...{ type: 'repeat', item: 'Pessoa', min: 0, max: 2, default: 1 },
    fields: {
      texto: { type: 'textarea', label: 'Texto', maxLength: 300, required: true },
      opcao: { type: 'dropdown', label: 'Opção', default: 'b', options },
    },
  },
  type: { type: 'number', min: 0, max: 2, optional: true },
  answers: [0, 1, 2],
  condition: (name, random) => `default(${name}, 0) > ${pick(random, [0, 1])}`,
  counts: (name) => `10000 * default(${name}, 0)`,
};

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
  /** @param isCalled whether only the called flow reads them */
  const addFields = (form: string, isCalled = false): { name: string; kind: Kind }[] => {
    const own: Record<string, object> = {};
    const added: { name: string; kind: Kind }[] = [];
    fields[form] = {};
    for (let number = 0; number < 1 + Math.floor(random() * 2); number += 1) {
      const kind = pick(random, kinds);
      const name = `${form.replace(`${id}-`, '')}_${number}`;
      own[name] = { ...kind.field, label: name };
      (fields[form] as Record<string, readonly Json[]>)[name] = kind.answers;
      input[name] = kind.type;
      added.push({ name, kind });
    }
    if (random() < 0.3) {
      const name = `${form.replace(`${id}-`, '')}_g`;
      own[name] = { ...group.field, label: name };
      const answers = fields[form] as Record<string, readonly Json[]>;
      answers[`${name}_count`] = group.answers;
      input[`${name}_count`] = group.type;
      for (const entry of [1, 2]) {
        answers[`${name}_${entry}_texto`] = ['um', 'dois'];
        answers[`${name}_${entry}_opcao`] = ['a', 'b', 'c'];
        input[`${name}_${entry}_texto`] = { type: 'text', maxLength: 300, optional: true };
        input[`${name}_${entry}_opcao`] = { type: 'choice', of: ['a', 'b', 'c'], optional: true };
      }
      added.push({ name: `${name}_count`, kind: group });
    }
    if (!isCalled)
      for (const each of added) {
        counted.push(each.kind.counts(each.name));
        asked.push(each);
      }
    files[`ways/${form}.form.yaml`] = JSON.stringify({ form, fields: own });
    return added;
  };
  /** A flow of two steps, of which the second is shown only for some answers to the first. */
  const addFlow = (flow: string, title: string): void => {
    const [first, second] = [`${flow}a`, `${flow}b`];
    const [{ name, kind }] = addFields(first, true) as [{ name: string; kind: Kind }];
    addFields(second, true);
    const show = (submit: string) => [{ type: 'form', title, submit }];
    const called = {
      um: {
        form: first,
        show: show('Um'),
        branch: [{ when: kind.condition(name, random), to: 'dois' }, { to: 'end' }],
      },
      dois: { form: second, show: show('Dois'), next: 'end' },
    };
    files[`ways/${flow}.flow.yaml`] = JSON.stringify({ flow, start: 'um', steps: called });
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
    if (index > 0 && random() < 0.2) {
      addFlow(`${id}-${step}`, title);
      steps[step] = { title, call: `${id}-${step}`, next: targets[0] };
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
        input: { ...input, total: { type: 'number', min: 0, max: 10_000_000, optional: true } },
        errors: { invalid: 'Confira.' },
      },
    },
  });
  return { files, flow: id, fields, events };
}
