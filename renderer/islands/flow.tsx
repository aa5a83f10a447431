/** The island of a flow. */
import type { ReactNode } from 'react';
import { type CompiledFlow, compileFlow } from '../../engine/flow/index.ts';
import { personalNames } from '../../engine/flow/personal-names.ts';
import { postedNames } from '../../engine/flow/posted-names.ts';
import { leafOf, screenOf, stateOf, stepAt } from '../../engine/session/session.ts';
import { type Navigate, nameEntry } from '../boot/entries.ts';
import { createGuide } from '../boot/guide.ts';
import { type Early, entryScreen } from '../boot/protocol.ts';
import { fetchBundle, sessionLog } from './bundle.ts';
import { createDispatch } from './dispatch.ts';
import { applyEarly, readTyped } from './early.ts';
import { FlowView } from './FlowView.tsx';
import { syncFields, syncQuestion } from './fields.ts';
import { lazyJudge } from './judge.ts';
import { ignoreSecondPress, watchReturn } from './listeners.ts';
import { mount } from './mount.tsx';
import { startSessionActor, stopSessionActor } from './page-actor.ts';
import { createPerformer, fetchCalls } from './perform.ts';
import { isCallNear, isFormNear } from './prefetch.ts';
import { catchUp, initialEffects, resume } from './resume.ts';
import { hasHistory, isPassing, screenAddress } from './route.ts';
import { createSaver } from './saved.ts';
import { startOf } from './start.ts';
import { showTitle } from './title.ts';
import { keepTrace } from './trace.ts';
import { viewsFor } from './views.ts';

/** Hydrates the HTML of a flow, then performs the visitor's early interactions. */
export async function wake(
  root: HTMLElement,
  early: readonly Early[],
  onReset: (root: HTMLElement) => void,
): Promise<void> {
  const stepped = window.funnel?.stepped?.root === root ? window.funnel.stepped : null;
  const fetched = fetchBundle(root);
  const overlay = root.dataset['instance'] === undefined ? null : (await import('./overlay.ts')).overlayOf(root);
  const bundle = await fetched;
  const [views, routed] = await Promise.all([viewsFor(root), hasHistory(bundle.flow) ? import('./routed.tsx') : null]);
  const judge = lazyJudge(bundle.forms, bundle.site.formMessages, root);
  const compiled: CompiledFlow = compileFlow(bundle.flow, bundle.forms, judge.judge);
  const begun = overlay?.dialog ? null : sessionLog();
  const { input, events } = startOf(compiled, begun, overlay?.given ?? null, stepped);
  const id = [bundle.flow.flow, root.dataset['instance'] ?? []].flat().join('-');
  const actor = startSessionActor(id, compiled, input);
  const trace = await keepTrace(root, compiled, input, (stepped ?? location).search);

  // Replaying a form posted without script needs its rules.
  if (events.some(({ event }) => event.type === 'SUBMIT')) await judge.ready();
  const effects = resume(actor, begun !== null && input.at === begun.input.at, events);
  for (const each of events) trace.record(each.event, each.stamp);
  // From here on nothing waits until React has hydrated, so that no event is lost between page and island.
  const taken = stepped?.take();
  const isMoved = taken !== undefined && taken.events.length > 0;
  const running = isMoved ? catchUp(actor, taken, trace) : null;

  const screenId = (): string => leafOf(actor.getSnapshot().context.session).screen;
  let go: Navigate = (address, screen) => nameEntry(screen, address);
  const { navigate } = createGuide((address, screen, replace) =>
    go(address, screen, replace || isPassing(bundle.flow)),
  );
  const dispatch = createDispatch(actor, judge, trace.record);
  let reportRetry = (_again: boolean): void => {};
  const performer = createPerformer({
    flow: bundle.flow,
    hosts: bundle.site.hosts,
    root,
    dispatch,
    // After Back or Forward the browser is at the entry already.
    go: (effect) => {
      const { session, event } = actor.getSnapshot().context;
      navigate(screenAddress(compiled, effect), effect.screen, event === null || event.type === 'GO');
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
  const isArrived = entryScreen() === first.screen || stepAt(compiled, location.pathname) === first.step;
  // The page has performed the effects of its own steps.
  performer.perform(running ?? initialEffects(effects, root, first, isArrived));
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
  const held = screenOf(actor.getSnapshot().context.session);
  // The session has the answers that the page took. An answer changed after a press that still waits comes too late.
  const isTaken = (option: string | null): boolean =>
    option === String(held.question?.selected) || (stepped !== null && early.length > 0);
  const typed = readTyped(root).filter(({ name, option }) => name !== held.question?.item.id || !isTaken(option));
  // React handles every event from here on, so later entries of `early` must not be repeated.
  const pressed = [...early];
  ignoreSecondPress(root, actor);
  const carried = root.querySelector<HTMLInputElement>(`input[name="${postedNames.log}"]`)?.value ?? null;
  const watchRetries = (report: (again: boolean) => void): void => {
    reportRetry = report;
  };
  const treeWith = (committed: ReactNode): ReactNode => {
    const view = (
      <>
        <FlowView
          actor={actor}
          bundle={bundle}
          views={views}
          root={root}
          dispatch={dispatch}
          log={carried}
          watchRetries={watchRetries}
        />
        {committed}
      </>
    );
    if (routed === null) return view;
    return (
      <routed.Routed actor={actor} dispatch={dispatch} mounted={(navigate) => (go = navigate)}>
        {view}
      </routed.Routed>
    );
  };
  const react = await mount(root, treeWith, serverScreen === held.id, `${id}-`);
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
