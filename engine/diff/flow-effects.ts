/** What an edit of a flow means for its visitors: the outcomes of their answers, and the events on their paths. */
import { countOf } from '../values/count-of.ts';
import { answerChanges } from './answers.ts';
import { type FlowRoute, flowRoutes } from './flow-routes.ts';
import type { EditConsequence, Versions } from './version.ts';

/** The flows of both versions. */
const commonFlows = ({ before, after }: Versions): string[] =>
  Object.keys(after.site.flows).filter((flow) => Object.hasOwn(before.site.flows, flow));

/** The flows of both versions that behave otherwise. */
export const changedFlows = (versions: Versions): string[] =>
  commonFlows(versions).filter(
    (flow) => versions.before.site.flows[flow]?.behaviour !== versions.after.site.flows[flow]?.behaviour,
  );

/** For how many answer sets a computed value or a branch has another outcome. */
export function answerEffects(versions: Versions): EditConsequence[] {
  return changedFlows(versions).flatMap((flow) =>
    answerChanges(versions.before.compiled(flow), versions.after.compiled(flow)).map(
      ({ kind, name, moved, of, isSample, from }): EditConsequence => {
        const what = kind === 'computed' ? `${name} is another` : `the step ${name} leads elsewhere`;
        const shown = from.slice(0, 3).map(({ before, after, count }) => `${before} → ${after} for ${count}`);
        const more = from.length > 3 ? `, and ${countOf(from.length - 3, 'other change')}` : '';
        return {
          kind: 'flows',
          text: `${flow}: ${what} for ${moved} of ${countOf(of, 'answer set')}${isSample ? ' that were tried' : ''} (${shown.join(', ')}${more}).`,
          at: null,
        };
      },
    ),
  );
}

const firing = (routes: readonly FlowRoute[], event: string): string =>
  `${routes.filter(({ events }) => events.has(event)).length} of ${countOf(routes.length, 'path')}`;

/** On how many paths of each flow an event is tracked. */
export function eventEffects({ before, after }: Versions): EditConsequence[] {
  const flows = new Set([...Object.keys(before.site.flows), ...Object.keys(after.site.flows)]);
  return [...flows].flatMap((flow) => {
    const [old, now] = [before, after].map(({ site }) => {
      const found = site.flows[flow];
      return found === undefined ? [] : flowRoutes(found);
    }) as [FlowRoute[], FlowRoute[]];
    const events = new Set([...old, ...now].flatMap(({ events: own }) => [...own]));
    return [...events].flatMap((event): EditConsequence[] => {
      const [was, is] = [firing(old, event), firing(now, event)];
      if (was === is) return [];
      const text =
        old.length === 0
          ? `${event} fires on ${is} of the new flow ${flow}.`
          : now.length === 0
            ? `${event} no longer fires in ${flow}, which is removed.`
            : `${event} now fires on ${is} of ${flow}; before, on ${was}.`;
      return [{ kind: 'tracking', text, at: null }];
    });
  });
}
