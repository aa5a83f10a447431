/**
 * Renders every page of a flow, through every entry and every step. An error means that the definition breaks a visit.
 */

import { renderToString } from 'react-dom/server';
import type { FlowDefinition, IntakeDefinition, SiteDefinition, ValueType } from '../../../engine/definition.ts';
import { optionsOf } from '../../../engine/fields/field.ts';
import type { SessionInput } from '../../../engine/flow/context.ts';
import { type CompiledFlow, compileFlow } from '../../../engine/flow/index.ts';
import { personalNames } from '../../../engine/flow/personal-names.ts';
import { plainText, scopeOf } from '../../../engine/flow/scope.ts';
import { writeStepQuery } from '../../../engine/flow/step-query.ts';
import { watchFlow } from '../../../engine/flow/transitions.ts';
import { loadWays } from '../../../engine/flow/way.ts';
import { formValidator } from '../../../engine/forms/index.ts';
import type { FormDefinition } from '../../../engine/forms/types.ts';
import { redirectOf } from '../../../server/intakes/redirect.ts';
import { responseOf, verifiedValues } from '../../../engine/intakes/scope.ts';
import { lookupOver } from '../../../engine/intakes/submission-scope.ts';
import { formMessages, pageMessages } from '../../../engine/messages/catalogue.ts';
import type { Effect } from '../../../engine/session/effects.ts';
import {
  leafOf,
  type Session,
  type SessionEvent,
  type SessionStep,
  scopeAt,
  screenOf,
  sendEvent,
  startSession,
  stateOf,
} from '../../../engine/session/session.ts';
import { stepsOff } from '../../../engine/walks/goals.ts';
import { movesSource } from '../../../engine/walks/moves.ts';
import { blockViews } from '../../../renderer/blocks/generated/views.ts';
import { Stage } from '../../../renderer/islands/Stage.tsx';
import type { Json } from '../../../schemas/compiled.ts';
import { createBareRenderer } from '../../harness/bare-renderer.ts';

loadWays();

const uid = '0b5e1ab4-6a0f-4c53-9f0e-2f6d0a4b7c11';
const at = Date.UTC(2026, 10, 20, 12);
const pages = createBareRenderer({ code: '/code.js', behaviours: '/behaviours.js', tracking: '/tracking.js' });

const texts: Readonly<Record<string, string>> = {
  email: 'maria@exemplo.com.br',
  tel: '(11) 98765-4321',
  textarea: 'Quero atrair mais clientes, com ética e com calma.',
  text: 'Maria da Silva',
  hidden: 'x',
};

/** Values that a form accepts. */
const filledIn = ({ fields }: FormDefinition): Record<string, Json> =>
  Object.fromEntries(
    fields.map((field) => {
      const { name, type, rules } = field;
      const options = optionsOf(field) ?? [];
      const count = rules.reduce((most, rule) => Math.max(most, Number((rule as { count?: number }).count ?? 1)), 1);
      const value: Json =
        type === 'checkbox'
          ? true
          : type === 'choice'
            ? (options[0]?.value ?? '')
            : type === 'choices'
              ? options.slice(0, count).map((option) => option.value)
              : (texts[type] ?? 'x');
      return [name, value];
    }),
  );

/** A value of a declared type; the variant selects among several. */
function sampleOf(type: ValueType, variant: number): Json {
  const pick = <T,>(items: readonly T[]): T | undefined => items[variant % items.length];
  switch (type.type) {
    case 'number':
      return pick(type.allowed ?? [type.min ?? 0, type.max ?? 100]) ?? 0;
    case 'time':
      return at;
    case 'boolean':
      return variant % 2 === 0;
    case 'uuid':
      return uid;
    case 'choice':
      return pick(Array.isArray(type.of) ? type.of : []) ?? '';
    case 'list': {
      const item: ValueType = { ...type, type: (type.of as 'number' | undefined) ?? 'text', optional: false };
      return Array.from({ length: type.length ?? variant % 3 }, () => sampleOf(item, variant));
    }
    case 'json':
      return variant % 2 === 0 ? {} : { a: 1 };
    case 'record':
      return Object.fromEntries(
        Object.entries(type.fields ?? {}).map(([name, field]) => [name, sampleOf(field, variant)]),
      );
    default:
      return variant % 2 === 0 ? 'Maria da Silva' : 'x';
  }
}

