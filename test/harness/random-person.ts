/** What visitors type at random: names of many scripts, addresses and numbers in every form, and what is no value at all. */
import type { Random } from './random-visit.ts';

const names = [
  'João da Silva',
  'MARIA DAS DORES',
  'Zoë Ǆ',
  'ana',
  'Joa\u0303o',
  '漢字 花子',
  'Ünal Ğöksu',
  "O'Neill-Sá",
  'José 2º',
  '👍🏽 Ana',
  'A',
  ' ',
];
const hosts = ['exemplo.com.br', 'x.example', 'mail.exemplo', 'EXEMPLO.COM', 'a', '-a.example'];
const marks = ['.', '+', '_', '-', ''];
const others = ['', ' ', '?', '<b>', '0', 'q'.repeat(300), '\u200d', 'https://exemplo.com', '10,50', '2026-02-30'];

const digits = (random: Random, count: number): string =>
  Array.from({ length: count }, () => Math.floor(random.next() * 10)).join('');

function phone(random: Random): string {
  const number = `${random.pick(['11', '21', '99', '00', '10'])}${digits(random, random.pick([8, 9, 9, 9, 6]))}`;
  return random.pick([
    number,
    `(${number.slice(0, 2)}) ${number.slice(2, 7)}-${number.slice(7)}`,
    `+55 ${number}`,
    `0${number}`,
    `55${number}`,
  ]);
}

function email(random: Random): string {
  const user = `${random.pick(['ana', 'João', 'MARIA', 'z', ''])}${random.pick(marks)}${digits(random, 3)}`;
  return `${user}${random.pick(['@', '@', '@', '@', '', '@@', ' @'])}${random.pick(hosts)}`;
}

/** A value for a field, mostly one that it accepts. @param type of the field */
export function typedValue(random: Random, type: string): string {
  if (random.chance(0.06)) return random.pick(others);
  if (type === 'email') return random.chance(0.8) ? `ana.${digits(random, 6)}@exemplo.com.br` : email(random);
  if (type === 'tel') return random.chance(0.7) ? `119${digits(random, 8)}` : phone(random);
  return random.chance(0.5) ? `Ana ${random.pick(['Prado', 'Sá', 'Öz', "d'Ávila"])}` : random.pick(names);
}
