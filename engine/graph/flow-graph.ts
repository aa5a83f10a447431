/** A compiled flow → its graph. */

import type { Template, Wait } from '../../schemas/compiled.ts';
import type { Calls, StepDefinition } from '../../schemas/generated/types.ts';
import { readsOf } from '../expressions/compile.ts';
import { stepOf } from '../flow/context.ts';
import type { CompiledFlow } from '../flow/index.ts';
import { type FlowTransition, watchFlow } from '../flow/transitions.ts';
import { groupCountedBy } from '../forms/entries.ts';
import { askedItems } from '../steps/ask/items.ts';
import { stepAuthoring } from '../steps/generated/authoring.ts';
import { isObject } from '../values/is-object.ts';
import { shownText } from '../values/text-holes.ts';
import { stepOfGoal } from '../walks/goals.ts';
import type { FlowPaths, GoalStatus } from '../walks/paths.ts';
import type { FlowEdge, FlowGraph, FlowNode, NodeDetail } from './model.ts';

/** What a graph shows beside the compiled flow. */
export interface GraphOptions {
  /** What visitors reach (`findFlowPaths`). Without it everything counts as reached. */
  readonly paths?: FlowPaths;
  /** The condition of a branch of a step as the author wrote it; null for the last one. */
  condition(step: string, branch: number): string | null;
}

/** The text without the parts that depend on the visitor; null if too little is left. */
function constantText(text: unknown): string | null {
  const shown = shownText(text).replaceAll('…', '').replace(/\s+/g, ' ').trim();
  return /\p{L}{3}/u.test(shown) ? shown : null;
}

/** The values of a key in blocks at any depth, in reading order. */
function* valuesOf(value: unknown, key: string): Generator<unknown> {
  if (Array.isArray(value)) for (const item of value) yield* valuesOf(item, key);
  else if (isObject(value))
    for (const [name, item] of Object.entries(value)) {
      if (name === key) yield item;
      yield* valuesOf(item, key);
    }
}

function titleOf(step: StepDefinition): string | null {
  for (const text of [step.title, ...valuesOf(step.show, 'title'), ...valuesOf(step.show, 'body')]) {
    const title = constantText(text);
    if (title !== null) return title;
  }
  return null;
}

/** The objects in blocks that send an event: buttons. */
function* buttonsOf(value: unknown, event: string): Generator<Readonly<Record<string, unknown>>> {
  if (Array.isArray(value)) for (const item of value) yield* buttonsOf(item, event);
  else if (isObject(value)) {
    if (value['send'] === event) yield value;
    for (const item of Object.values(value)) yield* buttonsOf(item, event);
  }
}

/** What a visitor presses for an event: the button's words, otherwise the event. */
function pressWords(step: StepDefinition, event: string): string {
  for (const { label } of buttonsOf(step.show, event)) {
    const words = constantText(label);
    if (words !== null) return `“${words}”`;
  }
  return event;
}

/** `4 s`, `3.5 to 4.5 s`, `600 ms`. */
function waitWords({ from, to }: Wait): string {
  const unit = to >= 1000 ? 's' : 'ms';
  const number = (value: number): string => String(unit === 's' ? Math.round(value / 100) / 10 : value);
  return `${from === to ? number(from) : `${number(from)} to ${number(to)}`} ${unit}`;
}

