/** The steps of a flow in which the blocks of `examples.ts` are rendered. */

import type { FormDefinition } from '../../../engine/forms/types.ts';
import { icons } from '../../../engine/icons.ts';
import type { Screen } from '../../../engine/steps/screen.ts';
import { phoneMask } from '../../harness/masks.ts';

export const form: FormDefinition = {
  id: 'identificacao',
  showErrors: 'all',
  fields: [
    { name: 'origem', type: 'hidden', label: 'Origem', default: 'quiz', rules: [] },
    {
      name: 'nome',
      type: 'text',
      label: 'Nome completo',
      autocomplete: 'name',
      pii: 'name',
      rules: [{ rule: 'required', message: 'Por favor, informe seu nome completo.' }],
    },
    {
      name: 'email',
      type: 'email',
      label: 'E-mail',
      placeholder: 'voce@escritorio.com.br',
      autocomplete: 'email',
      pii: 'email',
      rules: [{ rule: 'email', message: 'Por favor, informe um e-mail válido.' }],
    },
    {
      name: 'wa',
      type: 'tel',
      label: 'WhatsApp',
      hint: 'Com DDD, só números.',
      placeholder: '(00) 00000-0000',
      autocomplete: 'tel',
      mask: phoneMask,
      pii: 'phone',
      rules: [{ rule: 'digits', min: 10, message: 'Por favor, informe um número de WhatsApp válido.' }],
    },
    { name: 'motivo', type: 'textarea', label: 'O que mais incomoda você hoje?', rules: [] },
    {
      name: 'online',
      type: 'choice',
      label: 'Sua autoridade online é',
      options: [
        { value: 'sim', label: 'Satisfatória' },
        { value: 'parcial', label: 'Parcial' },
      ],
      rules: [{ rule: 'required', message: 'Selecione uma opção' }],
    },
    {
      name: 'prioridade',
      type: 'choices',
      label: 'Suas prioridades',
      options: [
        { value: 'clientes', label: 'Clientes' },
        { value: 'presenca', label: 'Presença' },
      ],
      rules: [{ rule: 'atLeast', count: 1, message: 'Selecione ao menos uma opção' }],
    },
    {
      name: 'aceite',
      type: 'checkbox',
      label: 'Autorizo o recebimento de contato sobre o meu diagnóstico.',
      default: true,
      rules: [{ rule: 'accepted', message: 'É necessário autorizar o recebimento de contato para prosseguir.' }],
    },
  ],
};

const numbers = (count: number) =>
  Array.from({ length: count }, (_, index) => ({ value: String(index), label: String(index) }));

/** Fields whose options are not cards, and inputs with attributes of their own. */
export const survey: FormDefinition = {
  id: 'pesquisa',
  showErrors: 'all',
  more: { looks: true, amounts: true, signature: true },
  fields: [
    { name: 'fundacao', type: 'text', label: 'Fundação', rules: [], attributes: { type: 'date', max: '2026-12-31' } },
    {
      ...{ name: 'estado', type: 'choice', label: 'Estado', look: 'dropdown', empty: 'Escolha' },
      options: [
        { value: 'PE', label: 'Pernambuco' },
        { value: 'SP', label: 'São Paulo' },
      ],
      rules: [{ rule: 'required', message: 'Escolha uma opção.' }],
    },
    { name: 'equipe', type: 'choice', label: 'Tem equipe?', look: 'row', options: numbers(2), rules: [] },
    {
      ...{ name: 'nota', type: 'choice', label: 'Você nos indicaria?', look: 'scale', options: numbers(11) },
      ends: ['Nada provável', 'Muito provável'],
      rules: [{ rule: 'required', message: 'Escolha uma opção.' }],
    },
    {
      ...{ name: 'horas', type: 'text', label: 'Quantas horas?', look: 'slider', default: '4', rules: [] },
      attributes: { type: 'range', min: 0, max: 12, step: 0.5 },
      number: { group: ',', point: '.', decimals: 2, min: 0, max: 12, step: 0.5 },
      shown: { group: '.', point: ',', before: '', after: '\u00a0horas' },
    },
    {
      ...{ name: 'ticket', type: 'text', label: 'Honorário médio', hint: 'Por caso', look: 'money', rules: [] },
      number: { group: '.', point: ',', decimals: 2, minor: 100, sign: 'R$' },
      shown: { group: '.', point: ',', before: 'R$', after: '' },
    },
    {
      ...{ name: 'assinatura', type: 'text', label: 'Assinatura', look: 'signature', rules: [] },
      pad: { empty: 'Assine aqui', drawn: 'Assinatura desenhada', clear: 'Apagar', name: 'Nome completo' },
    },
    {
      ...{ name: 'meio', type: 'choices', label: 'Por onde?', look: 'marked', rules: [] },
      options: [
        { value: 'a', label: 'Conversa', icon: icons.chat, badge: 'Mais escolhida' },
        { value: 'b', label: 'Livro', icon: icons.book },
      ],
    },
    { name: 'carinho', type: 'choice', label: 'Gostou?', look: 'hearts', options: numbers(5), rules: [] },
    { name: 'estrelas', type: 'choice', label: 'Que nota você dá?', look: 'stars', options: numbers(5), rules: [] },
  ],
};

