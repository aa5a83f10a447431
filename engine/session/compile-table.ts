/** Compiles a machine to a transition table. */
import type { Code, Json } from '../../schemas/compiled.ts';
import type { StepDefinition } from '../../schemas/generated/types.ts';
import { functions } from '../expressions/functions.ts';
import { numberFunctions } from '../expressions/number-functions.ts';
import type { FlowContext } from '../flow/context.ts';
import type { CompiledFlow, Leaf } from '../flow/index.ts';
import type { EffectParams } from '../flow/machine-setup.ts';
import { serverPaths } from '../paths.ts';
import { stepRole } from '../steps/machines.ts';
import { effectsOf } from './resolve.ts';
import { leafOf, type Session, stateOf } from './session.ts';
import type { TableAction, TableEffect, TableGuard, TableState, TableTransition, TransitionTable } from './table.ts';

interface Action {
  readonly type: string;
  readonly params?: Readonly<Record<string, unknown>>;
}

interface Way {
  readonly guard?: Action;
  readonly target?: string;
  readonly actions?: readonly Action[];
}

/** A state in the configuration of a compiled machine. */
interface StateNode {
  readonly initial?: string;
  readonly states?: Readonly<Record<string, StateNode>>;
  readonly entry?: readonly Action[];
  readonly on?: Readonly<Record<string, Way | readonly Way[]>>;
  readonly always?: Way | readonly Way[];
  readonly after?: Readonly<Record<string, Way>>;
  readonly invoke?: unknown;
}

const waysOf = (on: Way | readonly Way[]): readonly Way[] => (Array.isArray(on) ? on : [on as Way]);

/** The names that expressions read, in compiled data of any shape. A list that looks like an expression counts too. */
function namesIn(data: unknown, names = new Set<string>()): ReadonlySet<string> {
  if (Array.isArray(data)) {
    const [operation, name] = data as readonly unknown[];
    if (operation === '$' && typeof name === 'string') names.add(name);
    for (const each of data) namesIn(each, names);
  } else if (typeof data === 'object' && data !== null) for (const each of Object.values(data)) namesIn(each, names);
  return names;
}

/** The functions that a table lacks. Those of a site's own have addresses as names. */
const foreign: ReadonlySet<string> = new Set(Object.keys(functions).filter((name) => !(name in numberFunctions)));

/** Whether compiled data may call one of these functions. A list that looks like a call counts too. */
const calls = (data: unknown, names: ReadonlySet<string>): boolean =>
  Array.isArray(data) &&
  (names.has(data[0] as string) ||
    String(data[0]).startsWith(serverPaths.own) ||
    data.some((each) => calls(each, names)));

const readsOnly = (data: unknown, allowed: ReadonlySet<string>): boolean =>
  [...namesIn(data)].every((name) => allowed.has(name));

/** Whether all visitors wait equally long. */
const isSameForAll = ({ from, to }: { readonly from?: unknown; readonly to?: unknown }): boolean => from === to;

/** The constants of a flow. */
const constants: ReadonlySet<string> = new Set(['texts']);
/** What the texts of a screen can read without depending on the visitor. */
const screenNames: ReadonlySet<string> = new Set([...constants, 'step', 'steps']);

/** Whether the HTML and the title of a step are the same for all visitors. */
const isFixed = (step: StepDefinition): boolean =>
  stepRole(step) === 'screen' &&
  step.kind !== 'form' &&
  !('fetch' in step) &&
  step.final !== true &&
  Object.keys(step.query ?? {}).length === 0 &&
  readsOnly([step.show, step.title, step.titlePrefix], screenNames);

const performed: ReadonlySet<string> = new Set<TableEffect['kind']>(['navigate', 'toast', 'alert', 'track', 'focus']);

