/** The island that a flow runs in. */

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
  /** The visit as the server's HTML carries it: hydration finds what the server drew. */
  readonly log: string | null;
  /** Calls back when a call begins to be tried again, and when it is over. */
  readonly watchRetries: (tell: (again: boolean) => void) => void;
}

/**
 * Runs once the frame at hand has been laid out and before it is painted. Focus and scrolling need a layout: asked for
 * here it is the frame's own, while in an effect it would be one more.
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
  // A step that has loaded is another place than its skeleton.
  const place = screen.status === 'loading' ? `${screen.id}.` : screen.id;
  const shown = useRef(place);
  useLayoutEffect(() => {
    // Questions share their options' elements, which keep what was ticked.
    if (shown.current !== place && screen.question !== null) syncQuestion(root, screen.question.selected);
  }, [screen, place, root]);
  useEffect(() => {
    if (shown.current === place) return;
    const sameStep = shown.current.split('.')[0] === screen.step;
    shown.current = place;
    const dialog = root.closest('dialog');
    // Of a question its group: a screen reader says its name and its hint, once. Never the body, which says nothing.
    const target = root.querySelector<HTMLElement>('[role=radiogroup],h1,h2') ?? root;
    afterLayout(target, () => {
      // A heading of the second level takes the focus only here.
      if (!target.hasAttribute('tabindex')) target.tabIndex = -1;
      target.focus({ preventScroll: true });
      if (dialog !== null) dialog.scrollTo({ top: 0, behavior: 'instant' });
      else if (!sameStep) window.scrollTo({ top: 0, behavior: 'instant' });
      else if (target.getBoundingClientRect().top < 0) root.scrollIntoView({ block: 'start', behavior: 'instant' });
    });
  }, [place, screen.step, root]);
  useEffect(() => {
    // What the screen shows may move by itself; where it stands is a view of its own.
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

/** Says that React has committed. */
function Committed({ tell }: { tell: () => void }): null {
  useEffect(tell, [tell]);
  return null;
}

/** Whether a form is shown, or the next thing to be: the rules of a form are not fetched during a quiz before it. */
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

/** Puts a session where the server left it. Gives back what is still to be done: the server tracks nothing. */
function resume(actor: SessionActor, begun: boolean, events: SessionLog['events']): Effect[] {
  const asked = [...actor.getSnapshot().context.effects];
  for (const { event, stamp } of events) {
    actor.send({ ...event, stamp });
    asked.push(...actor.getSnapshot().context.effects);
  }
  return asked.filter(({ kind }) => !begun || kind === 'track');
}

/** What a session asks for at its start, without what the page that was drawn is or has told already. */
function owedAtFirst(asked: readonly Effect[], root: HTMLElement, { screen }: Leaf, arrived: boolean): Effect[] {
  const told = root.dataset['screen'] === screen ? (root.dataset['told'] ?? '').split(' ') : [];
  if (arrived) nameEntry(screen);
  return asked.filter(
    (effect) => !(arrived && effect.kind === 'navigate') && !(effect.kind === 'track' && told.includes(effect.event)),
  );
}

/** The second press of a double click was meant for what stood there before: it presses nothing on a new screen. */
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

/** A page that comes back from the back-forward cache goes on: with calls that lost their answers, or anew if it left. */
function watchReturn(actor: SessionActor, repeatCalls: () => void): void {
  addEventListener('pageshow', (event) => {
    if (!event.persisted) return;
    const { session } = actor.getSnapshot().context;
    const left = stepRole(session.compiled.flow.steps[leafOf(session).step]) === 'exit';
    if (left) location.reload();
    // The same key asks for the answers again.
    else repeatCalls();
  });
}

