/** Twenty kinds of mistakes of flows, planted in random flows that are right. */
import { isMap, type Pair, parseDocument, type Scalar } from 'yaml';
import type { DefinitionFile } from '../../engine/load/load-site.ts';
import {
  contradictoryBranch,
  emptyStep,
  generalBranch,
  overlappingBranches,
  partedBranch,
  takenBranch,
  unaskedBranch,
} from './branch-mistakes.ts';
import type { PlantMistake } from './flow-mistake.ts';
import { FlowMaker, type RandomFlow } from './random-flow.ts';
import { flowSiteOf } from './random-flow-site.ts';
import type { Random } from './random-form.ts';
import { lonelyStep, repeatedField, shortTime, trap, wrongCount } from './step-mistakes.ts';
import {
  coveredBands,
  dependentField,
  emptyBand,
  emptyStatement,
  hiddenField,
  highPillar,
  unreadAnswers,
  wrongMaximum,
} from './value-mistakes.ts';

/** A site with one mistake, and where and how it has to be reported. */
export interface MistakenFlowSite {
  readonly files: readonly DefinitionFile[];
  /** `file:line` of each place. */
  readonly places: readonly string[];
  readonly codes: readonly string[];
  readonly says: readonly string[];
}

/** The kinds of mistakes. */
export const flowMistakes: Readonly<Record<string, PlantMistake>> = {
  'a branch that contradicts itself': contradictoryBranch,
  'a branch whose visitors an earlier one takes': takenBranch,
  'a branch for visitors who went elsewhere': partedBranch,
  'a branch that reads what is not asked before': unaskedBranch,
  'a step whose branch nobody is left for': emptyStep,
  'a step that no way leads to': lonelyStep,
  'a condition that everybody meets': generalBranch,
  'a field that is never shown': hiddenField,
  'a field that depends on one that is never shown': dependentField,
  'a range that no answers give': emptyBand,
  'ranges that cover each other': coveredBands,
  'a pillar that is never the lowest': highPillar,
  'branches that overlap': overlappingBranches,
  'answers that nothing reads': unreadAnswers,
  'a field that is asked twice': repeatedField,
  'a number of questions that is wrong': wrongCount,
  'a time that is too short': shortTime,
  'a step without an exit': trap,
  'a statement that says nothing': emptyStatement,
  'a score with a wrong maximum': wrongMaximum,
};

/** A site with a mistake of a kind; null if the random flow has no place for it. */
export function mistakenFlowSite(plant: PlantMistake, random: Random): MistakenFlowSite | null {
  const { flow, ...made } = new FlowMaker(random, 'flow-1').make();
  const draft = { ...made, flow: structuredClone(flow), forms: structuredClone(made.forms) } as RandomFlow;
  const mistake = plant(draft, random);
  if (mistake === null) return null;
  const files = flowSiteOf([draft]);
  const places = mistake.places.map(({ form, path }) => {
    const file = form === undefined ? 'flow-1.flow.yaml' : `${form}.form.yaml`;
    return `${file}:${lineOf(files.find((each) => each.path === file)?.text ?? '', path)}`;
  });
  return { files, places, codes: mistake.codes, says: mistake.says };
}

/** The line of a value: that of its key. */
function lineOf(text: string, path: readonly (string | number)[]): number {
  const document = parseDocument(text);
  const parent = document.getIn(path.slice(0, -1), true);
  const last = path.at(-1);
  const pair = isMap(parent) ? parent.items.find((each) => (each.key as Scalar).value === last) : undefined;
  const start = ((pair as Pair<Scalar> | undefined)?.key.range ?? [])[0];
  if (start === undefined) throw new RangeError(`There is no ${path.join('.')}.`);
  return text.slice(0, start).split('\n').length;
}
