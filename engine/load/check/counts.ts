import type { FlowFile } from '../../../schemas/generated/types.ts';
import type { Draft } from '../link/draft.ts';
import type { Source } from '../source/source.ts';
import { questionSets, setCountedBy } from './question-sets.ts';
import { countsIn } from './text-counts.ts';

/** Checks the number of questions that the texts of a flow name. */
export function checkCounts(draft: Draft, source: Source<FlowFile>): void {
  const texts = draft.contents(source).annotated.filter(({ kind }) => kind === 'text' || kind === 'prose');
  const sets = questionSets(source.data, texts);
  if (sets.length === 0) return;
  for (const { path, at, number, word, fact } of countsIn(draft, texts)) {
    const set = setCountedBy(word, sets);
    // Of other questions, the search of ways says how many there are.
    if (set?.isWhole !== true || number === set.count) continue;
    draft.report.add('count-differs', source, source.place(path, at), {
      written: `${number} ${word}`,
      ...{ set: set.id, count: set.count, fact },
    });
  }
}
