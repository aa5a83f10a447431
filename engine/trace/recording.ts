/** The events and effects of recorded steps. The schema of a trace does not check their members. */
import type { Json } from '../../schemas/compiled.ts';
import type { TraceStep } from '../../schemas/generated/types.ts';
import type { CallReport, Effect } from '../session/effects.ts';
import { isRecord } from './differences.ts';

/** The recorded outcome of a call. */
export type RecordedOutcome =
  | { readonly type: 'DONE'; readonly id: string; readonly output: Json; readonly report?: CallReport }
  | {
      readonly type: 'FAILED';
      readonly id: string;
      readonly error?: { readonly message: string | null; readonly status: number | null };
      readonly report?: CallReport;
    };

type RecordedEvent = NonNullable<TraceStep['event']>;
type RecordedEffect<Kind extends Effect['kind']> = Json & Extract<Effect, { readonly kind: Kind }>;

const isOutcome = (event: RecordedEvent): event is RecordedEvent & RecordedOutcome =>
  (event.type === 'DONE' || event.type === 'FAILED') && typeof event['id'] === 'string';

/** The outcome of a call that an event is; null for any other event. */
export const recordedOutcome = ({ event }: Pick<TraceStep, 'event'>): RecordedOutcome | null =>
  event !== null && isOutcome(event) ? event : null;

const isOfKind =
  <Kind extends Effect['kind']>(kinds: readonly Kind[]) =>
  (effect: Json): effect is RecordedEffect<Kind> =>
    isRecord(effect) && kinds.some((kind) => effect['kind'] === kind);

/** The effects of a step that are of some kinds, in their order. */
export const recordedEffects = <Kind extends Effect['kind']>(
  { effects }: Pick<TraceStep, 'effects'>,
  ...kinds: readonly Kind[]
): RecordedEffect<Kind>[] => effects.filter(isOfKind(kinds));
