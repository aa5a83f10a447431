/** Moves, walks and goals in the words of an author. */
import type { Code, Json } from '../../schemas/compiled.ts';
import type { FlowDefinition } from '../definition.ts';
import { stepOf } from '../flow/context.ts';
import type { FlowTransition } from '../flow/transitions.ts';
import type { SessionEvent } from '../session/session.ts';
import { type CallPlace, callPlace, callWithId } from '../steps/parts/call-id.ts';
import type { WalkStep } from './cover.ts';
import type { Goal } from './goals.ts';
import type { Move } from './moves.ts';
import { namesGuarded } from './visitors.ts';

const pathIn = (flow: FlowDefinition, screen: string | null): string | null =>
  flow.steps[stepOf(screen ?? '')]?.path?.[0] ?? null;

/** The path of the call with this id, such as `/api/lead`. */
export function calledPath(flow: FlowDefinition, id: string): string {
  const call = callWithId(flow, id);
  return call?.post ?? call?.get ?? id;
}

const failureWords = {
  refused: 'is refused (422)',
  error: 'fails (500)',
  network: 'fails without network',
} as const;

function eventWords(
  flow: FlowDefinition,
  event: SessionEvent,
  from: string,
  move: Extract<Move, { kind: 'send' }>,
): string {
  const question = from.split('.')[1] ?? from;
  switch (event.type) {
    case 'on':
      return `press ${event.name}`;
    case 'SELECT':
      return `choose ${question}=${event.value}`;
    case 'NEXT':
      return event.value === undefined ? 'next' : `answer ${question}=${event.value} → next`;
    case 'PREVIOUS':
      return 'previous';
    case 'INPUT':
      return `type into ${event.field}`;
    case 'SUBMIT':
      return move.fault === undefined ? 'submit' : `submit with an invalid ${move.fault.field}`;
    case 'GO':
      return `back to ${event.screen}`;
    case 'TIMER':
      return `wait ${event.id.split('/').at(-1)} ms`;
    case 'DONE':
      return `${calledPath(flow, event.id)} replies${move.isBare === true ? ' without a redirect' : ''}`;
    case 'FAILED':
      return `${calledPath(flow, event.id)} ${
        move.refusal === undefined ? failureWords[move.failure ?? 'error'] : `refuses (${move.refusal.status})`
      }`;
  }
}

function openWords(flow: FlowDefinition, { how, input }: Extract<Move, { kind: 'open' }>): string {
  if (how === 'reload') return 'reload the page';
  if (how === 'lost') return 'reload the page in a tab that has lost the visit';
  const path = pathIn(flow, input.screen);
  if (path === null) return 'start';
  const wanted = Object.keys(flow.steps[stepOf(input.screen ?? '')]?.query ?? {});
  const given = Object.keys(input.query);
  const values =
    wanted.length === 0
      ? ''
      : given.length === 0
        ? ` without ${wanted.join(', ')}`
        : Object.values(input.query).every((text) => text === '?')
          ? ` with an invalid ${given.join(', ')}`
          : ` with ${given.join(', ')}`;
  return `${how === 'shared' ? 'open in another tab' : 'open'} ${path}${values}`;
}

/** A move. @param from the screen before it */
export const moveWords = (flow: FlowDefinition, move: Move, from: string): string =>
  move.kind === 'open' ? openWords(flow, move) : eventWords(flow, move.event, from, move);

/** A walk as one line: `start → press begin → wait 600 ms → quiz.profile → answer profile=0 → next`. */
export function walkWords(flow: FlowDefinition, steps: readonly Pick<WalkStep, 'move' | 'screen'>[]): string {
  let at = '';
  return steps
    .flatMap(({ move, screen }, index) => {
      const words = moveWords(flow, move, at);
      const isShown = screen !== at || move.kind === 'open';
      at = screen;
      return [...(index === 0 && words === 'start' ? [] : [words]), ...(isShown ? [screen] : [])];
    })
    .join(' → ');
}

/**
 * What a visitor answers on a walk, as far as the way or a condition depends on it: `area = civil, age = 20`; empty if it does not.
 * @param when the condition
 */
export function answerWords(
  flow: FlowDefinition,
  steps: readonly Pick<WalkStep, 'move' | 'screen'>[],
  when?: Code,
): string {
  const guarded = namesGuarded(flow, when === undefined ? [] : [when]);
  const answers = new Map<string, Json>();
  let at = '';
  for (const { move, screen } of steps) {
    const [step = '', question] = at.split('.');
    at = screen;
    if (move.kind === 'open') {
      for (const [name, value] of Object.entries(move.input.visit)) if (value !== null) answers.set(name, value);
      continue;
    }
    const { event } = move;
    const definition = flow.steps[step];
    const { saveAs = '' } = (definition?.kind === 'ask' ? flow.questions?.[definition.ask] : undefined) ?? {};
    if ((event.type === 'SELECT' || event.type === 'NEXT') && event.value !== undefined && guarded.includes(saveAs))
      answers.set(question ?? step, event.value);
    if (event.type === 'INPUT' && guarded.includes(event.field)) answers.set(event.field, event.value);
    if (event.type === 'SUBMIT')
      for (const [name, value] of Object.entries(event.values)) if (guarded.includes(name)) answers.set(name, value);
  }
  return [...answers].map(([name, value]) => `${name} = ${valueWords(value)}`).join(', ');
}

