/**
 * What only a way collects that the visitor left is not sent. `FLOWS=2000 npx vitest run left-ways` walks as many random flows.
 */
import { expect, test } from 'vitest';
import type { SessionInput } from '../../../engine/flow/context.ts';
import type { CompiledFlow } from '../../../engine/flow/index.ts';
import { loadedSteps } from '../../../engine/flow/load-state.ts';
import { postedNames } from '../../../engine/flow/post-names.ts';
import type { CallEffect } from '../../../engine/session/effects.ts';
import { screenOf } from '../../../engine/session/session.ts';
import type { Json } from '../../../schemas/compiled.ts';
import { compiledFlow } from '../../../server/definitions/flow-machine.ts';
import type { IntakeReply } from '../../../server/intakes/errors.ts';
import { answerForm } from '../../../server/visits/answer.ts';
import { createSeal } from '../../../server/visits/seal.ts';
import type { Visit } from '../../../server/visits/visit.ts';
import { type Call, driveEngine, type EngineDriver, startAt } from '../../harness/engine-driver.ts';
import { type Random, seeded } from '../../harness/random-form.ts';
import { type RandomWays, randomWays } from '../../harness/random-ways.ts';
import { baseWith, load } from '../load/fixtures.ts';

const flows = Number(process.env['FLOWS'] ?? 40);
const walksOfFlow = 5;

const pick = <Of>(random: Random, all: readonly Of[]): Of => all[Math.floor(random() * all.length)] as Of;

/** What a visitor decided last at each step: answers, or a button. */
type Decisions = Map<string, Readonly<Record<string, Json>> | string>;

const drive = (compiled: CompiledFlow, input: SessionInput, sent: Call[]): Promise<EngineDriver> =>
  driveEngine(compiled, input, async (call) => {
    sent.push(call);
    return { output: { success: true } };
  });

async function open(compiled: CompiledFlow): Promise<{ driver: EngineDriver; sent: Call[] }> {
  const sent: Call[] = [];
  return { driver: await drive(compiled, startAt(), sent), sent };
}

/** The visit after a reload: what the tab has saved is restored, as `renderer/islands/visit-storage.ts` does. */
function reload(compiled: CompiledFlow, { session }: EngineDriver, sent: Call[]): Promise<EngineDriver> {
  const { context } = session.snapshot;
  const saved = JSON.parse(JSON.stringify(context.values)) as SessionInput['saved'];
  const loaded = loadedSteps(compiled.flow, context);
  return drive(compiled, startAt({ screen: screenOf(session).id, saved, loaded }), sent);
}

const answersTo = (ways: RandomWays, form: string, random: Random): Readonly<Record<string, Json>> =>
  Object.fromEntries(Object.entries(ways.fields[form] ?? {}).map(([name, all]) => [name, pick(random, all)]));

/** Walks a flow to its end with detours. @returns what was sent, and the last decisions */
async function walk(ways: RandomWays, compiled: CompiledFlow, random: Random) {
  const { driver: first, sent } = await open(compiled);
  let driver = first;
  const decided: Decisions = new Map();
  const history: string[] = [];
  let at = -1;
  for (let count = 0; sent.length === 0; count += 1) {
    const { id, step, form, question } = screenOf(driver.session);
    if (history[at] !== id) {
      history.splice(at + 1, history.length, id);
      at += 1;
    }
    const isLate = count > 30;
    if (random() < 0.1) driver = await reload(compiled, driver, sent);
    if (!isLate && at > 0 && random() < 0.25) {
      const by = 1 + Math.floor(random() * at);
      // Something is typed, and not sent.
      if (form && random() < 0.5) {
        const values = answersTo(ways, form.definition.id, random);
        decided.set(step, values);
        for (const [field, value] of Object.entries(values)) await driver.send({ type: 'INPUT', field, value });
      }
      at -= by;
      await driver.send({ type: 'GO', screen: history[at] as string });
      continue;
    }
    if (!isLate && form && step !== 's0' && random() < 0.15) {
      await driver.press('back');
      continue;
    }
    if (question !== null) {
      const value = pick(random, [0, 5, 10]);
      decided.set(id, { value });
      await driver.choose(value);
      await driver.next();
      continue;
    }
    if (form === null) {
      const event = pick(random, ways.events[step] as readonly string[]);
      decided.set(step, event);
      await driver.press(event);
      continue;
    }
    const values = answersTo(ways, form.definition.id, random);
    decided.set(step, values);
    await driver.send({ type: 'SUBMIT', values: values as never });
  }
  return { payload: sent[0]?.payload, decided };
}

/** What another version of the flow would continue with: there is none here. */
const nothing = { values: {}, questions: {} };
const seal = createSeal(Buffer.alloc(32, 7), () => startAt().at);

/** A page of a visit without script: the visit that its form carries. */
interface Page {
  readonly visit: Visit;
  readonly decided: Decisions;
}

/** What a browser posts of answers. */
function posted(answers: Readonly<Record<string, Json>>, log: string): URLSearchParams {
  const fields = new URLSearchParams({ [postedNames.log]: log });
  for (const [name, value] of Object.entries(answers))
    for (const each of Array.isArray(value) ? value : [value]) fields.append(name, String(each));
  return fields;
}

