/** What has states in the inspector: the position, whether it plays, and which panel is shown. */
import { assign, setup } from 'xstate';
import type { Outcome, VisitPlace, VisitReply } from './contract.ts';

export const panels = ['screen', 'context', 'effects', 'network', 'send', 'compare'] as const;
export type PanelName = (typeof panels)[number];

interface Context {
  /** The number of frames of each session. */
  readonly lengths: readonly number[];
  readonly session: number;
  readonly position: number;
  readonly panel: PanelName;
}

export type InspectorEvent =
  | { readonly type: 'FIRST' | 'BACK' | 'NEXT' | 'LAST' | 'PLAY' | 'PAUSE' }
  | { readonly type: 'GO'; readonly position: number }
  | { readonly type: 'SESSION'; readonly session: number }
  /** A step of any session. */
  | { readonly type: 'PLACE'; readonly session: number; readonly step: number }
  | { readonly type: 'PANEL'; readonly panel: PanelName }
  /** The visit went on. */
  | { readonly type: 'GROWN'; readonly lengths: readonly number[] };

export type SendToInspector = (event: InspectorEvent) => void;

const lastOf = ({ lengths, session }: Pick<Context, 'lengths' | 'session'>): number =>
  Math.max(0, (lengths[session] ?? 1) - 1);
const within = (context: Context, position: number): Partial<Context> => ({
  position: Math.min(Math.max(position, 0), lastOf(context)),
});

/** A visit that went on. Whoever looks at the last step of a session is shown the new one. */
function grown(context: Context, lengths: readonly number[]): Partial<Context> {
  const session = lengths.findLastIndex((length, index) => length > (context.lengths[index] ?? 0));
  if (session < 0 || context.position < lastOf(context)) return { lengths };
  return { lengths, session, position: lastOf({ lengths, session }) };
}

/** What a visit that has begun another page cannot undo. */
export const lasting: ReadonlySet<Outcome> = new Set(['bought', 'submitted', 'redirected']);

/** The place at which a visit opens: the step that decided how it ended, or the last screen of one that went well. */
export function openingPlace({ outcome, decided, sessions }: VisitReply): VisitPlace | null {
  if (decided === null || !lasting.has(outcome)) return decided;
  const { session, step } = decided;
  return { session, step: Math.max(step, (sessions[session]?.frames.length ?? 1) - 1) };
}

export const inspectorMachine = setup({
  types: {} as {
    context: Context;
    events: InspectorEvent;
    /** `start` is the step that it opens at; null for the last one. */
    input: { readonly lengths: readonly number[]; readonly start: VisitPlace | null };
  },
  actions: {
    forward: assign(({ context }) => within(context, context.position + 1)),
  },
  guards: {
    isLast: ({ context }) => context.position >= lastOf(context),
  },
  delays: { beat: 700 },
}).createMachine({
  id: 'inspector',
  // It opens at the step that decided the ending: that is where the question is.
  context: ({ input: { lengths, start } }) => {
    const session = start?.session ?? Math.max(0, lengths.length - 1);
    return { lengths, session, position: start?.step ?? lastOf({ lengths, session }), panel: 'screen' };
  },
  initial: 'still',
  on: {
    FIRST: { target: '.still', actions: assign({ position: 0 }) },
    BACK: { target: '.still', actions: assign(({ context }) => within(context, context.position - 1)) },
    NEXT: { target: '.still', actions: 'forward' },
    LAST: { target: '.still', actions: assign(({ context }) => ({ position: lastOf(context) })) },
    GO: { target: '.still', actions: assign(({ context, event }) => within(context, event.position)) },
    PLACE: {
      target: '.still',
      actions: assign(({ context: { lengths }, event: { session, step } }) => ({
        session,
        position: Math.min(step, lastOf({ lengths, session })),
      })),
    },
    SESSION: { target: '.still', actions: assign(({ event }) => ({ session: event.session, position: 0 })) },
    PANEL: { actions: assign(({ event }) => ({ panel: event.panel })) },
    GROWN: {
      guard: ({ context, event }) => event.lengths.join() !== context.lengths.join(),
      actions: assign(({ context, event }) => grown(context, event.lengths)),
    },
  },
  states: {
    still: {
      on: {
        PLAY: [{ guard: 'isLast', target: 'playing', actions: assign({ position: 0 }) }, { target: 'playing' }],
      },
    },
    playing: {
      on: { PAUSE: 'still' },
      after: {
        beat: [
          { guard: 'isLast', target: 'still' },
          { target: 'playing', reenter: true, actions: 'forward' },
        ],
      },
    },
  },
});
