/** Mistakes of branches: conditions that nobody meets, or that everybody does. */
import {
  addScreen,
  type FlowMistake,
  grouped,
  type Junction,
  junctionsOf,
  namedOf,
  namesOf,
  oneOfSome,
  type PlantMistake,
  pairOf,
} from './flow-mistake.ts';
import type { Visitor, VisitorCondition } from './random-answers.ts';
import type { RandomFlow } from './random-flow.ts';
import type { Written } from './random-flow-draft.ts';
import { pick, type Random } from './random-form.ts';

const atBranch = ({ id }: Pick<Junction, 'id'>, index: number, code: string, says: readonly string[]): FlowMistake => ({
  places: [{ path: ['steps', id, 'branch', index, 'when'] }],
  codes: [code],
  says,
});

const notBoth = (one: VisitorCondition, other: VisitorCondition): string =>
  `${grouped(one.text)} && ${grouped(other.text)}`;

/** A branch whose condition contradicts itself. */
export const contradictoryBranch: PlantMistake = (flow, random) => {
  const junction = oneOfSome(random, junctionsOf(flow));
  const pair = junction === null ? null : pairOf(random, junction.known);
  if (junction === null || pair === null) return null;
  const index = Math.floor(random() * (junction.branches.length - 1));
  const extra = random() < 0.5 ? null : pairOf(random, junction.known);
  const when = notBoth(...pair) + (extra === null ? '' : ` && ${grouped(extra[0].text)}`);
  junction.branches.splice(index, 0, { when, to: pick(random, junction.targets) });
  return atBranch(junction, index, 'condition-never', namedOf(pair[0].text));
};

/** A branch whose visitors an earlier one takes. */
export const takenBranch: PlantMistake = (flow, random) => {
  const junction = oneOfSome(random, junctionsOf(flow));
  if (junction === null) return null;
  const { branches, known, visitors, targets, id } = junction;
  const index = Math.floor(random() * (branches.length - 1));
  const above = String(branches[index]?.['when']);
  const names = new Set(namesOf(above));
  // The narrower condition holds for somebody who is taken above.
  const others = known.flatMap((each) => (names.has(each.name.replace(/\[.*/, '')) ? [] : each.pairs.flat()));
  const holds = conditionIn(junction, above);
  const narrower = oneOfSome(
    random,
    others.filter((each) => holds === null || visitors.some((visitor) => holds(visitor) && each.holds(visitor))),
  );
  const when = narrower === null || random() < 0.3 ? above : `${grouped(above)} && ${grouped(narrower.text)}`;
  const place = index + 1 + Math.floor(random() * (branches.length - 1 - index));
  branches.splice(place, 0, { when, to: pick(random, targets) });
  return atBranch({ id }, place, 'branch-never', ['above', ...namedOf(above)]);
};

/** When a condition of a branch holds, if it is one of a single value. */
function conditionIn({ known }: Junction, text: string): ((visitor: Visitor) => boolean) | null {
  const all = known.flatMap((each) => [...each.pairs.flat(), ...each.ways.flat()]);
  return all.find((each) => each.text === text)?.holds ?? null;
}

/** A branch for visitors whom a junction before sends elsewhere. */
export const partedBranch: PlantMistake = (flow, random) => {
  const junction = oneOfSome(random, junctionsOf(flow));
  if (junction === null) return null;
  const [first] = junction.branches;
  const when = String(first?.['when']);
  if (first === undefined) return null;
  const opposite = junction.known
    .flatMap((each) => each.pairs)
    .flatMap(([one, other]) => (one.text === when ? [other.text] : other.text === when ? [one.text] : []));
  const [text = `!(${when})`] = opposite;
  const to = String(first['to']);
  first['to'] = 'planted';
  flow.flow.steps['planted'] = { branch: [{ when: text, to: pick(random, junction.targets) }, { to }] };
  return atBranch({ id: 'planted' }, 0, 'branch-never', ['only visitors come here with', ...namedOf(when)]);
};

/** Whether a condition is false where nothing has been answered. */
export const needsAnswer = (condition: VisitorCondition, visitors: readonly Visitor[]): boolean => {
  const empty = (sample: Visitor[string] | undefined): Visitor[string] =>
    typeof sample === 'string' ? '' : typeof sample === 'boolean' ? false : Array.isArray(sample) ? [] : null;
  const nothing = Object.fromEntries(
    [...new Set(visitors.flatMap((visitor) => Object.keys(visitor)))].map((name) => [
      name,
      empty(visitors.map((visitor) => visitor[name]).find((value) => value !== null && value !== undefined)),
    ]),
  );
  return !condition.holds(nothing);
};

/** A branch that asks for an answer that is given later, or on another way. */
export const unaskedBranch: PlantMistake = (flow, random) => {
  const junctions = junctionsOf(flow);
  const junction = oneOfSome(random, junctions);
  if (junction === null) return null;
  const here = new Set(junction.known.map(({ name }) => name));
  const fields = new Map<string, string>();
  for (const [step, { known }] of Object.entries(flow.at))
    for (const { name } of known) if (/^field\d/.test(name) && !fields.has(name)) fields.set(name, step);
  const elsewhere = Object.values(flow.at)
    .flatMap(({ known }) => known)
    .filter(({ name }) => fields.has(name) && !here.has(name) && !leads(flow, fields.get(name) as string, junction.id));
  const condition = oneOfSome(
    random,
    elsewhere.flatMap((each) => each.pairs.flat()).filter((each) => needsAnswer(each, junction.visitors)),
  );
  if (condition === null) return null;
  junction.branches.unshift({ when: condition.text, to: pick(random, junction.targets) });
  return atBranch(junction, 0, 'branch-never', [...namedOf(condition.text), 'not asked before']);
};

/** Whether a way leads from one step to another. */
export function leads({ flow }: RandomFlow, from: string, to: string): boolean {
  const seen = new Set<string>();
  const open = [from];
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (id === to) return true;
    if (seen.has(id)) continue;
    seen.add(id);
    const { show: _, form: _form, ...step } = flow.steps[id] ?? {};
    const texts = [...JSON.stringify(step).matchAll(/"(?:to|next)":"([\w-]+)"/g)].map(([, target = '']) => target);
    open.push(...texts);
  }
  return false;
}

