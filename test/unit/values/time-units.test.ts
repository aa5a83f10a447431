/** The words for units of time. */
import { expect, test } from 'vitest';
import { secondsOfUnits } from '../../../engine/values/time-units.ts';

test.each([
  ['en', { second: 1, seconds: 1, minute: 60, minutes: 60, min: 60, hours: 3600 }],
  ['pt-BR', { segundos: 1, minuto: 60, minutos: 60, hora: 3600 }],
  ['pl', { minuta: 60, minuty: 60, minut: 60 }],
])('%s', (locale, words) => expect(Object.fromEntries(secondsOfUnits(locale))).toMatchObject(words));