/**
 * Walks a flow to its end by the forms that pages without JavaScript post. Who goes back in the browser posts an earlier
 * page again, with the log that it had then.
 */
async function walkWithoutScript(ways: RandomWays, compiled: CompiledFlow, random: Random) {
  const sent: CallEffect[] = [];
  const begin = () => ({ id: '1f0k3q9z7m2x5c8v', log: { input: startAt(), events: [] } });
  const openedOf = (fields: URLSearchParams) => {
    const text = fields.get(postedNames.log);
    return text === null ? null : seal.open(compiled.flow, text);
  };
  const post = (fields: URLSearchParams) =>
    answerForm(compiled, fields, openedOf(fields), begin, {
      perform: async (call) => {
        sent.push(call);
        return { status: 200, body: { success: true } } as IntakeReply;
      },
      clock: () => startAt().at,
      random: () => 0.5,
    });
  /** A page has what was decided before it, as its log has. */
  let page: Page = { ...(await post(new URLSearchParams())), decided: new Map() };
  const pages = [page];
  for (let count = 0; sent.length === 0; count += 1) {
    const isLate = count > 30;
    if (!isLate && pages.length > 1 && random() < 0.25) {
      pages.splice(1 + Math.floor(random() * (pages.length - 1)));
      page = pages.at(-1) as Page;
    }
    const { visit } = page;
    const decided: Decisions = new Map(page.decided);
    const log = seal.close(
      compiled.flow,
      { id: begin().id, log: visit.log },
      { ...nothing, screen: screenOf(visit.session).id },
    );
    const { id, step, form, question } = screenOf(visit.session);
    const answer = (): URLSearchParams => {
      if (!isLate && form !== null && step !== 's0' && random() < 0.15)
        return posted({ [postedNames.event]: 'on.back' }, log);
      if (question !== null) {
        const value = pick(random, [0, 5, 10]);
        decided.set(id, { value });
        return posted({ [question.item.id]: value }, log);
      }
      if (form === null) {
        const event = pick(random, ways.events[step] as readonly string[]);
        decided.set(step, event);
        return posted({ [postedNames.event]: `on.${event}` }, log);
      }
      const values = answersTo(ways, form.definition.id, random);
      decided.set(step, values);
      return posted(values, log);
    };
    page = { ...(await post(answer())), decided };
    pages.push(page);
  }
  return { payload: sent[0]?.payload, decided: page.decided };
}

/** Walks a flow to its end by decisions, without a detour. */
async function walkStraight(compiled: CompiledFlow, decided: Decisions) {
  const { driver, sent } = await open(compiled);
  while (sent.length === 0) {
    const { id, step, question } = screenOf(driver.session);
    const decision = decided.get(question === null ? step : id);
    // The visitor went past it by the history.
    if (decision === undefined) return null;
    if (typeof decision === 'string') await driver.press(decision);
    else if (question !== null) {
      await driver.choose(decision['value'] as number);
      await driver.next();
    } else await driver.send({ type: 'SUBMIT', values: decision as never });
  }
  return sent[0]?.payload;
}

test(`${flows} random flows: what is sent is what the walk without the detours sends`, {
  timeout: 20 * 60_000,
}, async () => {
  let walks = 0;
  let wrong = 0;
  let refused = 0;
  for (let number = 0; number < flows; number += 1) {
    const random = seeded(3800 + number);
    const ways = randomWays('caminhos', random);
    const { site, problems } = load(baseWith(ways.files));
    if (site === null) {
      refused += 1;
      if (refused === 1)
        console.log(
          problems
            .filter(({ severity }) => severity === 'error')
            .map(({ message }) => message)
            .join('\n'),
        );
      continue;
    }
    const compiled = compiledFlow(site, site.flows[ways.flow] as never);
    for (let count = 0; count < walksOfFlow; count += 1) {
      const walked = count % 2 === 0 ? walk : walkWithoutScript;
      const { payload, decided } = await walked(ways, compiled, random);
      const straight = await walkStraight(compiled, decided);
      if (straight === null) continue;
      walks += 1;
      if (JSON.stringify(payload) === JSON.stringify(straight)) continue;
      wrong += 1;
      if (wrong === 1)
        console.log(
          number,
          JSON.stringify(site.flows[ways.flow]?.steps),
          site.flows[ways.flow]?.ways,
          payload,
          straight,
        );
    }
  }
  console.log(`${flows} flows (${refused} refused), ${walks} walks: ${wrong} sent something else`);
  expect(refused).toBeLessThan(flows / 2);
  expect(walks).toBeGreaterThan((flows * walksOfFlow) / 4);
  expect(wrong).toBe(0);
});

