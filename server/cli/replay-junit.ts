/** Replays as JUnit XML: one case for each trace. */
import { type Difference, shownValue } from '../../engine/trace/differences.ts';
import { type JunitCase, junitSuite } from './junit.ts';
import { type ReplayOutcome, resultOf } from './replay-report.ts';

const differenceText = ({ path, of, recorded, replayed }: Difference): string =>
  `${path}${of === undefined ? '' : ` (${of})`}: recorded ${shownValue(recorded)}, replayed ${shownValue(replayed)}`;

/** Why a case has not passed; null for one that has. */
function outcomeOf(each: ReplayOutcome, whole: boolean): JunitCase['outcome'] {
  if (each.replay === null) return { kind: 'error', message: each.error };
  const result = resultOf(each, whole);
  const { divergence, missing } = each.replay;
  if (result === 'different' && divergence !== null)
    return {
      kind: 'failure',
      message: `First difference at step ${divergence.n}: ${divergence.kind}`,
      text: divergence.differences.map(differenceText).join('\n'),
    };
  if (result !== 'incomplete') return null;
  const message = missing === null ? 'The trace has no end.' : `Steps from ${missing[0]} on are missing.`;
  return { kind: 'error', message };
}

/**
 * A test suite with a case for each trace: a difference is a failure, an incomplete or unreadable trace an error. Other
 * words pass.
 * @param whole whether an open trace counts as incomplete
 */
export const junitOf = (replayed: readonly ReplayOutcome[], whole: boolean): string =>
  junitSuite(
    'funnel replay',
    replayed.map((each) => ({
      ...{ group: each.replay?.head.flow ?? 'unreadable', name: each.name },
      outcome: outcomeOf(each, whole),
    })),
  );
