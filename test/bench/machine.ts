/** The compiled machine compared with the same machine hand-written in XState: steps per second, in one run. */
import { type AnyStateMachine, assign, setup } from 'xstate';
import { createStepper } from '../../engine/flow/stepper.ts';
import { startAt } from '../harness/engine-driver.ts';
import { compileExample } from '../unit/session/example-flow.ts';

type Answers = (number | null)[];
interface Choice {
  type: 'SELECT' | 'NEXT' | 'PREVIOUS';
  value?: number;
}

/** The example's two questions, as a developer would write them. */
const byHand = setup({
  types: {} as { context: { answers: Answers }; events: Choice; input: object },
  guards: {
    offered: ({ event }) => event.value === 0 || event.value === 10,
    first: ({ context, event }) => [0, 10].includes(event.value ?? context.answers[0] ?? -1),
    second: ({ context, event }) => [0, 10].includes(event.value ?? context.answers[1] ?? -1),
    whole: ({ context }) => context.answers.every((answer) => answer !== null),
  },
  actions: {
    keepFirst: assign(({ context, event }) => ({
      answers: [event.value ?? context.answers[0] ?? null, context.answers[1] ?? null],
    })),
    keepSecond: assign(({ context, event }) => ({
      answers: [context.answers[0] ?? null, event.value ?? context.answers[1] ?? null],
    })),
    arrive: () => {},
    tell: () => {},
  },
}).createMachine({
  context: { answers: [null, null] },
  initial: 'quiz',
  states: {
    quiz: {
      initial: 'one',
      states: {
        one: {
          entry: 'arrive',
          on: {
            SELECT: { guard: 'offered', actions: 'keepFirst' },
            NEXT: [{ guard: 'first', target: 'other', actions: 'keepFirst' }, { actions: 'tell' }],
          },
        },
        other: {
          entry: 'arrive',
          on: {
            SELECT: { guard: 'offered', actions: 'keepSecond' },
            NEXT: [
              { guard: 'whole', target: '#contact', actions: 'keepSecond' },
              { guard: 'second', actions: 'tell' },
              { actions: 'tell' },
            ],
            PREVIOUS: 'one',
          },
        },
      },
    },
    contact: { id: 'contact' },
  },
});

const walk: Choice[] = [
  { type: 'NEXT' },
  { type: 'SELECT', value: 10 },
  { type: 'NEXT' },
  { type: 'SELECT', value: 0 },
  { type: 'PREVIOUS' },
  { type: 'NEXT' },
];

/** Steps per second of one machine over a number of walks. */
function measure(machine: AnyStateMachine, input: unknown, walks: number): number {
  const stepper = createStepper(machine);
  const [start] = stepper.begin(input);
  const begun = performance.now();
  for (let count = 0; count < walks; count += 1) {
    let snapshot = start;
    for (const event of walk) [snapshot] = stepper.step(snapshot, event);
  }
  return (walks * walk.length) / ((performance.now() - begun) / 1000);
}

const middle = (values: number[]): number => values.sort((a, b) => a - b)[Math.floor(values.length / 2)] as number;

/** The median ratio hand-written : compiled over interleaved rounds. The goal is at most 1.1. */
export function compareMachines(rounds = 9, walks = 3000): { ratio: number; compiled: number; byHand: number } {
  const compiled = compileExample().machine;
  const input = startAt({ screen: 'quiz' });
  const rates = { compiled: [] as number[], byHand: [] as number[] };
  measure(compiled, input, walks);
  measure(byHand, input, walks);
  for (let round = 0; round < rounds; round += 1) {
    rates.byHand.push(measure(byHand, input, walks));
    rates.compiled.push(measure(compiled, input, walks));
  }
  return {
    ratio: middle(rates.byHand) / middle(rates.compiled),
    compiled: Math.round(middle(rates.compiled)),
    byHand: Math.round(middle(rates.byHand)),
  };
}
