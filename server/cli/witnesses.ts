/** Shows what problems say of flows: the shortest answers that lead there, in words and as scenarios. */
import type { SiteDefinition } from '../../engine/definition.ts';
import type { AuthorProblem, Claim } from '../../engine/errors/problem.ts';
import { createIntakeAnswers } from '../../engine/intakes/answers.ts';
import { caseOfWalk } from '../../engine/scenarios/from-walk.ts';
import { witnessOf } from '../../engine/walks/witness.ts';
import { answerWords, walkWords } from '../../engine/walks/words.ts';
import type { ScenarioCase } from '../../schemas/generated/types.ts';
import { compiledFlow } from '../definitions/flow-machine.ts';
import { redirectOf } from '../intakes/redirect.ts';
import { writeScenarios, writtenCase } from './walk-scenarios.ts';

/** A visit that meets what a problem says. */
export interface Witness {
  readonly flow: string;
  /** Null for a visit that no act makes. */
  readonly case: ScenarioCase | null;
  /** The answers on which the way depends; the whole walk if there are none. */
  readonly words: string;
}

/** Finds the witness of a problem; null for one that claims nothing, or that no walk shows. */
export type FindWitness = (problem: Pick<AuthorProblem, 'claim' | 'code' | 'message'>) => Witness | null;

/** The longest name of a case. */
const longestName = 160;

const shortened = (text: string): string => (text.length > longestName ? `${text.slice(0, longestName - 1)}…` : text);

/** @param site the definitions that the problems are about; null if they have errors: then nothing is shown */
export function witnessFinder(site: SiteDefinition | null): FindWitness {
  if (site === null) return () => null;
  const answers = createIntakeAnswers(site, redirectOf);
  const known = new Map<Claim, Witness | null>();
  const find = (claim: Claim, name: string): Witness | null => {
    const flow = site.flows[claim.flow];
    if (flow === undefined) return null;
    const compiled = compiledFlow(site, flow);
    const walk = witnessOf(compiled, claim, answers);
    if (walk === null) return null;
    const words = answerWords(flow, walk, claim.when) || walkWords(flow, walk);
    return { flow: claim.flow, case: caseOfWalk(compiled, walk, shortened(name)), words };
  };
  return ({ claim, code, message }) => {
    if (claim === undefined) return null;
    const found = known.get(claim);
    if (found !== undefined) return found;
    const witness = find(claim, `${code}: ${message}`);
    known.set(claim, witness);
    return witness;
  };
}

/** The line that shows a witness. */
export const exampleLine = ({ words }: Witness): string => `For example: ${words}.`;

/** A problem as tools read it, with its witness in place of its claim. */
export function problemWith<Problem extends AuthorProblem>({ claim, ...problem }: Problem, witness: FindWitness) {
  const found = witness({ ...problem, ...(claim === undefined ? {} : { claim }) });
  return found?.case ? { ...problem, witness: { flow: found.flow, case: writtenCase(found.case) } } : problem;
}

/**
 * Writes the witnesses of problems as scenarios, one file for each flow.
 * @returns the paths of the files
 */
export async function writeWitnesses(
  folder: string,
  problems: readonly AuthorProblem[],
  witness: FindWitness,
): Promise<readonly string[]> {
  const cases = new Map<string, ScenarioCase[]>();
  for (const problem of problems) {
    const found = witness(problem);
    if (found !== null && found.case !== null) cases.set(found.flow, [...(cases.get(found.flow) ?? []), found.case]);
  }
  const written: string[] = [];
  for (const [flow, some] of cases) written.push(...(await writeScenarios(folder, `${flow}-witnesses`, flow, some)));
  return written;
}