const addressText = (address: Template): string => shownText(address).replace(/^https:\/\//, '');

const callDetails = (calls: Calls | undefined): NodeDetail[] =>
  (calls?.calls ?? []).map(({ post, get }) => ({
    kind: 'call',
    text: post === undefined ? `GET ${get}` : `POST ${post}`,
  }));

/** The lines of a step: addresses, what it asks, calls, where it sends visitors. */
function detailsOf({ flow, forms }: CompiledFlow, id: string, isEarlier: (step: string) => boolean): NodeDetail[] {
  const step = flow.steps[id] as StepDefinition;
  const details: NodeDetail[] = (step.path ?? []).slice(0, 1).map((path) => ({ kind: 'path', text: path }));
  const note = (text: string): number => details.push({ kind: 'note', text });
  if (step.kind === 'ask') {
    note(
      `asks ${askedItems(step, flow.questions)
        .map(({ item }) => item.id)
        .join(', ')}`,
    );
  }
  if (step.kind === 'form') {
    const form = forms.find((each) => each.id === step.form);
    if (form !== undefined) {
      // The fields of a group that repeats are those of its entries.
      const own = form.fields.filter(({ row }) => row === undefined);
      note(`asks ${own.map((field) => groupCountedBy(field) ?? field.name).join(', ')}`);
    }
  }
  details.push(...callDetails(step.fetch), ...callDetails(step.kind === 'form' ? step.submit : undefined));
  for (const [event, { post, openTab }] of Object.entries(step.on ?? {})) {
    if (post !== undefined) details.push({ kind: 'call', text: `${event}: POST ${post.path}` });
    if (openTab !== undefined) details.push({ kind: 'address', text: `${event}: opens ${addressText(openTab)}` });
  }
  if (step.kind === 'redirect') {
    const { to, urlFrom } = step.redirect;
    const names = urlFrom === undefined ? [] : readsOf(urlFrom);
    if (names.length > 0) details.push({ kind: 'address', text: `the address in ${names.join(', ')}, otherwise` });
    details.push({ kind: 'address', text: addressText(to) });
  }
  const { fallback } = step;
  if (fallback !== undefined && fallback.to !== id && isEarlier(fallback.to))
    note(`without ${neededBy(flow, id)}: to ${fallback.to}`);
  return details;
}

const neededBy = ({ steps, needs }: CompiledFlow['flow'], id: string): string =>
  [...new Set([...Object.keys(steps[id]?.query ?? {}), ...(needs?.[id] ?? [])])].join(', ') || 'its values';

/** The event of the author that causes a transition. A reaction with a delay waits in a state of its own. */
const eventOf = ({ state, event }: FlowTransition): string | undefined =>
  event.startsWith('on.') ? event.slice('on.'.length) : /\.do-([^.]+)/.exec(state)?.[1];

/** The kind and label of the course that a transition belongs to. */
function courseOf(
  { flow }: CompiledFlow,
  transition: FlowTransition,
  condition: GraphOptions['condition'],
): Pick<FlowEdge, 'kind' | 'label'> {
  const id = stepOf(transition.state);
  const step = flow.steps[id] as StepDefinition;
  if (step.kind === 'branch') return { kind: 'condition', label: condition(id, transition.branch) ?? 'otherwise' };
  const pressed = eventOf(transition);
  if (pressed !== undefined) return { kind: 'press', label: pressWords(step, pressed) };
  if (step.kind === 'delay') return { kind: 'delay', label: `after ${waitWords(step.delay)}` };
  return { kind: 'next', label: null };
}

const best = (a: GoalStatus, b: GoalStatus): GoalStatus =>
  a === 'reached' || b === 'reached' ? 'reached' : a === 'unreached' || b === 'unreached' ? 'unreached' : 'off';

/** Merges edges with the same ends and label. */
function merged(edges: readonly FlowEdge[]): FlowEdge[] {
  const known = new Map<string, FlowEdge>();
  for (const edge of edges) {
    const key = JSON.stringify([edge.from, edge.to, edge.label]);
    const other = known.get(key);
    known.set(key, other === undefined ? edge : { ...other, status: best(other.status, edge.status) });
  }
  return [...known.values()];
}

/** Whether a course of these edges leads from one step to another. */
function leadsTo(edges: readonly FlowEdge[], from: string, to: string): boolean {
  const seen = new Set<string>();
  const open = [from];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (id === to) return true;
    if (seen.has(id)) continue;
    seen.add(id);
    for (const edge of edges) if (edge.from === id) open.push(edge.to);
  }
  return false;
}