/** The effects that a page performs for an action of the machine; null if only the machine can perform it. */
function tableActions(
  compiled: CompiledFlow,
  context: FlowContext,
  { type, params = {} }: Action,
): readonly TableAction[] | null {
  switch (type) {
    // A replayed event sets the time.
    case 'stamp':
      return [];
    case 'chooseDelay':
      return isSameForAll(params) ? [] : null;
    case 'clearErrors':
      return [['clearErrors']];
    case 'answer':
      return [['answer', params['list'] as string, params['index'] as number]];
    case 'setError':
      return readsOnly(params, constants) ? [['setError', params['field'] as string]] : null;
    case 'navigate':
      if (Object.keys(compiled.flow.steps[(params as EffectParams['navigate']).step]?.query ?? {}).length > 0)
        return null;
      break;
    case 'notify':
    case 'track':
      if (!readsOnly(params, constants)) return null;
      break;
    default:
      return null;
  }
  const effects = effectsOf(compiled, { type, params, info: { context, event: { type: '' } } });
  return effects.every(({ kind }) => performed.has(kind)) ? (effects as readonly TableEffect[]) : null;
}

function tableGuard({ type, params = {} }: Action, lists: ReadonlySet<string>): TableGuard | null {
  switch (type) {
    case 'isOption':
      return ['isOption', params['values'] as number[]];
    case 'isAnswered':
    case 'isComplete':
      return [type, params['list'] as string, params['index'] as number, params['values'] as number[]];
    case 'canEnter':
      return ['canEnter', params['needs'] as string[]];
    case 'isTrue':
      return readsOnly(params, lists) && !calls(params['when'], foreign) ? ['isTrue', params['when'] as Code] : null;
    default:
      return null;
  }
}

/** The lists that the questions of a flow fill. */
const listsOf = ({ flow }: CompiledFlow): ReadonlySet<string> =>
  new Set(Object.values(flow.questions ?? {}).map(({ saveAs }) => saveAs));

const out: TableTransition = { out: true };

/** Compiles the states that a visitor can reach from a state. */
class TableCompiler {
  readonly states: Record<string, TableState> = {};
  private readonly root: StateNode;
  private readonly lists: ReadonlySet<string>;
  private readonly compiled: CompiledFlow;
  private readonly context: FlowContext;
  private readonly step: string;

  constructor(session: Session) {
    const { compiled, snapshot } = session;
    this.compiled = compiled;
    this.context = snapshot.context;
    this.step = leafOf(session).step;
    this.root = compiled.machine.config as StateNode;
    this.lists = listsOf(compiled);
  }

  /** The timer of a state; null if it has none, or one of random length. */
  private timerAt(state: string): NonNullable<TableState['after']> | null {
    const [delay] = Object.keys(this.nodeAt(state).after ?? {});
    const name = delay?.replace('delay:', '') ?? '';
    const wait = this.compiled.delays.get(name);
    if (wait === undefined || !isSameForAll(wait)) return null;
    return [{ type: 'TIMER', id: `timer:${name}/${wait.from}` }, wait.from];
  }

  /** The leaf of a state that the visitor or a timer ends, if its screen is the same for all visitors; else null. */
  leafAt(state: string): Leaf | null {
    const leaf = this.compiled.leaves.get(state);
    const step = this.compiled.flow.steps[leaf?.step ?? ''];
    if (step === undefined || !isFixed(step)) return null;
    if (leaf?.status !== 'ready' && !(leaf?.status === 'waiting' && this.timerAt(state) !== null)) return null;
    // The title of another step without one depends on the address.
    return leaf.step === this.step || step.title !== undefined ? leaf : null;
  }

  private actions(actions: readonly Action[]): TableAction[] | null {
    const all = actions.map((action) => tableActions(this.compiled, this.context, action));
    return all.includes(null) ? null : all.flatMap((each) => each ?? []);
  }

  /** The end of a transition that enters a state. @param from the step that stays active; null if none does */
  private enter(target: string, from: string | null, actions: readonly Action[]): TableTransition {
    const path = target.split('.');
    const done = [...actions];
    let node: StateNode = this.root;
    for (let depth = 0; ; depth += 1) {
      const key = path[depth] ?? node.initial;
      const child = key === undefined ? undefined : node.states?.[key];
      if (child === undefined) break;
      path[depth] = key as string;
      node = child;
      // The machine does not enter a step again that stays active.
      if (depth > 0 || key !== from) done.push(...(node.entry ?? []));
      if (node.invoke !== undefined) return out;
    }
    const all = this.actions(done);
    if (all === null) return out;
    const state = path.join('.');
    const own = all.length === 0 ? {} : { do: all };
    if (node.always !== undefined) return { ...own, next: waysOf(node.always).map((way) => this.way(way, state)) };
    if (this.leafAt(state) === null) return out;
    // No press wakes the island after a timer that leaves the table.
    if (Object.values(node.after ?? {}).some((way) => isOut(this.way(way, state)))) return out;
    this.add(state);
    return { ...own, to: state };
  }

