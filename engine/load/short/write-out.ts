/** Expands short forms, so that later stages handle only the long ones. */
import type { SiteFile } from '../../../schemas/generated/types.ts';
import type { Memo } from '../../memo/memo.ts';
import type { Source } from '../source/source.ts';
import { addNames } from '../source/unknown.ts';
import { checkFunnel } from './check-funnel.ts';
import { defaultsOf } from './defaults.ts';
import { writeCalls } from './flow-calls.ts';
import { isWrittenShort, writeFlow } from './long-flow.ts';
import { lowerFunnel } from './lower-funnel.ts';
import { hasRepeats, writeRepeats } from './repeats.ts';
import { hasRequired, writeRequired } from './requirement.ts';
import { hasRounds, writeRounds } from './rounds.ts';

/**
 * Replaces calls of flows by their steps, each funnel in one file by its definitions, the word `required` of fields by
 * rules, branches after a question by a step of their own, questions with a type by steps with forms, and groups that
 * repeat by the fields of their entries.
 * @param unknown names in what could not be read, to which those of a mistaken funnel are added
 */
export function writeOut(sources: readonly Source[], site: SiteFile, unknown: Set<string>, memo: Memo): Source[] {
  const defaults = defaultsOf(site);
  const key = JSON.stringify(defaults);
  const funnels = new Map<string, Source>();
  const asked = writeCalls(sources, unknown, memo).flatMap((source): readonly Source[] => {
    if (!hasRounds(source)) return [source];
    const made = memo.once('rounds', source, [], () => writeRounds(source, memo.report));
    if (made !== null) return [made];
    addNames(unknown, source);
    return [];
  });
  const written = asked.flatMap((source): readonly Source[] => {
    if (source.kind === 'form' && hasRequired(source))
      return [memo.once('required', source, [key], () => writeRequired(source, defaults, memo.report))];
    if (source.kind === 'flow' && isWrittenShort(source)) {
      const made = memo.once('written flow', source, [key], () => writeFlow(source, defaults, memo.report));
      if (made.length === 0) addNames(unknown, source);
      return made;
    }
    if (source.kind !== 'funnel') return [source];
    const id = String(source.data.funnel);
    const other = funnels.get(id);
    if (other !== undefined) {
      memo.report.add('id-taken', source, source.place(['funnel']), { kind: 'funnel', id, other: other.path });
      return [];
    }
    funnels.set(id, source);
    const made = memo.once('funnel', source, [key], () => {
      checkFunnel(source, memo.report, defaults);
      return memo.report.failed
        ? []
        : lowerFunnel(source, defaults).flatMap((each) =>
            each.kind === 'flow' && isWrittenShort(each) ? writeFlow(each, defaults, memo.report) : [each],
          );
    });
    if (made.length === 0) addNames(unknown, source);
    return made;
  });
  return written.map((source) =>
    source.kind === 'form' && hasRepeats(source)
      ? memo.once('repeats', source, [], () => writeRepeats(source, memo.report))
      : source,
  );
}
