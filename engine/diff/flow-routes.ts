/** The paths through the steps of a flow, and the tracking events on each. */
import type { Code } from '../../schemas/compiled.ts';
import type { StepDefinition, Track } from '../../schemas/generated/types.ts';
import type { FlowDefinition } from '../definition.ts';
import { evaluate } from '../expressions/evaluate.ts';
import { isConstant } from '../walks/visitors.ts';

/** A way through a flow, from its start to a last step, without going back. */
export interface FlowRoute {
  readonly steps: readonly string[];
  /** The names of the events that are tracked on the way, each once. */
  readonly events: ReadonlySet<string>;
}

interface Exit {
  readonly to: string;
  readonly events: readonly string[];
}

const mostRoutes = 2_000;

const isTrack = (value: unknown): value is Track => typeof (value as Track | undefined)?.name === 'string';

/** The events that every visitor of a step causes who goes on. */
function eventsOfStep(step: StepDefinition): string[] {
  const { submit } = step as { submit?: { track?: Track; onSuccess?: { track?: Track } } };
  const tracks = [step.track, submit?.track, submit?.onSuccess?.track, step.fetch?.track, step.fetch?.onSuccess?.track];
  return tracks.filter(isTrack).map(({ name }) => name);
}

/** A condition that only facts and phases decide; null for any other. */
function decided(when: Code | undefined): boolean | null {
  if (when === undefined) return true;
  return isConstant(when) ? evaluate(when, () => undefined) === true : null;
}

function onwardsOf(step: StepDefinition): Exit[] {
  const onwards: Exit[] = [];
  if (step.next !== undefined) onwards.push({ to: step.next, events: [] });
  for (const { when, to } of (step as { branch?: readonly { when?: Code; to: string }[] }).branch ?? []) {
    const verdict = decided(when);
    if (verdict !== false) onwards.push({ to, events: [] });
    if (verdict === true) break;
  }
  for (const { to, track } of Object.values(step.on ?? {}))
    if (to !== undefined) onwards.push({ to, events: isTrack(track) ? [track.name] : [] });
  return onwards;
}

/** Every path through a flow, up to a limit. */
export function flowRoutes({ start, steps }: FlowDefinition): FlowRoute[] {
  const routes: FlowRoute[] = [];
  const follow = (id: string, before: readonly string[], events: readonly string[]): void => {
    const step = steps[id];
    if (step === undefined || before.includes(id) || routes.length >= mostRoutes) return;
    const own = [...before, id];
    const seen = [...events, ...eventsOfStep(step)];
    const onwards = step.final === true ? [] : onwardsOf(step);
    if (onwards.length === 0) routes.push({ steps: own, events: new Set(seen) });
    for (const onward of onwards) follow(onward.to, own, [...seen, ...onward.events]);
  };
  follow(start, [], []);
  return routes;
}
