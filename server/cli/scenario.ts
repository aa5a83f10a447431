/** `funnel scenario [FILE…]`: runs the scenarios of a site, without a browser or in Chromium. */
import { basename } from 'node:path';
import type { SiteDefinition } from '../../engine/definition.ts';
import { nearest } from '../../engine/errors/nearest.ts';
import type { CommandCall, Output } from './command.ts';
import { siteOf } from './definitions.ts';
import { runSiteCase } from './scenario-case.ts';
import { type RanCase, reportScenarios } from './scenario-report.ts';
import { runTool } from './tool-process.ts';

/** @returns the exit code: 0 all is as expected, 1 something is not, 2 there is no such scenario or folder */
export async function scenario({ positionals, switches, values }: CommandCall, output: Output): Promise<number> {
  try {
    const folder = values['funnels'] ?? 'funnels';
    const site = await siteOf(folder);
    const wanted = positionals.length > 0 ? positionals.map((name) => idOf(site, name)) : Object.keys(site.scenarios);
    const isWhole = positionals.length > 0;
    const json = switches.has('json');
    if (switches.has('browser'))
      return await runTool(
        new URL('../../tools/scenario-site.ts', import.meta.url),
        [JSON.stringify({ folder, wanted, isWhole, json, colours: output.colours })],
        output,
        ['playwright'],
      );
    return reportScenarios(
      wanted.flatMap((id) => runScenario(site, id)),
      { isWhole, json },
      output,
    );
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    output.err(error.message);
    return 2;
  }
}

/** The id of a scenario that is named by its id or its file. @throws RangeError */
function idOf({ scenarios }: SiteDefinition, name: string): string {
  const id = basename(name).replace(/\.scenario\.(?:ya?ml|json)$/, '');
  if (Object.hasOwn(scenarios, id)) return id;
  const known = Object.keys(scenarios);
  const near = nearest(id, known);
  throw new RangeError(
    `There is no scenario ${id}. ${near === undefined ? `The scenarios are ${known.join(', ') || 'none'}.` : `Did you mean ${near}?`}`,
  );
}

function runScenario(site: SiteDefinition, id: string): RanCase[] {
  const { flow: name, cases } = site.scenarios[id] as SiteDefinition['scenarios'][string];
  return cases.map((given) => ({
    ...{ scenario: id, given, steps: runSiteCase(site, name, given) },
    ...{ notRun: null, unseen: [] },
  }));
}
