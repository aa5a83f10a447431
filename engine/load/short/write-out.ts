/** Expands short forms, so that later stages handle only the long ones. */
import type { SiteFile } from '../../../schemas/generated/types.ts';
import { Report } from '../../errors/report.ts';
import type { Extensions } from '../../extensions/extensions.ts';
import type { Memo } from '../../memo/memo.ts';
import type { Source } from '../source/source.ts';
import { addNames, namesInTexts } from '../source/unknown.ts';
import { checkFunnel } from './check-funnel.ts';
import { defaultsOf } from './defaults.ts';
import { writeCalls } from './flow-calls.ts';
import { checkFlowSets, isWrittenShort, writeFlow } from './long-flow.ts';
import { lowerFunnel } from './lower-funnel.ts';
import { hasRepeats, writeRepeats } from './repeats.ts';
import { hasRequired, writeRequired } from './requirement.ts';
import { hasRounds, writeRounds } from './rounds.ts';
import { settle } from './settle.ts';

interface Around {
  readonly extensions: Extensions;
  /** Names in what could not be read, to which those of a mistaken file are added. */
  readonly unknown: Set<string>;
}

/** Whether a part of a funnel is unknown that decides how the others are written out. */
const lacksParts = (source: Source): boolean =>
  ['fields', 'questions', 'results'].some((key) => source.data[key] === undefined && source.lacksEntries([key]));

/**
 * Replaces calls of flows by their steps, each funnel in one file by its definitions, the word `required` of fields by
 * rules, branches after a question by a step of their own, questions with a type by steps with forms, and groups that
 * repeat by the fields of their entries.
 */
export function writeOut(
  sources: readonly Source[],
  site: SiteFile,
  { extensions, unknown }: Around,
  memo: Memo,
): Source[] {
  const defaults = defaultsOf(site);
  const key = JSON.stringify(defaults);
  const funnels = new Map<string, Source>();
  /** What was made from a file. Names that are cut from it may be used. */
  const noted = (made: Source, source: Source): Source => {
    if (made.unknown !== source.unknown) for (const name of namesInTexts(made.unknown?.texts ?? [])) unknown.add(name);
    return made;
  };
  const whole = (made: readonly Source[], source: Source): readonly Source[] => {
    if (made.length === 0) addNames(unknown, source);
    return made.map((each) => noted(each, source));
  };
  const asked = writeCalls(sources, unknown, memo).flatMap((source): readonly Source[] => {
    if (!hasRounds(source)) return [source];
    const made = memo.once('rounds', source, [extensions], () => {
      const settled = settle(source, extensions, memo.report, writeRounds);
      return settled === null ? null : writeRounds(settled, new Report());
    });
    if (made !== null) return [noted(made, source)];
    addNames(unknown, source);
    return [];
  });
  const written = asked.flatMap((source): readonly Source[] => {
    if (source.kind === 'form' && hasRequired(source))
      return [memo.once('required', source, [key], () => writeRequired(source, defaults, memo.report))];
    if (source.kind === 'flow' && isWrittenShort(source)) {
      const made = memo.once('written flow', source, [key, extensions], () => {
        const settled = settle(source, extensions, memo.report, (each, report) =>
          checkFlowSets(each, defaults, report),
        );
        return settled === null ? [] : writeFlow(settled, defaults, memo.report);
      });
      return whole(made, source);
    }
    if (source.kind !== 'funnel') return [source];
    const id = String(source.data.funnel);
    const other = funnels.get(id);
    if (other !== undefined) {
      memo.report.add('id-taken', source, source.place(['funnel']), { kind: 'funnel', id, other: other.path });
      return [];
    }
    funnels.set(id, source);
    const made = memo.once('funnel', source, [key, extensions], () => {
      const settled = settle(source, extensions, memo.report, (each, report) => checkFunnel(each, report, defaults));
      if (settled === null || lacksParts(settled)) return [];
      return lowerFunnel(settled, defaults).flatMap((each) => {
        if (each.kind !== 'flow' || !isWrittenShort(each)) return [each];
        const report = new Report();
        checkFlowSets(each, defaults, report);
        memo.report.adopt(report.problems);
        return report.failed ? [] : writeFlow(each, defaults, memo.report);
      });
    });
    return whole(made, source);
  });
  return written.map((source) =>
    source.kind === 'form' && hasRepeats(source)
      ? memo.once('repeats', source, [], () => writeRepeats(source, memo.report))
      : source,
  );
}
