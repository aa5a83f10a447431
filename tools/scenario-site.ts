/** `funnel scenario --browser`: runs cases of scenarios in Chromium, on a server that it starts. */
import { chromium } from 'playwright';
import { siteOf } from '../server/cli/definitions.ts';
import { reportScenarios } from '../server/cli/scenario-report.ts';
import { chromiumArgs, findChromium, shellArgs } from './chromium.ts';
import { runScenarios } from './scenario-runs.ts';

interface ScenarioRequest {
  readonly folder: string;
  /** Ids of scenarios. */
  readonly wanted: readonly string[];
  readonly isWhole: boolean;
  readonly json: boolean;
  readonly colours: boolean;
}

const { folder, wanted, isWhole, json, colours } = JSON.parse(process.argv[2] ?? '{}') as ScenarioRequest;
try {
  const site = await siteOf(folder);
  const browser = await chromium.launch({
    executablePath: findChromium('shell'),
    // No request leaves this machine.
    args: [...chromiumArgs, ...shellArgs, '--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE localhost'],
  });
  try {
    const ran = await runScenarios(browser, folder, site, wanted);
    process.exitCode = reportScenarios(ran, { isWhole, json }, { out: console.log, err: console.error, colours });
  } finally {
    await browser.close();
  }
} catch (error) {
  if (!(error instanceof RangeError)) throw error;
  console.error(error.message);
  process.exitCode = 2;
}
