/** XState ignores an action or a guard without an implementation, so a misspelt name would silently do nothing. */
import { expect, test } from 'vitest';
import { isEffect } from '../../../engine/session/resolve.ts';
import { code, compileExample, example } from './example-flow.ts';

const message = { toast: 'Done' };
const { machine } = compileExample({
  ...example,
  ways: { onward: {}, choices: { more: ['route', 'ended'] }, collected: {} },
  steps: {
    ...example.steps,
    more: {
      path: ['/more'],
      show: [],
      form: 'contact',
      log: { answers: code('answers') },
      notify: message,
      next: 'route',
      on: { talk: { post: { path: '/api/click', with: {} }, openTab: 'https://wa.me/1', delay: { from: 1, to: 2 } } },
    },
    sent: {
      form: 'contact',
      show: [],
      submit: {
        calls: [{ post: '/api/start' }],
        onError: { inline: 'Failed' },
        onSuccess: { resetForm: true },
      },
    },
    route: { branch: [{ when: code('answers[0] > 1'), to: 'pause' }, { to: 'ended' }] },
    pause: { delay: { from: 1, to: 1 }, next: 'ended' },
    ended: { close: true },
  },
} as never);

/** The types of all actions, or of all guards, at any depth of a machine's configuration. */
function* typesBelow(data: unknown, key: 'actions' | 'guard', inside = false): Generator<string> {
  if (Array.isArray(data)) for (const each of data) yield* typesBelow(each, key, inside);
  else if (typeof data === 'object' && data !== null) {
    if (inside) yield (data as { type: string }).type;
    else
      for (const [name, value] of Object.entries(data))
        yield* typesBelow(value, key, name === key || (key === 'actions' && (name === 'entry' || name === 'exit')));
  }
}

test.each(['actions', 'guard'] as const)('every name among the %s of a machine is implemented, and used', (key) => {
  const used = new Set(typesBelow(machine.config, key));
  const implemented = Object.keys(machine.implementations[key === 'guard' ? 'guards' : key]);
  expect([...used].filter((name) => !isEffect(name)).sort()).toEqual(implemented.sort());
});
