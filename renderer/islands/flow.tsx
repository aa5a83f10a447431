/** The island of a flow. */

import { useSelector } from '@xstate/react';
import { useEffect, useLayoutEffect, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { createRoot, hydrateRoot, type Root } from 'react-dom/client';
import { type CompiledFlow, compileFlow, type Leaf } from '../../engine/flow/index.ts';
import { personalNames } from '../../engine/flow/personal-names.ts';
import { postedNames } from '../../engine/flow/posted-names.ts';
import type { Effect } from '../../engine/session/effects.ts';
import { leafOf, type Session, type SessionEvent, screenOf, stateOf, stepAt } from '../../engine/session/session.ts';
import type { SessionLog } from '../../engine/session/session-log.ts';
import { stepRole } from '../../engine/steps/machines.ts';
import { type Early, entryScreen } from '../boot/protocol.ts';
import type { BlockViews } from '../parts/view.ts';
import { type FlowBundle, fetchBundle, sessionLog } from './bundle.ts';
import { applyEarly, readTyped } from './early.ts';
import { syncFields, syncQuestion } from './fields.ts';
import { createGuide } from './guide.ts';
import { lazyJudge } from './judge.ts';
import { type SessionActor, startSessionActor, stopSessionActor } from './page-actor.ts';
import { createPerformer, fetchCalls } from './perform.ts';
import { hasHistory, isPassing, type Navigate, nameEntry, screenAddress } from './route.ts';
import { Stage } from './Stage.tsx';
import { createSaver } from './saved.ts';
import { startOf } from './start.ts';
import { showTitle } from './title.ts';
import { keepTrace } from './trace.ts';
import { viewsFor } from './views.ts';

interface FlowProps {
  readonly actor: SessionActor;
  readonly bundle: FlowBundle;
  readonly views: BlockViews;
  readonly root: HTMLElement;
  readonly dispatch: (event: SessionEvent) => void;
  /** The signed log in the server's HTML. Hydration requires the same value. */
  readonly log: string | null;
  /** Reports when retries of a call start and end. */
  readonly watchRetries: (report: (again: boolean) => void) => void;
}

/**
 * Runs a function after the layout of the current frame and before its paint. Focus and scrolling need a layout: in an
 * effect they would force an additional one.
 */
function afterLayout(element: HTMLElement, run: () => void): void {
  const observer = new ResizeObserver(() => {
    observer.disconnect();
    run();
  });
  observer.observe(element);
}

function Flow({ actor, bundle, views, root, dispatch, log, watchRetries }: FlowProps) {
  const [retrying, setRetrying] = useState(false);
  useEffect(() => watchRetries(setRetrying), [watchRetries]);
  const session = useSelector(actor, (snapshot) => snapshot.context.session);
  const screen = screenOf(session);
  // A loaded step counts as another screen than its skeleton.
  const place = screen.status === 'loading' ? `${screen.id}.` : screen.id;
  const shown = useRef(place);
  useLayoutEffect(() => {
    // Questions share the elements of their options, which keep their checked state.
    if (shown.current !== place && screen.question !== null) syncQuestion(root, screen.question.selected);
  }, [screen, place, root]);
  useEffect(() => {
    if (shown.current === place) return;
    const sameStep = shown.current.split('.')[0] === screen.step;
    shown.current = place;
    const dialog = root.closest('dialog');
    // For a question, its group: a screen reader announces its name and hint once. Never the body, which is not announced.
    const target = root.querySelector<HTMLElement>('[role=radiogroup],h1,h2') ?? root;
    afterLayout(target, () => {
      // A heading of level 2 is focusable only here.
      if (!target.hasAttribute('tabindex')) target.tabIndex = -1;
      target.focus({ preventScroll: true });
      if (dialog !== null) dialog.scrollTo({ top: 0, behavior: 'instant' });
      else if (!sameStep) window.scrollTo({ top: 0, behavior: 'instant' });
      else if (target.getBoundingClientRect().top < 0) root.scrollIntoView({ block: 'start', behavior: 'instant' });
    });
  }, [place, screen.step, root]);
  useEffect(() => {
    // The screen may contain behaviours, and a new path is a page view.
    window.funnel?.behave();
    if (root.dataset['instance'] === undefined) window.funnel?.viewed();
  });
  const sending = screen.status === 'calling';
  useEffect(() => {
    for (const field of root.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('form input, form textarea'))
      field.readOnly = sending;
  }, [sending, root]);
  const { event } = actor.getSnapshot().context;
  useEffect(() => {
    if (event !== null && event.type !== 'INPUT') syncFields(root, session.snapshot.context.values);
  }, [event, root, session]);
  return (
    <Stage
      session={session}
      screen={retrying ? { ...screen, retrying } : screen}
      site={bundle.site}
      views={views}
      heading={root.dataset['heading'] === '2' ? 2 : 1}
      send={dispatch}
      log={log}
      instance={root.dataset['instance'] ?? null}
    />
  );
}

/** Calls back when React has committed. */
function Committed({ done }: { done: () => void }): null {
  useEffect(done, [done]);
  return null;
}

/** Whether a form is shown or comes next. The rules of a form are not fetched during the questions before it. */
function isFormNear(session: Session): boolean {
  const { steps } = session.compiled.flow;
  const { step, question } = screenOf(session);
  const { kind, next = '' } = steps[step] ?? {};
  return kind === 'form' || (steps[next]?.kind === 'form' && (question?.index ?? 0) === (question?.count ?? 1) - 1);
}

/** Whether the current step can call an endpoint before a form is sent. */
function isCallNear(session: Session): boolean {
  const { load, on = {} } = session.compiled.flow.steps[leafOf(session).step] ?? {};
  return load !== undefined || Object.values(on).some(({ post }) => post !== undefined);
}

/** Replays the server's events. @returns the effects still to perform: the server performs all except tracking */
function resume(actor: SessionActor, begun: boolean, events: SessionLog['events']): Effect[] {
  const effects = [...actor.getSnapshot().context.effects];
  for (const { event, stamp } of events) {
    actor.send({ ...event, stamp });
    effects.push(...actor.getSnapshot().context.effects);
  }
  return effects.filter(({ kind }) => !begun || kind === 'track');
}

/** The initial effects of a session, without a navigation to the current screen and events that the page has tracked. */
function initialEffects(effects: readonly Effect[], root: HTMLElement, { screen }: Leaf, arrived: boolean): Effect[] {
  const tracked = root.dataset['screen'] === screen ? (root.dataset['sent'] ?? '').split(' ') : [];
  if (arrived) nameEntry(screen);
  return effects.filter(
    (effect) =>
      !(arrived && effect.kind === 'navigate') && !(effect.kind === 'track' && tracked.includes(effect.event)),
  );
}

/** Ignores the second press of a double click if the first one has changed the screen. */
function ignoreSecondPress(root: HTMLElement, actor: SessionActor): void {
  const screen = (): string => leafOf(actor.getSnapshot().context.session).screen;
  let pressedOn = '';
  root.addEventListener(
    'click',
    (event) => {
      if (event.detail <= 1) pressedOn = screen();
      else if (pressedOn !== screen()) {
        event.preventDefault();
        event.stopPropagation();
      }
    },
    { capture: true },
  );
}

/** Continues after a restore from the back-forward cache: repeats pending calls, or reloads if the flow had redirected. */
function watchReturn(actor: SessionActor, repeatCalls: () => void): void {
  addEventListener('pageshow', (event) => {
    if (!event.persisted) return;
    const { session } = actor.getSnapshot().context;
    const left = stepRole(session.compiled.flow.steps[leafOf(session).step]) === 'exit';
    if (left) location.reload();
    // The idempotency keys stay the same.
    else repeatCalls();
  });
}

/** Hydrates the server's HTML of a flow, then performs the visitor's early interactions. */
export async function wake(
  root: HTMLElement,
  early: readonly Early[],
  onReset: (root: HTMLElement) => void,
): Promise<void> {
  const fetched = fetchBundle(root);
  const overlay = root.dataset['instance'] === undefined ? null : (await import('./overlay.ts')).overlayOf(root);
  const bundle = await fetched;
  const [views, routed] = await Promise.all([viewsFor(root), hasHistory(bundle.flow) ? import('./routed.tsx') : null]);
  const judge = lazyJudge(bundle.forms, bundle.site.formMessages, root);
  const compiled: CompiledFlow = compileFlow(bundle.flow, bundle.forms, judge.judge);
  const begun = overlay?.dialog ? null : sessionLog();
  const { input, events } = startOf(compiled, begun, overlay?.given ?? null);
  const id = [bundle.flow.flow, root.dataset['instance'] ?? []].flat().join('-');
  const actor = startSessionActor(id, compiled, input);
  const trace = await keepTrace(root, compiled, input);

  // Replaying a form posted without script needs its rules.
  if (events.some(({ event }) => event.type === 'SUBMIT')) await judge.ready();
  const effects = resume(actor, begun !== null && input.at === begun.input.at, events);
  for (const each of events) trace.record(each.event, each.stamp);

  const screenId = (): string => leafOf(actor.getSnapshot().context.session).screen;
  let go: Navigate = (address, screen) => nameEntry(screen, address);
  const guide = createGuide((address, screen, replace) => go(address, screen, replace || isPassing(bundle.flow)));
  const dispatch = (event: SessionEvent): void => {
    const stamp = { at: Date.now(), random: Math.random() };
    const send = (): void => {
      trace.record(event, stamp);
      actor.send({ ...event, stamp });
    };
    const pressedOn = screenId();
    if (event.type === 'SUBMIT') {
      const answered = window.funnel?.wait();
      void judge.ready().then(
        () => {
          // Another press may have changed the screen while the rules were loading.
          if (pressedOn === screenId()) send();
          // After the call has begun its own wait.
          setTimeout(() => answered?.());
        },
        () => answered?.(true),
      );
    } else send();
  };
  let reportRetry = (_again: boolean): void => {};
  const performer = createPerformer({
    flow: bundle.flow,
    hosts: bundle.site.hosts,
    root,
    dispatch,
    // After Back or Forward the browser is at the entry already.
    go: (effect) => {
      const { session, event } = actor.getSnapshot().context;
      guide(screenAddress(compiled, effect), effect.screen, event === null || event.type === 'GO');
      // Together with the address, because events that follow report both.
      showTitle(session, bundle.site.name);
    },
    close: () => overlay?.close(),
    retrying: (again) => reportRetry(again),
    taken: (call) => overlay?.taken(call, personalNames(bundle.flow, bundle.forms)),
  });

  const save = overlay === null ? createSaver(compiled) : null;
  const follow = (): void => {
    const { session, event } = actor.getSnapshot().context;
    save?.(session, event);
    const isForm = isFormNear(session);
    if (isForm) judge.ready().catch(() => {});
    // In advance, because the network may be lost when the form is submitted.
    if (isForm || isCallNear(session)) fetchCalls().catch(() => {});
    root.dataset['state'] = stateOf(session);
  };
  // The landing address stays, unless another step is shown.
  const first = leafOf(actor.getSnapshot().context.session);
  // The visitor may have come by Back from another page of the flow.
  if (overlay === null) showTitle(actor.getSnapshot().context.session, bundle.site.name);
  performer.perform(
    initialEffects(
      effects,
      root,
      first,
      entryScreen() === first.screen || stepAt(compiled, location.pathname) === first.step,
    ),
  );
  let shown = first.screen;
  actor.subscribe(({ context }) => {
    // A toast is removed with its screen.
    if (shown !== screenId()) window.funnel?.toast(null);
    shown = screenId();
    performer.perform(context.effects);
    if (context.broken) void fetchCalls().then(({ recover }) => recover(context, dispatch, bundle.site.messages));
    follow();
  });
  follow();

  const serverScreen = root.dataset['screen'];
  const typed = readTyped(root);
  // React handles every event from here on, so later entries of `early` must not be repeated.
  const pressed = [...early];
  ignoreSecondPress(root, actor);
  let onCommitted = (): void => {};
  const committed = new Promise<void>((done) => {
    onCommitted = done;
  });
  const carried = root.querySelector<HTMLInputElement>(`input[name="${postedNames.log}"]`)?.value ?? null;
  const watchRetries = (report: (again: boolean) => void): void => {
    reportRetry = report;
  };
  const island = (
    <>
      <Flow
        actor={actor}
        bundle={bundle}
        views={views}
        root={root}
        dispatch={dispatch}
        log={carried}
        watchRetries={watchRetries}
      />
      <Committed done={onCommitted} />
    </>
  );
  const app =
    routed === null ? (
      island
    ) : (
      <routed.Routed actor={actor} dispatch={dispatch} mounted={(navigate) => (go = navigate)}>
        {island}
      </routed.Routed>
    );
  const options = { identifierPrefix: `${id}-` };
  let react: Root;
  const held = screenOf(actor.getSnapshot().context.session);
  // Synchronously, so that the visitor cannot type between reading the fields and hydration.
  flushSync(() => {
    if (serverScreen === held.id) react = hydrateRoot(root, app, options);
    else {
      root.replaceChildren();
      react = createRoot(root, options);
      react.render(app);
    }
  });
  await committed;
  // The server's HTML lacks the values of a saved visit, and React does not change uncontrolled fields.
  const names = new Set(typed.map(({ name }) => name));
  if (held.form !== null) syncFields(root, held.form.values, names);
  if (held.question !== null && !names.has(held.question.item.id)) syncQuestion(root, held.question.selected);
  watchReturn(actor, performer.repeatCalls);
  overlay?.whenOver(
    () => screenOf(actor.getSnapshot().context.session).status === 'calling',
    (fresh) => {
      performer.stop();
      stopSessionActor(id);
      react.unmount();
      root.replaceWith(fresh);
      onReset(fresh);
    },
  );
  await applyEarly(root, typed, pressed, dispatch, () => screenId() === serverScreen);
}