/** Replaces the branches of a junction. @returns false if a step would have no way to it */
function rebranch({ branches, targets }: Junction, replaced: readonly Written[]): boolean {
  const kept = new Set(replaced.map(({ to }) => to));
  if (targets.some((target) => !kept.has(target))) return false;
  branches.splice(0, branches.length, ...replaced);
  return true;
}

/** A step for visitors of whom the branches above leave none. */
export const emptyStep: PlantMistake = (flow, random) => {
  const junction = oneOfSome(random, junctionsOf(flow));
  const pair = junction === null ? null : pairOf(random, junction.known);
  if (junction === null || pair === null) return null;
  const [first = '', second = first, third = second] = new Set(junction.targets);
  const others = junction.known.filter((each) => each.pairs.every((own) => !own.includes(pair[0])));
  const other = third === second && random() < 0.5 ? null : pairOf(random, others);
  const step = addScreen(flow, 'planted', first);
  const whens =
    other === null
      ? [pair[0].text, pair[1].text]
      : [notBoth(pair[0], other[0]), notBoth(pair[0], other[1]), pair[1].text];
  const steps = [first, second, third];
  const branches = [...whens.map((when, index) => ({ when, to: steps[index] })), { to: step }];
  if (!rebranch(junction, branches)) return null;
  const path = ['steps', junction.id, 'branch', branches.length - 1, 'to'];
  return { places: [{ path }], codes: ['step-never'], says: [step, 'above'] };
};

/** A condition that everybody meets, so that the branches below get nobody. */
export const generalBranch: PlantMistake = (flow, random) => {
  const junction = oneOfSome(random, junctionsOf(flow));
  const pair = junction === null ? null : pairOf(random, junction.known);
  if (junction === null || pair === null) return null;
  const when = pair.map(({ text }) => grouped(text)).join(' || ');
  const index = Math.floor(random() * (junction.branches.length - 1));
  junction.branches.splice(index, 0, { when, to: pick(random, junction.targets) });
  return atBranch(junction, index, 'condition-always', namedOf(pair[0].text));
};

/** Two branches that some visitors meet both, of which none contains the other. */
export const overlappingBranches: PlantMistake = (flow, random) => {
  const junction = oneOfSome(random, junctionsOf(flow));
  if (junction === null) return null;
  const found = overlapOf(junction, random);
  const [first] = junction.targets;
  if (found === null || first === undefined) return null;
  const [one, other] = found;
  const planted = addScreen(flow, 'planted', first);
  const rest = junction.targets.find((target) => target !== first) ?? first;
  if (!rebranch(junction, [{ when: one.text, to: first }, { when: other.text, to: planted }, { to: rest }]))
    return null;
  return atBranch(junction, 1, 'branch-overlap', [first]);
};

function overlapOf({ known, visitors }: Junction, random: Random) {
  for (let tries = 0; tries < 20; tries += 1) {
    const [one, other] = [pick(random, known), pick(random, known)];
    if (one.group === other.group) continue;
    const [first, second] = [pick(random, one.ways)[0], pick(random, other.ways)[0]];
    if (first === undefined || second === undefined) continue;
    const kinds = new Set(visitors.map((visitor) => `${first.holds(visitor)} ${second.holds(visitor)}`));
    if (['true true', 'true false', 'false true'].every((kind) => kinds.has(kind))) return [first, second] as const;
  }
  return null;
}
