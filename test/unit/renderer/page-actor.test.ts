/** An exception inside a session's actor is reported to the visitor as a failure, and the actor continues. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { compileFlow } from '../../../engine/flow/index.ts';
import { pageMessages } from '../../../engine/messages/catalogue.ts';
import { stateOf } from '../../../engine/session/session.ts';
import { recover } from '../../../renderer/islands/calls.ts';
import { startSessionActor, stopSessionActor } from '../../../renderer/islands/page-actor.ts';
import { startAt } from '../../harness/engine-driver.ts';
import { loadFixture } from '../../harness/fixture-sites.ts';

const consoleError = vi.spyOn(console, 'error').mockImplementation(() => {});
beforeEach(() => consoleError.mockClear());
afterEach(() => {
  stopSessionActor('pedido');
  vi.unstubAllGlobals();
});

const messages = pageMessages({ locale: 'pt-BR' });
const stamp = { at: Date.UTC(2026, 10, 22), random: 0.5 };
const values = { name: 'Ana Prado', email: 'ana@exemplo.com.br', phone: '21912345678' };

/** A session of the flow `pedido` whose form is validated by `validate`. */
async function started(validate: () => { ok: true; values: Record<string, string> }) {
  const site = await loadFixture('visits');
  const flow = site.flows['pedido'];
  if (flow === undefined) throw new Error('There is no flow pedido.');
  const forms = flow.forms.flatMap((id) => site.forms[id] ?? []);
  return startSessionActor('pedido', compileFlow(flow, forms, validate), startAt({ screen: 'pedido' }));
}

test('an exception during validation leaves the form unchanged, and the next attempt is sent', async () => {
  let broken = true;
  const actor = await started(() => {
    if (broken) throw new TypeError('no rules');
    return { ok: true, values };
  });
  actor.send({ type: 'SUBMIT', values, stamp });
  expect(actor.getSnapshot().status).toBe('active');
  expect(actor.getSnapshot().context).toMatchObject({ broken: expect.any(Error), effects: [] });
  const toasts: object[] = [];
  vi.stubGlobal('window', { funnel: { toast: (toast: object) => toasts.push(toast) } });
  recover(actor.getSnapshot().context, (event) => actor.send({ ...event, stamp }), messages);
  expect(toasts).toEqual([{ title: 'Erro', text: messages.broken, as: 'error' }]);
  expect(stateOf(actor.getSnapshot().context.session)).toBe('pedido.ready');
  broken = false;
  actor.send({ type: 'SUBMIT', values, stamp });
  expect(stateOf(actor.getSnapshot().context.session)).toBe('pedido.call-0');
  expect(actor.getSnapshot().context.broken).toBeUndefined();
});

test('an exception after a response fails the call, with the message of its step', async () => {
  const actor = await started(() => ({ ok: true, values }));
  actor.send({ type: 'SUBMIT', values, stamp });
  const output = new Proxy(
    {},
    {
      ownKeys: () => {
        throw new TypeError('no reply');
      },
    },
  );
  actor.send({ type: 'DONE', id: 'call:pedido/call-0', output: output as never, stamp });
  expect(actor.getSnapshot().context.broken).toBeDefined();
  recover(actor.getSnapshot().context, (event) => actor.send({ ...event, stamp }), messages);
  const { session, broken } = actor.getSnapshot().context;
  expect(actor.getSnapshot().status).toBe('active');
  expect(stateOf(session)).toBe('pedido.ready');
  expect(broken).toBeUndefined();
  expect(session.snapshot.context.problem).toBe('O pedido não foi enviado.');
  expect(consoleError).toHaveBeenCalled();
});