/** The response of an intake, computed as on the server; null when it refuses. */
function replyOf(
  site: SiteDefinition,
  intake: IntakeDefinition,
  payload: Readonly<Record<string, Json>>,
  variant: number,
) {
  const filled = [
    intake,
    ...Object.values(site.intakes).filter((post) => post.method === 'POST' && post.records === intake.records),
  ];
  const record: Record<string, Json> = {};
  // Half of the records omit their optional values.
  for (const { input } of filled)
    for (const [name, type] of Object.entries(input))
      if (type.optional !== true || variant % 2 === 0) record[name] ??= sampleOf(type, variant);
  if (intake.method === 'POST') {
    const computed = verifiedValues(site, intake, payload as never);
    if (computed === null) return null;
    Object.assign(record, payload, computed);
  }
  const lookup = lookupOver(record as never);
  const redirect = redirectOf(site, intake, lookup);
  return { ...responseOf(site, intake, lookup), ...(redirect === null ? {} : { redirectUrl: redirect }) };
}

export interface Walk {
  /** The steps that a session reached and that were rendered. */
  readonly reached: ReadonlySet<string>;
  /** The steps that facts or the phase of an event switch off. */
  readonly off: ReadonlySet<string>;
  readonly drawings: number;
}

// Further states differ only in the chosen options.
const mostStates = 90;

/** @throws the error of a page, a screen or a transition */
export function walkFlow(site: SiteDefinition, id: string): Walk {
  const flow = site.flows[id] as FlowDefinition;
  const forms = flow.forms.flatMap((form) => site.forms[form] ?? []);
  const messages = formMessages(site.site);
  const compiled = compileFlow(flow, forms, formValidator(forms, messages));
  const reached = new Set<string>();
  const drawn = new Set<string>();
  const { name, home = '/', calendar } = site.site;
  const view = { name, home, events: calendar, messages: pageMessages(site.site), pictures: {} };
  let drawings = 0;

  const overlaid = Object.values(site.pages).filter((page) =>
    Object.values(page.overlays ?? {}).some((overlay) => overlay.flow === id),
  );
  for (const route of Object.values(site.routes)) {
    if (route.flow !== id && !overlaid.some(({ page }) => page === route.page)) continue;
    const step = flow.steps[route.step ?? ''];
    if (step?.query !== undefined || step?.fetch !== undefined) continue;
    const picture = () => '/picture.png';
    pages.renderStatic({
      site,
      route,
      origin: 'https://example.com',
      bundles: {},
      formMessages: messages,
      hidden: false,
      picture,
    });
    drawings += 1;
  }

  const draw = (session: Session): void => {
    const { context } = session.snapshot;
    const key = JSON.stringify([stateOf(session), context.values, context.problem, context.error]);
    if (drawn.has(key)) return;
    drawn.add(key);
    const { step } = leafOf(session);
    reached.add(step);
    const { title, description } = flow.steps[step] ?? {};
    for (const text of [title, description]) {
      if (text === undefined) continue;
      plainText(text, scopeAt(session));
      // A browser's tab title omits the question's position.
      plainText(text, scopeOf(flow, context));
    }
    renderToString(
      <Stage
        session={session}
        screen={screenOf(session)}
        site={view}
        views={blockViews}
        heading={1}
        send={() => {}}
        log={null}
        instance={flow.page === undefined ? 'overlay' : null}
      />,
    );
    drawings += 1;
  };

  const screens = new Set([...compiled.leaves.values()].map((leaf) => leaf.screen));
  const personal = personalNames(flow, forms);
  const queue: { session: Session; asked: readonly Effect[] }[] = [];
  const seen = new Set<string>();
  const push = ({ session, effects }: SessionStep, before: readonly Effect[] = []): void => {
    draw(session);
    const key = JSON.stringify([stateOf(session), session.snapshot.context.values, session.snapshot.context.reply]);
    if (seen.has(key) || seen.size > mostStates) return;
    seen.add(key);
    const waiting = before.filter(({ kind }) => kind === 'timer' || kind === 'call');
    queue.push({ session, asked: [...waiting.slice(-4), ...effects] });
  };
  const start = (input: Partial<SessionInput>): void =>
    push(
      startSession(compiled, {
        screen: null,
        query: {},
        visit: {},
        at,
        random: 0.5,
        ids: drawnIds(flow),
        saved: {},
        ...input,
      }),
    );

  const given = overlaid.flatMap((page) =>
    Object.values(page.overlays ?? {}).flatMap((overlay) => (overlay.flow === id ? [overlay.with ?? {}] : [])),
  );
  for (const saved of given.length > 0 ? given : [{}]) start({ saved });
  for (const [step, { path, query }] of Object.entries(flow.steps)) {
    if (path === undefined) continue;
    start({ screen: step });
    start({ screen: step, ids: {}, at: 0, random: 0 });
    for (const variant of [0, 1, 2]) {
      const values = Object.fromEntries(
        Object.keys(query ?? {}).flatMap((carried) => {
          const type = flow.data?.[carried];
          return type === undefined ? [] : [[carried, sampleOf(type, variant)]];
        }),
      );
      if (query !== undefined) start({ screen: step, query: writeStepQuery(flow, step, values) });
    }
  }

  for (let next = queue.shift(); next !== undefined; next = queue.shift()) {
    const { session, asked } = next;
    for (const event of eventsAt(site, compiled, session, asked)) {
      const step = sendEvent(session, event, { at: at + 1000, random: 0.5 });
      if (step.handled) push(step, asked);
    }
    const { values } = session.snapshot.context;
    const { screen } = leafOf(session);
    const kept = Object.fromEntries(
      Object.entries(values).filter(([key, value]) => value !== null && !personal.has(key)),
    );
    const query = writeStepQuery(flow, leafOf(session).step, values);
    if (given.length === 0)
      for (const saved of [kept, {}, values])
        draw(startSession(compiled, { screen, query, visit: {}, at, random: 0.5, ids: drawnIds(flow), saved }).session);
    for (const go of screens) draw(sendEvent(session, { type: 'GO', screen: go }, { at, random: 0 }).session);
  }
  return { reached, off: stepsOff(movesSource(watchFlow(compiled))), drawings };
}