const blank: Screen = { id: 'inicio', step: 'inicio', status: 'ready', pending: null, question: null, form: null };

const item = {
  id: 'perfil',
  question: 'Quando alguém abre o seu perfil, o que encontra nos primeiros segundos?',
  hint: 'Pense na foto, no nome, na bio e nos destaques.',
  options: [
    { value: 0, label: 'Um perfil pessoal, sem indicação clara da minha área' },
    { value: 5, label: 'Minha área aparece, mas a apresentação é genérica' },
    { value: 10, label: 'Quem sou, quem atendo e como falar comigo, de forma clara' },
  ],
};

export const screens = {
  ready: blank,
  starting: { ...blank, status: 'waiting', pending: 'begin' },
  question: {
    ...blank,
    id: 'quiz.perfil',
    step: 'quiz',
    question: { set: 'perguntas', index: 0, count: 4, item, selected: null, error: null },
  },
  unanswered: {
    ...blank,
    id: 'quiz.perfil',
    step: 'quiz',
    question: { set: 'perguntas', index: 0, count: 4, item, selected: null, error: 'Por favor, selecione uma opção.' },
  },
  answered: {
    ...blank,
    id: 'quiz.autoridade',
    step: 'quiz',
    question: { set: 'perguntas', index: 3, count: 4, item: { ...item, id: 'autoridade' }, selected: 5, error: null },
  },
  form: {
    ...blank,
    id: 'identificacao',
    step: 'identificacao',
    form: { definition: form, values: {}, errors: {}, problem: null },
  },
  failing: {
    ...blank,
    id: 'identificacao',
    step: 'identificacao',
    form: {
      definition: form,
      values: { nome: '', email: 'ana@', wa: '(11) 9876', online: 'parcial', prioridade: ['clientes'], aceite: false },
      errors: {
        nome: 'Por favor, informe seu nome completo.',
        email: 'Por favor, informe um e-mail válido.',
        wa: 'Por favor, informe um número de WhatsApp válido.',
        online: 'Selecione uma opção',
        aceite: 'É necessário autorizar o recebimento de contato para prosseguir.',
      },
      problem: 'Erro ao enviar dados. Tente novamente.',
    },
  },
  survey: {
    ...blank,
    id: 'pesquisa',
    step: 'pesquisa',
    form: {
      definition: survey,
      values: { estado: 'SP', nota: '7' },
      errors: { nota: 'Escolha uma opção.' },
      problem: null,
    },
  },
  sending: {
    ...blank,
    id: 'identificacao',
    step: 'identificacao',
    status: 'calling',
    form: { definition: form, values: { nome: 'Ana Souza', email: 'ana@exemplo.com.br' }, errors: {}, problem: null },
  },
} satisfies Record<string, Screen>;
