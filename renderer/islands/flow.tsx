/** The island that a flow runs in. */
import { useSelector } from '@xstate/react';
import { useEffect, useRef } from 'react';
import { createRoot, hydrateRoot } from 'react-dom/client';
import { BrowserRouter, useLocation, useNavigate, useNavigationType } from 'react-router-dom';
import { type CompiledFlow, compileFlow } from '../../engine/compile/index.ts';
import { plainText, scopeOf } from '../../engine/session/scope.ts';
import { leafOf, type SessionEvent, screenOf, stateOf } from '../../engine/session/session.ts';
import { blockViews } from '../blocks/registry.ts';
import type { Early } from '../boot/protocol.ts';
import { type FlowBundle, fetchBundle, sessionLog } from './bundle.ts';
import { applyEarly, readTyped } from './early.ts';
import { syncFields, watchMasks } from './fields.ts';
import { lazyJudge } from './judge.ts';
import { type SessionActor, startSessionActor } from './page-actor.ts';
import { createPerformer } from './perform.ts';
import { Stage } from './Stage.tsx';
import { saveVisit } from './saved.ts';
import { startInput, stepAt } from './start.ts';
import { keepTrace } from './trace.ts';

type Navigate = (address: string, screen: string) => void;

interface FlowProps {
  readonly actor: SessionActor;
  readonly bundle: FlowBundle;
  readonly root: HTMLElement;
  readonly dispatch: (event: SessionEvent) => void;
  readonly mounted: (navigate: Navigate) => void;
}

/** Keeps address and machine together: the machine leads, back and forward ask it. */
function useRoute({ actor, dispatch, mounted }: Pick<FlowProps, 'actor' | 'dispatch' | 'mounted'>): void {
  const navigate = useNavigate();
  const location = useLocation();
  const kind = useNavigationType();
  const ready = useRef(false);
  useEffect(() => {
    mounted((address, screen) => navigate(address, { state: { screen } }));
  }, [navigate, mounted]);
  useEffect(() => {
    const { session } = actor.getSnapshot().context;
    const asked = (location.state as { screen?: string } | null)?.screen ?? stepAt(session.compiled, location.pathname);
    if (ready.current && kind === 'POP' && asked !== null && asked !== leafOf(session).screen)
      dispatch({ type: 'GO', screen: asked });
    ready.current = true;
  }, [location, kind, actor, dispatch]);
}

function Flow({ actor, bundle, root, dispatch, mounted }: FlowProps) {
  const session = useSelector(actor, (snapshot) => snapshot.context.session);
  useRoute({ actor, dispatch, mounted });
  const screen = screenOf(session);
  const shown = useRef(screen.id);
  const { flow } = session.compiled;
  useEffect(() => {
    if (shown.current === screen.id) return;
    const sameStep = shown.current.split('.')[0] === screen.step;
    shown.current = screen.id;
    const { title } = flow.steps[screen.step] ?? {};
    if (title !== undefined) document.title = plainText(title, scopeOf(flow, session.snapshot.context));
    root.querySelector<HTMLElement>('h1, h2')?.focus({ preventScroll: true });
    if (!sameStep) window.scrollTo({ top: 0, behavior: 'instant' });
  }, [screen.id, screen.step, flow, root, session]);
  const { event } = actor.getSnapshot().context;
  useEffect(() => {
    if (event !== null && event.type !== 'INPUT') syncFields(root, session.snapshot.context.values);
  }, [event, root, session]);
  return (
    <Stage
      session={session}
      screen={screen}
      site={bundle.site}
      views={blockViews}
      heading={root.dataset['heading'] === '2' ? 2 : 1}
      send={dispatch}
    />
  );
}

/** A history entry as the router writes it, for the one the visitor came in by. */
const historyState = (screen: string) => ({ usr: { screen }, key: 'default', idx: 0 });

/** Says that React has committed. */
function Committed({ tell }: { tell: () => void }): null {
  useEffect(tell, [tell]);
  return null;
}

/** Puts a session where the server left it. */
function resume(actor: SessionActor, log: ReturnType<typeof sessionLog>): void {
  for (const { event, stamp } of log?.events ?? []) actor.send({ ...event, stamp });
}

/** Takes over the server's HTML of a flow, then does what the visitor did meanwhile. */
export async function wake(root: HTMLElement, early: readonly Early[]): Promise<void> {
  const bundle = await fetchBundle(root);
  const judge = lazyJudge(bundle.forms, bundle.site.formMessages);
  const compiled: CompiledFlow = compileFlow(bundle.flow, bundle.forms, judge.judge);
  const log = sessionLog();
  const input = startInput(compiled, log);
  const actor = startSessionActor(bundle.flow.flow, compiled, input);
  const trace = keepTrace(root, compiled, input);

  resume(actor, log);
  for (const each of log?.events ?? []) trace.record(each.event, each.stamp);

  let go: Navigate = (address, screen) => history.replaceState(historyState(screen), '', address);
  const dispatch = (event: SessionEvent): void => {
    const stamp = { at: Date.now(), random: Math.random() };
    const send = (): void => {
      trace.record(event, stamp);
      actor.send({ ...event, stamp });
    };
    if (event.type === 'SUBMIT')
      void judge
        .ready()
        .then(send, () =>
          window.funnel?.toast({ title: bundle.site.messages.failed, text: bundle.site.messages.offline }),
        );
    else send();
  };
  const performer = createPerformer({
    flow: bundle.flow,
    hosts: bundle.site.hosts,
    root,
    dispatch,
    go: (address, screen) => go(address, screen),
  });

  const follow = (): void => {
    const { session } = actor.getSnapshot().context;
    saveVisit(session, location.pathname);
    const step = bundle.flow.steps[leafOf(session).step];
    const next = step?.next === undefined ? undefined : bundle.flow.steps[step.next];
    if (step?.form !== undefined || next?.form !== undefined) judge.ready().catch(() => {});
    root.dataset['state'] = stateOf(session);
  };
  // The address that brought the visitor stays, unless another step is shown; the server has done its own effects.
  const first = actor.getSnapshot().context.session;
  const arrived = stepAt(compiled, location.pathname) === leafOf(first).step;
  if (arrived) history.replaceState(historyState(leafOf(first).screen), '');
  performer.perform(
    (log === null ? actor.getSnapshot().context.effects : []).filter(
      (effect) => !(arrived && effect.kind === 'navigate'),
    ),
  );
  actor.subscribe(({ context }) => {
    performer.perform(context.effects);
    follow();
  });
  follow();

  const typed = readTyped(root);
  watchMasks(root);
  let tellCommitted = (): void => {};
  const committed = new Promise<void>((done) => {
    tellCommitted = done;
  });
  const app = (
    <BrowserRouter>
      <Flow actor={actor} bundle={bundle} root={root} dispatch={dispatch} mounted={(navigate) => (go = navigate)} />
      <Committed tell={tellCommitted} />
    </BrowserRouter>
  );
  const options = { identifierPrefix: `${bundle.flow.flow}-` };
  if (root.dataset['screen'] === leafOf(actor.getSnapshot().context.session).screen) hydrateRoot(root, app, options);
  else {
    root.replaceChildren();
    createRoot(root, options).render(app);
  }
  await committed;
  addEventListener('pageshow', (event) => {
    if (event.persisted) performer.repeatCalls();
  });
  await applyEarly(root, typed, early, dispatch);
}