const drawnIds = (flow: FlowDefinition): Record<string, string> =>
  Object.fromEntries(
    Object.entries(flow.data ?? {}).flatMap(([name, type]) => (type.generate === true ? [[name, uid]] : [])),
  );

/** All events that a session may get: every action of a visitor, and every outcome of what it waits for. */
function eventsAt(
  site: SiteDefinition,
  { flow }: CompiledFlow,
  session: Session,
  asked: readonly Effect[],
): SessionEvent[] {
  const screen = screenOf(session);
  const events: SessionEvent[] = [];
  for (const name of Object.keys(flow.steps[screen.step]?.on ?? {})) events.push({ type: 'on', name });
  if (screen.question !== null) {
    events.push({ type: 'NEXT' }, { type: 'PREVIOUS' });
    const values = screen.question.item.options.map((option) => option.value);
    for (const value of [values[0], values.at(-1)]) if (value !== undefined) events.push({ type: 'NEXT', value });
  }
  if (screen.form !== null) {
    const values = filledIn(screen.form.definition);
    events.push({ type: 'SUBMIT', values: {} }, { type: 'SUBMIT', values });
    const [field] = Object.keys(values);
    if (field !== undefined) events.push({ type: 'INPUT', field, value: values[field] as Json });
  }
  for (const effect of asked) {
    if (effect.kind === 'timer') events.push({ type: 'TIMER', id: effect.id });
    if (effect.kind !== 'call' || effect.background) continue;
    const intake = Object.values(site.intakes).find(
      ({ path, method }) => path === effect.path && method === effect.method,
    );
    for (const variant of [0, 1, 2]) {
      const reply = intake === undefined ? null : replyOf(site, intake, effect.payload, variant);
      if (reply !== null) events.push({ type: 'DONE', id: effect.id, output: reply });
    }
    for (const error of [
      { message: null, status: null },
      { message: 'No.', status: 422 },
    ])
      events.push({ type: 'FAILED', id: effect.id, error });
  }
  return events;
}