/** Takes over the server's HTML of a flow, then does what the visitor did meanwhile. */
export async function wake(
  root: HTMLElement,
  early: readonly Early[],
  slept: (root: HTMLElement) => void,
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

  // What the visitor posted without script is judged again.
  if (events.some(({ event }) => event.type === 'SUBMIT')) await judge.ready();
  const asked = resume(actor, begun !== null && input.at === begun.input.at, events);
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
          // While the rules were fetched another press may have changed the screen.
          if (pressedOn === screenId()) send();
          // After the call has begun to wait by itself.
          setTimeout(() => answered?.());
        },
        () => answered?.(true),
      );
    } else send();
  };
  let tellRetrying = (_again: boolean): void => {};
  const performer = createPerformer({
    flow: bundle.flow,
    hosts: bundle.site.hosts,
    root,
    dispatch,
    // Back and forward have moved to their entry already.
    go: (effect) => {
      const { session, event } = actor.getSnapshot().context;
      guide(screenAddress(compiled, effect), effect.screen, event === null || event.type === 'GO');
      // With the address: an event that follows says both.
      showTitle(session, bundle.site.name);
    },
    close: () => overlay?.close(),
    retrying: (again) => tellRetrying(again),
    taken: (call) => overlay?.taken(call, personalNames(bundle.flow, bundle.forms)),
  });

  const save = overlay === null ? createSaver(compiled) : null;
  const follow = (): void => {
    const { session, event } = actor.getSnapshot().context;
    save?.(session, event);
    const isForm = isFormNear(session);
    if (isForm) judge.ready().catch(() => {});
    // Before it is needed: the network may be gone when the form is sent.
    if (isForm || isCallNear(session)) fetchCalls().catch(() => {});
    root.dataset['state'] = stateOf(session);
  };
  // The address that brought the visitor stays, unless another step is shown.
  const first = leafOf(actor.getSnapshot().context.session);
  // Back may have led here from another page of the flow.
  if (overlay === null) showTitle(actor.getSnapshot().context.session, bundle.site.name);
  performer.perform(
    owedAtFirst(
      asked,
      root,
      first,
      entryScreen() === first.screen || stepAt(compiled, location.pathname) === first.step,
    ),
  );
  let told = first.screen;
  actor.subscribe(({ context }) => {
    // A toast goes with the screen it is about.
    if (told !== screenId()) window.funnel?.toast(null);
    told = screenId();
    performer.perform(context.effects);
    if (context.broken) void fetchCalls().then(({ recover }) => recover(context, dispatch, bundle.site.messages));
    follow();
  });
  follow();

  const drawnScreen = root.dataset['screen'];
  const typed = readTyped(root);
  // From here on React hears of every event itself: what is done meanwhile must not be done again.
  const pressed = [...early];
  ignoreSecondPress(root, actor);
  let tellCommitted = (): void => {};
  const committed = new Promise<void>((done) => {
    tellCommitted = done;
  });
  const carried = root.querySelector<HTMLInputElement>(`input[name="${postedNames.log}"]`)?.value ?? null;
  const watchRetries = (tell: (again: boolean) => void): void => {
    tellRetrying = tell;
  };
  const drawn = (
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
      <Committed tell={tellCommitted} />
    </>
  );
  const app =
    routed === null ? (
      drawn
    ) : (
      <routed.Routed actor={actor} dispatch={dispatch} mounted={(navigate) => (go = navigate)}>
        {drawn}
      </routed.Routed>
    );
  const options = { identifierPrefix: `${id}-` };
  let react: Root;
  const held = screenOf(actor.getSnapshot().context.session);
  // At once: between reading what was typed and taking over nobody can type.
  flushSync(() => {
    if (drawnScreen === held.id) react = hydrateRoot(root, app, options);
    else {
      root.replaceChildren();
      react = createRoot(root, options);
      react.render(app);
    }
  });
  await committed;
  // The server's HTML knows no earlier visit; React leaves fields as it finds them.
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
      slept(fresh);
    },
  );
  await applyEarly(root, typed, pressed, dispatch, () => screenId() === drawnScreen);
}