/** A site with a flow over steps, each with a form of one field. */
function hub(steps: object): CompiledFlow {
  const names = ['motivo', 'texto', 'extra', 'email'];
  const forms = names.map((name) => [
    `ways/hub-${name}.form.yaml`,
    JSON.stringify({ form: `hub-${name}`, fields: { [name]: { type: 'text', label: name, maxLength: 80 } } }),
  ]);
  const input = Object.fromEntries(names.map((name) => [name, { type: 'text', maxLength: 80, optional: true }]));
  const files = Object.fromEntries([
    ...forms,
    ['ways/hub.page.yaml', JSON.stringify({ page: 'hub', blocks: [{ type: 'stage' }] })],
    ['ways/hub.flow.yaml', JSON.stringify({ flow: 'hub', page: 'hub', start: 'motivo', steps })],
    [
      'ways/hub.api.yaml',
      JSON.stringify({
        api: 'hub',
        intakes: {
          hub: { post: '/api/hub', input, records: 'hub_leads', retention: { days: 30 }, errors: { invalid: 'Não.' } },
        },
      }),
    ],
  ]);
  const { site, problems } = load(baseWith(files));
  if (site === null) throw new Error(problems.map(({ message }) => message).join('\n'));
  return compiledFlow(site, site.flows['hub'] as never);
}

const asking = (name: string, more: object) => ({
  ...{ title: name, form: `hub-${name}`, show: [{ type: 'form', title: name, submit: 'Próximo', back: 'Voltar' }] },
  ...more,
});
const sending = {
  on: { back: { to: 'motivo' } },
  submit: { calls: [{ post: '/api/hub' }], onError: { inline: 'Não.' } },
  next: 'fim',
};
const end = { title: 'Fim', show: [{ type: 'hero', title: 'Fim' }], final: true };
const first = { path: ['/hub'], search: 'hidden', show: [{ type: 'form', title: 'Motivo', submit: 'Próximo' }] };
const menu = (on: Readonly<Record<string, object>>) => ({
  title: 'Menu',
  show: [{ type: 'hero', title: 'Menu', actions: Object.keys(on).map((send) => ({ label: send, send })) }],
  on,
});

test('the answer of a branch that was left is not sent, also if the visitor comes back by the history', async () => {
  const compiled = hub({
    motivo: asking('motivo', { ...first, branch: [{ when: "motivo == 'dificil'", to: 'texto' }, { to: 'email' }] }),
    texto: asking('texto', { next: 'email', on: { back: { to: 'motivo' } } }),
    email: asking('email', sending),
    fim: end,
  });
  for (const returns of ['button', 'history']) {
    const { driver, sent } = await open(compiled);
    const submit = (values: object) => driver.send({ type: 'SUBMIT', values: values as never });
    await submit({ motivo: 'dificil' });
    await submit({ texto: 'um texto' });
    await driver.expectScreen('email');
    if (returns === 'button') {
      await driver.press('back');
      await submit({ motivo: 'caro' });
    } else {
      await driver.send({ type: 'GO', screen: 'motivo' });
      await driver.type('motivo', 'caro');
      await driver.send({ type: 'GO', screen: 'email' });
    }
    await driver.expectScreen('email');
    await submit({ email: 'ana@exemplo.com.br' });
    expect(sent[0]?.payload, returns).toEqual({ motivo: 'caro', email: 'ana@exemplo.com.br' });
    // What was typed is still there if the visitor takes the way again.
    expect(driver.session.snapshot.context.values['texto']).toBe('um texto');
  }
});

test('of two buttons the last one counts; a menu that visitors return to keeps what each of its ways collects', async () => {
  const fork = hub({
    motivo: asking('motivo', { ...first, next: 'menu' }),
    menu: menu({ um: { to: 'texto' }, dois: { to: 'extra' } }),
    texto: asking('texto', { next: 'email', on: { back: { to: 'menu' } } }),
    extra: asking('extra', { next: 'email', on: { back: { to: 'menu' } } }),
    email: asking('email', sending),
    fim: end,
  });
  const round = hub({
    motivo: asking('motivo', { ...first, next: 'menu' }),
    menu: menu({ um: { to: 'texto' }, dois: { to: 'extra' }, pronto: { to: 'email' } }),
    texto: asking('texto', { next: 'menu', on: { back: { to: 'menu' } } }),
    extra: asking('extra', { next: 'menu', on: { back: { to: 'menu' } } }),
    email: asking('email', sending),
    fim: end,
  });
  for (const [compiled, events, expected] of [
    [fork, ['um', 'texto', 'back', 'email', 'dois', 'extra'], { extra: 'y' }],
    [round, ['um', 'texto', 'dois', 'extra', 'pronto'], { texto: 'y', extra: 'y' }],
  ] as const) {
    const { driver, sent } = await open(compiled);
    const submit = (values: object) => driver.send({ type: 'SUBMIT', values: values as never });
    await submit({ motivo: 'x' });
    for (const event of events) {
      if (event === 'texto' || event === 'extra') await submit({ [event]: 'y' });
      else if (event === 'back') await driver.send({ type: 'GO', screen: 'menu' });
      else if (event !== 'email') await driver.press(event);
    }
    await driver.expectScreen('email');
    await submit({ email: 'z' });
    expect(sent[0]?.payload).toEqual({ motivo: 'x', email: 'z', ...expected });
  }
});
