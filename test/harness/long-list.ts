/** A site with a list as long as that of the municipalities of Brazil. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { copyFixture } from './fixture-sites.ts';

/** How many municipalities Brazil has. */
export const municipalities = 5570;

const first = ['São', 'Santa', 'Bom', 'Nova', 'Rio', 'Alto', 'Barra', 'Campo', 'Porto', 'Água'];
const second = ['José', 'Luzia', 'Jesus', 'Verde', 'Alegre', 'Branco', 'Grande', 'Formosa', 'Preto', 'Dourada'];
const third = ['do Norte', 'do Sul', 'da Serra', 'do Oeste', 'da Mata', 'das Pedras', 'do Campo', 'Velho'];
const states = ['AC', 'BA', 'CE', 'GO', 'MA', 'MG', 'PA', 'PE', 'PR', 'RJ', 'RS', 'SP'];

const pick = (words: readonly string[], index: number): string => words[index % words.length] as string;

/** The label of an option: each is another one. */
export const cityAt = (index: number): string =>
  `${pick(first, index)} ${pick(second, Math.floor(index / 10))} ${pick(third, Math.floor(index / 100))} ${Math.floor(index / 800) + 1} (${pick(states, index * 7)})`;

/** The value of an option: seven digits, as the numbers of municipalities have. */
export const cityCode = (index: number): string => String(1_100_015 + index * 7);

/** A funnel in one file that asks for the city, in a form or as a question. */
export function cityFunnel(way: 'form' | 'question', count = municipalities): string {
  const options = Array.from(
    { length: count },
    (_, index) => `      - { value: ${cityCode(index)}, label: ${cityAt(index)} }`,
  ).join('\n');
  return way === 'form'
    ? `funnel: cidades
title: Onde você mora?
fields:
  cidade:
    type: dropdown
    label: Cidade
    required: true
    options:
${options}
  email: email
`
    : `funnel: cidade-perguntada
title: Onde você mora?
questions:
  - name: cidade
    question: Em que cidade você mora?
    type: dropdown
    required: true
    options:
${options}
  - { name: motivo, question: 'Por que {{ cidade.label }}?', type: text, required: true, maxLength: 50, when: cidade == '${cityCode(0)}' }
  - { name: email, question: O seu e-mail?, type: email, required: true }
`;
}

/** The folder of a copy of the site `short` with both. */
export function longListSite(): string {
  const folder = copyFixture('short');
  mkdirSync(join(folder, 'cidades'));
  writeFileSync(join(folder, 'cidades/cidades.funnel.yaml'), cityFunnel('form'));
  writeFileSync(join(folder, 'cidades/cidade-perguntada.funnel.yaml'), cityFunnel('question'));
  return folder;
}
