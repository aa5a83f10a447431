import type { FieldDefinition, FormDefinition, FormMessages } from '../../../engine/forms/index.ts';
import type { Code } from '../../../schemas/compiled.ts';
import { phoneMask } from '../../harness/masks.ts';

export const messages: FormMessages = {
  tooLong: 'Texto longo demais',
  wrongType: 'Valor inválido',
  unknownOption: 'Opção inválida',
  beyondMask: 'Dígitos a mais.',
  foreignCode: 'Outro país.',
};

const name: FieldDefinition = {
  name: 'nome',
  aliases: ['name', 'nomeCompleto'],
  type: 'text',
  label: 'Nome',
  pii: 'name',
  rules: [
    { rule: 'required', message: 'Nome é obrigatório' },
    { rule: 'minLength', length: 2, message: 'Nome deve ter pelo menos 2 caracteres' },
  ],
};

const email: FieldDefinition = {
  name: 'email',
  type: 'email',
  label: 'E-mail',
  pii: 'email',
  rules: [
    { rule: 'required', message: 'E-mail é obrigatório' },
    { rule: 'email', message: 'E-mail inválido' },
  ],
};

const phone: FieldDefinition = {
  name: 'wa',
  type: 'tel',
  label: 'WhatsApp',
  mask: phoneMask,
  submitAs: 'digits',
  pii: 'phone',
  rules: [
    { rule: 'required', message: 'WhatsApp é obrigatório' },
    { rule: 'digits', min: 10, max: 11, message: 'WhatsApp deve ter pelo menos 10 dígitos' },
  ],
};

/** Three fields and a consent; reports the first error only. */
export const identification: FormDefinition = {
  id: 'identificacao',
  showErrors: 'first',
  fields: [
    name,
    email,
    phone,
    {
      name: 'consentimento',
      type: 'checkbox',
      label: 'Autorizo o contato',
      default: true,
      rules: [{ rule: 'accepted', message: 'É necessário autorizar' }],
    },
  ],
};

/** Every field type and every rule, with all errors reported; some field names intentionally contain others. */
export const application: FormDefinition = {
  id: 'aplicacao',
  showErrors: 'all',
  fields: [
    { ...phone, name: 'whatsapp', rules: [{ rule: 'digits', min: 10, message: 'Poucos dígitos' }] },
    phone,
    { ...name, name: 'sobrenome', aliases: [], rules: [{ rule: 'maxLength', length: 20, message: 'Até 20' }] },
    name,
    email,
    {
      name: 'motivacao',
      type: 'textarea',
      label: 'Motivação',
      pii: 'text',
      rules: [{ rule: 'minLength', length: 5, message: 'Escreva mais' }],
    },
    {
      name: 'prioridade',
      type: 'choices',
      label: 'Prioridade',
      options: [
        { value: 'autoridade', label: 'Autoridade' },
        { value: 'clientes', label: 'Clientes' },
        { value: 'presenca', label: 'Presença' },
      ],
      rules: [{ rule: 'atLeast', count: 1, message: 'Selecione ao menos uma opção' }],
    },
    {
      name: 'acredita',
      type: 'choice',
      label: 'Acredita?',
      options: [
        { value: 'sim', label: 'Sim' },
        { value: 'talvez', label: 'Talvez' },
      ],
      rules: [
        { rule: 'required', message: 'Selecione uma opção' },
        { rule: 'oneOf', message: 'Escolha da lista' },
      ],
    },
    {
      name: 'contato',
      type: 'choice',
      label: 'Contato',
      options: [{ value: 'email', label: 'E-mail' }],
      rules: [],
    },
    {
      name: 'codigo',
      type: 'text',
      label: 'Código',
      rules: [{ rule: 'pattern', pattern: '\\p{L}{2}\\d+', message: 'Duas letras e um número' }],
    },
    {
      name: 'nascimento',
      type: 'text',
      label: 'Nascimento',
      pii: 'text',
      mask: { formats: ['##/##/####'] },
      rules: [{ rule: 'date', format: 'DD/MM/YYYY', message: 'Não é uma data' }],
    },
    { name: 'aceite', type: 'checkbox', label: 'Aceite', rules: [] },
    { name: 'src', type: 'hidden', label: '', rules: [] },
  ],
};

