/** Runs a case of a scenario on the machine of its flow. */
import type { SiteDefinition } from '../../engine/definition.ts';
import type { CompiledFlow } from '../../engine/flow/index.ts';
import { createIntakeAnswers } from '../../engine/intakes/answers.ts';
import { type LeaveFor, runCase, type ScenarioStep } from '../../engine/scenarios/run.ts';
import { placeToLeaveFor } from '../../engine/session/leave.ts';
import type { ScenarioCase } from '../../schemas/generated/types.ts';
import { compiledFlow } from '../definitions/flow-machine.ts';
import { redirectOf } from '../intakes/redirect.ts';

const parse = (address: string, base: string): URL | null =>
  URL.canParse(address, base) ? new URL(address, base) : null;

/**
 * Redirects lead to addresses that visitors are led to: of this site, or of its `allowedHosts`.
 * @param id the flow
 * @param compiled its machine, which takes longer than a case
 * @throws RangeError for a flow that the site does not have
 */
export function runSiteCase(
  site: SiteDefinition,
  id: string,
  given: ScenarioCase,
  compiled?: CompiledFlow,
): readonly ScenarioStep[] {
  const flow = site.flows[id];
  if (flow === undefined) throw new RangeError(`The site has no flow "${id}".`);
  const { origin } = new URL(site.site.url);
  const leaveFor: LeaveFor = (effect) => {
    const address = placeToLeaveFor(parse, effect, site.site.allowedHosts ?? [], origin);
    return address === null ? null : address.href.replace(origin, '');
  };
  return runCase(compiled ?? compiledFlow(site, flow), given, leaveFor, createIntakeAnswers(site, redirectOf));
}
