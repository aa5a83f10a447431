/** What a page without JavaScript posts, as an event of its flow. */
import { expect, test } from 'vitest';
import { postedEvent } from '../../../engine/session/form-event.ts';
import type { PostedFields } from '../../../engine/session/read-form.ts';
import { screenOf, startSession } from '../../../engine/session/session.ts';
import type { FlowEvent } from '../../../engine/steps/screen.ts';
import { startAt } from '../../harness/engine-driver.ts';
import { compileExample } from './example-flow.ts';

const compiled = compileExample();
const posted = (screen: string, fields: Readonly<Record<string, string>>): FlowEvent | null => {
  const { session } = startSession(compiled, startAt({ screen, query: { answers: '[10,10]' } }));
  return postedEvent(screenOf(session), new URLSearchParams(fields) as PostedFields);
};

test.each<[string, Readonly<Record<string, string>>, FlowEvent | null]>([
  ['quiz.one', { one: '10' }, { type: 'NEXT', value: 10 }],
  ['quiz.one', { one: '0' }, { type: 'NEXT', value: 0 }],
  ['quiz.one', { one: '7' }, { type: 'NEXT' }],
  ['quiz.one', { other: '10' }, { type: 'NEXT' }],
  ['quiz.one', {}, { type: 'NEXT' }],
  ['quiz.other', { other: '10', _event: 'previous' }, { type: 'PREVIOUS' }],
  ['quiz.one', { one: '10', _event: 'next' }, { type: 'NEXT', value: 10 }],
  ['intro', { _event: 'on.begin' }, { type: 'on', name: 'begin' }],
  ['intro', { _event: 'begin' }, null],
  ['intro', {}, null],
  [
    'contact',
    { nome: 'Ana', wa: '1187654321', ok: 'on', cpf: '1' },
    { type: 'SUBMIT', values: { nome: 'Ana', wa: '(11) 8765-4321', ok: true } },
  ],
  ['contact', { nome: 'Ana' }, { type: 'SUBMIT', values: { nome: 'Ana', wa: '', ok: false } }],
])('on %s, %j', (screen, fields, event) => {
  expect(posted(screen, fields)).toEqual(event);
});
