/** What edited intakes would have answered to the calls of a recorded visit. */
import type { Json } from '../../schemas/compiled.ts';
import type { TraceStep } from '../../schemas/generated/types.ts';
import type { CompiledFlow } from '../flow/index.ts';
import { type Difference, differenceText, equalJson } from './differences.ts';

/** A recorded reply beside what the intake of given definitions would answer. */
export interface CheckedReply {
  /** The number of the step that made the call. */
  readonly n: number;
  /** The method and the path. */
  readonly of: string;
  /** The members of the answer that do not depend on redacted values, as they are. */
  readonly known: Readonly<Record<string, Json>>;
  /** The differences between both, where the recorded values are redacted. */
  readonly differences: readonly Difference[];
}

/** Checks the replies of a run. @param strayedAt from this step on, the recorded calls are not those of the visitor */
export type ReplyCheck = (
  compiled: CompiledFlow,
  steps: readonly Pick<TraceStep, 'n' | 'event' | 'effects'>[],
  strayedAt: number | null,
) => Iterable<CheckedReply>;

/** The intakes of today and of the edited definitions. */
export interface ReplyChecks {
  readonly today: ReplyCheck;
  readonly edited: ReplyCheck;
}

export interface ReplyChange {
  readonly n: number;
  readonly verdict: 'refused' | 'elsewhere' | 'changed';
  readonly change: string;
}

/** A `message` is a text for the visitor. It may be another one. */
const isText = (name: string): boolean => name === 'message';

/** Where both versions know a member, their own values are compared: those of a trace have only their shape. */
function differencesOf(today: CheckedReply | undefined, edited: CheckedReply): Difference[] {
  const same = new Set(today?.differences.map((each) => JSON.stringify(each)));
  const found = new Map(
    edited.differences.filter((each) => !same.has(JSON.stringify(each))).map((each) => [each.path, each]),
  );
  for (const [name, replayed] of Object.entries(edited.known)) {
    const recorded = today?.known[name];
    if (recorded === undefined || isText(name) || equalJson(recorded, replayed)) continue;
    const path = `reply.${name}`;
    found.set(path, { path, of: edited.of, recorded, replayed });
  }
  return [...found.values()];
}

function changeOf(difference: Difference): Omit<ReplyChange, 'n'> {
  const { path, of, recorded, replayed } = difference;
  if (path === 'reply.status')
    return replayed === 200
      ? { verdict: 'elsewhere', change: `${of} is accepted; it was refused with ${String(recorded)}.` }
      : { verdict: 'refused', change: `${of} is refused with ${String(replayed)}.` };
  if (path !== 'reply.redirectUrl') return { verdict: 'changed', change: differenceText(difference) };
  const [now, then] = [replayed, recorded].map((address) => (typeof address === 'string' ? address : 'nowhere'));
  return { verdict: 'elsewhere', change: `${of}: the visitor leaves for ${now}, not for ${then}.` };
}

/** What the edited intakes answer otherwise. A difference that today's intakes have as well does not count. */
export function changedReplies(today: readonly CheckedReply[], edited: readonly CheckedReply[]): ReplyChange[] {
  const keyOf = ({ n, of }: CheckedReply): string => `${n} ${of}`;
  const before = new Map(today.map((each) => [keyOf(each), each]));
  return edited.flatMap((each) =>
    differencesOf(before.get(keyOf(each)), each).map((difference) => ({ n: each.n, ...changeOf(difference) })),
  );
}