  private way({ guard, target, actions = [] }: Way, state: string): TableTransition {
    const condition = guard === undefined ? {} : { if: tableGuard(guard, this.lists) };
    // Without the condition it is unknown whether a later transition is taken.
    if (condition.if === null) return out;
    const own = condition as { if?: TableGuard };
    const [step = ''] = state.split('.');
    if (target === undefined) {
      const all = this.actions(actions);
      return all === null ? { ...own, ...out } : { ...own, ...(all.length === 0 ? {} : { do: all }) };
    }
    // A transition of a step to itself is left to the machine.
    if (target === `#${step}`) return { ...own, ...out };
    const next = target.startsWith('#')
      ? this.enter(target.slice(1), null, actions)
      : this.enter([...state.split('.').slice(0, -1), target].join('.'), step, actions);
    return { ...own, ...next };
  }

  private nodeAt(state: string): StateNode {
    return state.split('.').reduce((node, key) => node.states?.[key] ?? {}, this.root);
  }

  add(state: string): void {
    if (this.states[state] !== undefined) return;
    const { screen } = this.leafAt(state) as Leaf;
    // Registered before its transitions, which may lead back to it.
    this.states[state] = { screen, on: {} };
    const after = this.timerAt(state);
    const events = [
      ...Object.entries(this.nodeAt(state).on ?? {}),
      ...Object.values(this.nodeAt(state).after ?? {}).map((way) => ['TIMER', way] as const),
    ];
    const on = Object.fromEntries(
      events.map(([event, ways]) => [event, waysOf(ways).map((way) => this.way(way, state))]),
    );
    const stored = on['SELECT']?.[0]?.do?.find((action) => !('kind' in action) && action[0] === 'answer');
    const [, list, index] = (stored ?? []) as Partial<Extract<TableAction, readonly ['answer', ...unknown[]]>>;
    this.states[state] = {
      screen,
      ...(after === null ? {} : { after }),
      ...(list === undefined || index === undefined ? {} : { answer: [list, index] as const }),
      on,
      ...(Object.values(on).flat().some(isOut) ? { last: true } : {}),
    };
  }

  /** Back and Forward to the screens of the table. */
  history(): TransitionTable['history'] {
    const ways = waysOf(this.root.on?.['GO'] ?? []);
    const screens = new Set(Object.values(this.states).map(({ screen }) => screen));
    return Object.fromEntries(
      [...screens].map((screen) => {
        const own = ways.filter(({ guard }) => guard?.params?.['screen'] === screen);
        const taken = own.map(({ guard, target = '' }): TableTransition => {
          const condition = tableGuard(guard as Action, this.lists);
          const next = this.enter(target.slice(1), null, []);
          return condition === null || next.to === undefined ? out : { if: condition, ...next };
        });
        return [screen, [...taken, out]];
      }),
    );
  }
}

const isOut = ({ out: ends, next = [] }: TableTransition): boolean => ends === true || next.some(isOut);

/**
 * The table of the states that a visitor reaches from a session's state by questions, texts and conditions over answers.
 * A transition that needs a call, a timer of random length, a form or a visitor's values leads out of it.
 * @returns null if the session's screen depends on the visitor, or leads nowhere within the table
 */
export function compileTable(session: Session): TransitionTable | null {
  const compiler = new TableCompiler(session);
  const start = stateOf(session);
  if (compiler.leafAt(start) === null) return null;
  compiler.add(start);
  if (Object.keys(compiler.states).length < 2) return null;
  const history = compiler.history();
  const { values } = session.snapshot.context;
  const used = [...listsOf(session.compiled)].map((name): [string, Json] => [name, values[name] ?? null]);
  return { start, values: Object.fromEntries(used), states: compiler.states, history };
}