const valueWords = (value: Json): string =>
  Array.isArray(value) ? `[${value.join(', ')}]` : value === '' || value === null ? 'nothing' : String(value);

const guardWords: Readonly<Record<string, readonly [holds: string, fails: string]>> = {
  isOption: ['an option', 'no option'],
  isAnswered: ['answered', 'not answered'],
  isComplete: ['all answered', 'an answer is missing'],
  isValid: ['valid', 'invalid'],
  startsAt: ['a value is missing', ''],
};

/** The condition of a transition, and of the guard that does not hold. */
function conditionWords({ state, guard, branch }: FlowTransition, holds: boolean): string {
  if (guard === null) return branch > 0 && state !== 'boot' ? 'otherwise' : '';
  if (guard.type === 'isTrue') return `condition ${branch + 1} ${holds ? 'holds' : 'does not hold'}`;
  if (guard.type === 'canEnter') return guard.params['loaded'] === undefined ? '' : 'its data is loaded';
  return guardWords[guard.type]?.[holds ? 0 : 1] ?? guard.type;
}

function machineEventWords(flow: FlowDefinition, { state, event, guard }: FlowTransition): string {
  const screen = String(guard?.params['screen'] ?? '');
  if (state === 'boot') {
    if (guard === null) return 'start';
    return pathIn(flow, screen) !== null && !screen.includes('.')
      ? `open ${pathIn(flow, screen)}`
      : `reload at ${screen}`;
  }
  if (event === 'GO') return `back to ${screen}`;
  if (event === '') return '';
  if (event.startsWith('on.')) return `press ${event.slice('on.'.length)}`;
  if (event.startsWith('xstate.after.')) return 'after the delay';
  for (const [prefix, word] of [
    ['xstate.done.actor.', 'replies'],
    ['xstate.error.actor.', 'fails'],
  ] as const)
    if (event.startsWith(prefix)) return `${calledPath(flow, event.slice(prefix.length))} ${word}`;
  return { SELECT: 'choose', NEXT: 'next', PREVIOUS: 'previous', INPUT: 'type', SUBMIT: 'submit' }[event] ?? event;
}

/** A state without the parts that an author does not write. */
const plainState = (state: string): string => state.replace(/\.(ready|run)$/, '').replace(/\.do-/, '.');

/** What is to be covered: `quiz.profile: next, answered → quiz.frequency`. */
export function goalWords(flow: FlowDefinition, goal: Goal): string {
  switch (goal.kind) {
    case 'screen':
      return goal.screen;
    case 'transition':
    case 'guard': {
      const { transition } = goal;
      const isEntry = transition.state === '' || transition.state === 'boot';
      const what = [machineEventWords(flow, transition), conditionWords(transition, goal.kind === 'transition')].filter(
        (each) => each !== '',
      );
      const to =
        goal.kind === 'guard' ? '' : transition.target === null ? ' → stays' : ` → ${plainState(transition.target)}`;
      return `${isEntry ? '' : `${plainState(transition.state)}: `}${what.join(', ') || 'at once'}${to}`;
    }
    case 'rule':
      return `${goal.step}: field ${goal.field} breaks rule ${goal.rule + 1}`;
    case 'failure':
      return `${goal.step}: ${calledPath(flow, goal.call)} ${failureWords[goal.failure]}`;
  }
}

/** The place of a goal in the file of its flow, as far as it has one. */
export function goalPath(flow: FlowDefinition, goal: Goal): readonly (string | number)[] {
  const found = (...path: (string | number)[]): readonly (string | number)[] => {
    let value: unknown = flow;
    for (const key of path) value = (value as Readonly<Record<string | number, unknown>> | undefined)?.[key];
    return value === undefined ? path.slice(0, 2) : path;
  };
  if (goal.kind === 'screen' || goal.kind === 'rule') return found('steps', goal.step);
  const callPath = (id: string) => {
    const { step, part, index } = callPlace(id) as CallPlace;
    return found('steps', step, part, 'calls', index);
  };
  if (goal.kind === 'failure') return callPath(goal.call);
  const { state, event, branch, guard } = goal.transition;
  const step = stepOf(state);
  const screen = guard?.params['screen'];
  if (state === '' || state === 'boot') return typeof screen === 'string' ? found('steps', stepOf(screen)) : ['start'];
  if (event === '') return found('steps', step, 'branch', branch);
  if (event.startsWith('on.')) return found('steps', step, 'on', event.slice('on.'.length));
  const [, call] = /^xstate\.(?:done|error)\.actor\.(.*)$/.exec(event) ?? [];
  return call === undefined ? found('steps', step) : callPath(call);
}
