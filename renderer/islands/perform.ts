/** Performs the effects of a session in a browser. */

import type { FlowDefinition } from '../../engine/definition.ts';
import type { CallEffect, Effect } from '../../engine/session/effects.ts';
import type { SessionEvent } from '../../engine/session/session.ts';
import { allowedUrl, leaveUrl } from './leave.ts';
import { isPassing } from './route.ts';

/** What the performer needs from its island. */
export interface IslandHost {
  readonly flow: FlowDefinition;
  readonly hosts: readonly string[];
  readonly root: HTMLElement;
  dispatch(event: SessionEvent): void;
  /** Navigates to an address of the flow. */
  go(effect: Extract<Effect, { kind: 'navigate' }>): void;
  /** Closes the overlay that contains the flow. */
  close(): void;
  /** Reports that the server accepted a POST. */
  taken(call: CallEffect): void;
  /** Reports whether the current call is being retried. */
  retrying(again: boolean): void;
}

/** Fetches the code of calls, before the first call is likely. */
export const fetchCalls = () => import('./calls.ts');

/** Runs a function and logs its exception, so that the other effects are still performed. */
function attempt(work: () => void): void {
  try {
    work();
  } catch (error) {
    console.error(error);
  }
}

/** Creates the performer of one island. */
export function createPerformer(host: IslandHost): {
  perform(effects: readonly Effect[]): void;
  /** Makes the pending calls again. */
  repeatCalls(): void;
  /** Forgets pending calls and cancels timers. */
  stop(): void;
} {
  /** The calls whose outcome the session waits for. */
  const outstanding = new Map<string, CallEffect>();
  const timers = new Map<string, number>();

  const call = async (effect: CallEffect): Promise<void> => {
    if (!effect.background) outstanding.set(effect.id, effect);
    /** Whether the session still waits for this call: it may have been forgotten or repeated meanwhile. */
    const isAwaited = (): boolean => outstanding.get(effect.id) === effect;
    try {
      const { callOutcome } = await fetchCalls();
      const event = await callOutcome(
        effect,
        host.root.dataset['bundle'] ?? '',
        () => isAwaited() && host.retrying(true),
      );
      if (!isAwaited()) return;
      host.retrying(false);
      outstanding.delete(effect.id);
      if (event.type === 'DONE' && effect.method === 'POST') attempt(() => host.taken(effect));
      host.dispatch(event);
    } catch (error) {
      console.error(error);
      // The code of calls could not be fetched.
      host.dispatch({ type: 'FAILED', id: effect.id, error: { message: null, status: null } });
    }
  };

  const leave = (effect: Extract<Effect, { kind: 'leave' }>): void => {
    const url = leaveUrl(effect, host.hosts, location.href);
    if (url === null) return;
    window.funnel?.carry?.(url);
    if (isPassing(host.flow)) location.replace(url);
    else location.assign(url);
  };

  const performers: { [K in Effect['kind']]: (effect: Extract<Effect, { kind: K }>) => void } = {
    navigate: host.go,
    toast: (effect) => window.funnel?.toast(effect),
    // `alert` blocks rendering: the page behind it is painted first.
    alert: ({ text }) => void setTimeout(() => window.alert(text)),
    call: (effect) => void call(effect),
    forget: ({ id }) => void outstanding.delete(id),
    timer: ({ id, ms }) => {
      timers.set(
        id,
        window.setTimeout(() => host.dispatch({ type: 'TIMER', id }), ms),
      );
    },
    cancel: ({ id }) => clearTimeout(timers.get(id)),
    track: (effect) => window.funnel?.track(effect),
    log: ({ values }) => console.info(host.flow.flow, values),
    open: ({ href }) => {
      const url = allowedUrl(href, host.hosts, location.href);
      if (url === null) return;
      window.funnel?.carry?.(url);
      window.open(url, '_blank', 'noopener');
    },
    leave,
    close: () => host.close(),
    focus: ({ field }) => {
      const input = host.root.querySelector<HTMLElement>(`[name="${CSS.escape(field)}"]`);
      input?.focus();
    },
  };
  const performerOf = <K extends Effect['kind']>(kind: K) => performers[kind] as (effect: Effect) => void;

  return {
    perform: (effects) => {
      for (const effect of effects) attempt(() => performerOf(effect.kind)(effect));
    },
    repeatCalls: () => {
      for (const effect of [...outstanding.values()]) void call({ ...effect });
    },
    stop: () => {
      outstanding.clear();
      for (const timer of timers.values()) clearTimeout(timer);
    },
  };
}
