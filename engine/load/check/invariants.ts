import type { FlowFile } from '../../../schemas/generated/types.ts';
import { nearest } from '../../errors/nearest.ts';
import type { Draft } from '../link/draft.ts';
import type { Source } from '../source/source.ts';
import { trackedBySteps } from './track-events.ts';

/** Checks that each invariant of a flow states something, and that a step sends its event. */
export function checkInvariants({ report }: Draft, source: Source<FlowFile>): void {
  const { data } = source;
  const events = trackedBySteps(data);
  for (const kind of ['always', 'never'] as const)
    for (const [index, { at, when, event, times }] of (data[kind] ?? []).entries()) {
      const problem =
        when === undefined && event === undefined
          ? 'empty'
          : event === undefined
            ? times !== undefined && 'times'
            : (kind === 'always') === (at === undefined)
              ? 'at'
              : kind === 'always' && when !== undefined && 'when';
      if (problem !== false) report.add('invariant-shape', source, source.place([kind, index]), { kind, problem });
      else if (event !== undefined && !events.includes(event))
        report.add('invariant-event-unknown', source, source.place([kind, index, 'event']), {
          ...{ name: event, near: nearest(event, events), known: events },
        });
    }
}
