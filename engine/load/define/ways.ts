/** The ways through a flow, and the values that only some of them collect. */
import type { FlowFile, Step } from '../../../schemas/generated/types.ts';
import type { FlowWays } from '../../definition.ts';
import type { FormDefinition } from '../../forms/types.ts';
import { authoringOf } from '../../steps/authoring.ts';

/** The event of a form's button Back (`back:` of the block). */
const backEvent = 'back';

type Edges = ReadonlyMap<string, ReadonlySet<string>>;

/** The steps that can be reached from one, itself included. */
function reachedFrom(start: string, edges: Edges, without: string | null = null): ReadonlySet<string> {
  const reached = new Set(start === without ? [] : [start]);
  for (const step of reached) for (const next of edges.get(step) ?? []) if (next !== without) reached.add(next);
  return reached;
}

const onwardOf = (step: Step): readonly string[] => [
  ...(step.next === undefined ? [] : [step.next]),
  ...authoringOf(step).branches(step),
];

const eventsOf = (step: Step): readonly string[] =>
  Object.entries(step.on ?? {}).flatMap(([event, { to }]) =>
    event === backEvent || to === undefined ? [] : [to.replace(/\..*/, '')],
  );

/** The transitions that lead on. Those of an event that goes back to where the visitor came from are left out. */
function waysOnward({ start, steps }: FlowFile): Edges {
  const ids = Object.keys(steps);
  const edgesOf = (ways: (step: Step) => readonly string[]): Edges =>
    new Map(ids.map((id) => [id, new Set(ways(steps[id] as Step))]));
  const onward = edgesOf(onwardOf);
  const all = edgesOf((step) => [...onwardOf(step), ...eventsOf(step)]);
  const leadsBack = (from: string, to: string): boolean => {
    // No way to the step avoids it.
    if (to === from || !reachedFrom(start, all, to).has(from)) return true;
    const { form, ask } = steps[from] as Step;
    return (form ?? ask) !== undefined && reachedFrom(to, onward).has(from);
  };
  return new Map(
    ids.map((id) => {
      const step = steps[id] as Step;
      return [id, new Set([...onwardOf(step), ...eventsOf(step).filter((to) => !leadsBack(id, to))])];
    }),
  );
}

/** The steps that collect each value. One that has it in its address collects it, too. */
function collectorsOf({ steps, questions = {} }: FlowFile, forms: readonly FormDefinition[]) {
  const collectors = new Map<string, Set<string>>();
  const add = (names: readonly string[], id: string): void => {
    for (const name of names) collectors.set(name, (collectors.get(name) ?? new Set()).add(id));
  };
  for (const [id, step] of Object.entries(steps)) {
    add(forms.find((form) => form.id === step.form)?.fields.map(({ name }) => name) ?? [], id);
    add([questions[step.ask ?? '']?.saveAs ?? []].flat(), id);
    for (const { saveAs = {} } of [step.fetch, step.submit].flatMap((all) => all?.calls ?? []))
      add(Object.keys(saveAs), id);
  }
  for (const [id, { query = {} }] of Object.entries(steps))
    add(
      Object.keys(query).filter((name) => collectors.has(name)),
      id,
    );
  return collectors;
}

/**
 * The ways of a flow; null if all of its ways collect the same.
 * @param given names that a page gives to the flow
 */
export function waysOf(flow: FlowFile, forms: readonly FormDefinition[], given: ReadonlySet<string>): FlowWays | null {
  const ways = waysOnward(flow);
  const known = reachedFrom(flow.start, ways);
  const collectors = [...collectorsOf(flow, forms)].filter(
    ([name]) => !given.has(name) && !flow.data?.[name]?.generate,
  );
  let differ = false;
  const choices: Record<string, readonly string[]> = {};
  for (const [id, targets] of ways) {
    if (targets.size < 2 || !known.has(id)) continue;
    const reached = new Map([...targets].map((to) => [to, reachedFrom(to, ways)] as const));
    const apart = [...targets].filter((to) => !reached.get(to)?.has(id));
    if (!flow.steps[id]?.branch && apart.length > 0) choices[id] = apart;
    for (const [to, ahead] of reached) {
      const others = [...reached.values()].flatMap((steps) => [...steps]);
      const left = new Set(others.filter((step) => !ahead.has(step) && !reachedFrom(step, ways).has(id)));
      // What a branch clears is empty.
      const emptied = (flow.steps[id]?.branch ?? []).flatMap((branch) =>
        branch.to === to ? (branch.clear ?? []) : [],
      );
      const cleared = forms.flatMap((form) => (emptied.includes(form.id) ? form.fields.map(({ name }) => name) : []));
      differ ||= collectors.some(
        ([name, steps]) => !cleared.includes(name) && [...steps].every((step) => left.has(step)),
      );
    }
  }
  if (!differ) return null;
  const onward = [...ways].flatMap(([id, targets]) => {
    const others = flow.steps[id]?.branch ? [] : [...targets].filter((to) => !choices[id]?.includes(to));
    return others.length === 0 ? [] : [[id, others]];
  });
  return {
    onward: Object.fromEntries(onward),
    ...(Object.keys(choices).length === 0 ? {} : { choices }),
    collected: Object.fromEntries(collectors.map(([name, steps]) => [name, [...steps]])),
  };
}