/** Nothing is required: every empty value is valid. */
export const optional: FormDefinition = {
  id: 'opcional',
  showErrors: 'all',
  fields: [
    { ...email, rules: [{ rule: 'email', message: 'E-mail inválido' }] },
    { ...phone, rules: [{ rule: 'digits', min: 10, message: 'Poucos dígitos' }] },
    { ...name, rules: [{ rule: 'minLength', length: 3, message: 'Curto' }], maxLength: 10 },
  ],
};

/** A form with a single field, for tests of that field. */
export function formOf(field: Partial<FieldDefinition>): FormDefinition {
  const whole = { name: 'campo', type: 'text', label: 'Campo', rules: [], ...field };
  return { id: 'um', showErrors: 'all', fields: [whole as FieldDefinition] };
}

/** The rules that few forms have. */
export const survey: FormDefinition = {
  id: 'pesquisa',
  showErrors: 'all',
  more: { rules: true },
  fields: [
    { name: 'site', type: 'text', label: 'Site', rules: [{ rule: 'url', message: 'Não é um endereço' }] },
    {
      ...{ name: 'valor', type: 'text', label: 'Valor', submitAs: 'number' },
      number: { group: '.', point: ',', decimals: 2, min: -10, max: 2000 },
      rules: [
        { rule: 'number', message: 'Não é um número' },
        { rule: 'range', message: 'Fora do intervalo' },
      ],
    },
    {
      ...{ name: 'dia', type: 'text', label: 'Dia' },
      rules: [
        {
          rule: 'date',
          format: 'YYYY-MM-DD',
          from: '2000-02-29',
          to: '2026-12-31',
          message: 'Não é um dia do período',
        },
      ],
    },
    {
      ...{ name: 'canais', type: 'choices', label: 'Canais' },
      options: ['a', 'b', 'c'].map((value) => ({ value, label: value })),
      rules: [{ rule: 'atMost', count: 2, message: 'No máximo dois' }],
    },
    {
      ...{ name: 'nota', type: 'choice', label: 'Nota', look: 'scale', submitAs: 'number' },
      options: ['0', '5', '10'].map((value) => ({ value, label: value })),
      rules: [],
    },
  ],
};

const yes: Code = ['==', ['$', 'equipe'], 'sim'];

/** Fields and rules with conditions, of which one depends on another. */
export const conditional: FormDefinition = {
  id: 'condicional',
  showErrors: 'all',
  fields: [
    {
      ...{ name: 'equipe', type: 'choice', label: 'Equipe' },
      options: ['sim', 'nao'].map((value) => ({ value, label: value })),
      rules: [],
    },
    {
      ...{ name: 'canal', type: 'choice', label: 'Canal', when: yes },
      options: ['rede', 'busca'].map((value) => ({ value, label: value })),
      rules: [{ rule: 'required', message: 'Escolha o canal' }],
    },
    {
      ...{ name: 'perfil', type: 'text', label: 'Perfil', when: ['==', ['$', 'canal'], 'rede'] },
      rules: [
        { rule: 'required', message: 'Diga o perfil' },
        { rule: 'minLength', length: 3, message: 'Curto' },
      ],
    },
    {
      ...{ name: 'motivo', type: 'text', label: 'Motivo' },
      rules: [{ rule: 'required', message: 'Diga o motivo', when: ['==', ['$', 'equipe'], 'nao'] }],
    },
    { name: 'todos', type: 'checkbox', label: 'Todos', when: yes, rules: [] },
  ],
};