/**
 * The graph of a flow. Its edges are the transitions of the machine between steps. What moves within a step (questions,
 * calls, corrections of a form) and the ways back (the browser's, a form's button `back`, a fallback to an earlier step)
 * are no edges.
 */
export function flowGraph(compiled: CompiledFlow, options: GraphOptions): FlowGraph {
  const { flow } = compiled;
  const statuses = new Map(
    (options.paths?.goals ?? []).flatMap(({ goal, status }) =>
      goal.kind === 'transition' ? [[goal.transition.id, status] as const] : [],
    ),
  );
  const moves = watchFlow(compiled).transitions.filter(
    ({ state, target }) => state !== '' && state !== 'boot' && target !== null && stepOf(target) !== stepOf(state),
  );
  const edgeOf = (transition: FlowTransition): FlowEdge => ({
    from: stepOf(transition.state),
    to: stepOf(transition.target as string),
    ...courseOf(compiled, transition, options.condition),
    status: statuses.get(transition.id) ?? 'reached',
  });
  const ahead = merged(moves.filter((each) => eventOf(each) !== 'back').map(edgeOf));
  const back = merged(moves.filter((each) => eventOf(each) === 'back').map(edgeOf));
  const isEarlier = (step: string, than: string): boolean => leadsTo(ahead, step, than);
  const courses = [...ahead, ...back.filter(({ from, to }) => !isEarlier(to, from))];
  for (const [id, { fallback }] of Object.entries(flow.steps))
    if (fallback !== undefined && fallback.to !== id && !isEarlier(fallback.to, id))
      courses.push({
        from: id,
        to: fallback.to,
        kind: 'fallback',
        label: `without ${neededBy(flow, id)}`,
        status: 'reached',
      });

  const nodes = Object.entries(flow.steps).map(
    ([id, step]): FlowNode => ({
      id,
      role: stepAuthoring[step.kind].drawnAs,
      title: titleOf(step),
      details: detailsOf(compiled, id, (other) => isEarlier(other, id)),
      status: id === flow.start ? 'reached' : stepStatus(id, courses, options.paths),
    }),
  );
  const status = new Map(nodes.map((node) => [node.id, node.status]));
  const ends = nodes.filter(({ id, role }) => {
    const step = flow.steps[id] as StepDefinition;
    return role !== 'redirect' && (step.final === true || !courses.some(({ from }) => from === id));
  });
  const mark = (id: string, role: 'start' | 'end', its: GoalStatus): FlowNode => ({
    id,
    role,
    title: null,
    details: [],
    status: its,
  });
  const plain = { kind: 'next', label: null } as const;
  return {
    flow: flow.flow,
    nodes: [
      mark('(start)', 'start', 'reached'),
      ...nodes,
      ...ends.map((node) => mark(`(end of ${node.id})`, 'end', node.status)),
    ],
    edges: [
      { from: '(start)', to: flow.start, ...plain, status: 'reached' },
      // A step that nobody reaches leads nowhere, although its own transitions may be as good as any.
      ...courses.map((edge) => ({
        ...edge,
        status: status.get(edge.from) === 'reached' ? edge.status : (status.get(edge.from) as GoalStatus),
      })),
      ...ends.map((node) => ({ from: node.id, to: `(end of ${node.id})`, ...plain, status: node.status })),
    ],
  };
}

/** Whether visitors reach a step: by what walks have found there, or by the courses that lead to it. */
function stepStatus(id: string, courses: readonly FlowEdge[], paths: FlowPaths | undefined): GoalStatus {
  if (paths === undefined) return 'reached';
  const own = paths.goals.filter(({ goal }) => stepOfGoal(goal) === id).map((each) => each.status);
  const into = courses.filter(({ to }) => to === id).map((each) => each.status);
  const found = own.length > 0 ? own : into;
  return found.length === 0 ? 'unreached' : found.reduce(best);
}
