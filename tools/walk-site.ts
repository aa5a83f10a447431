/** `funnel paths --browser URL`: takes the walks of flows in Chromium, on a site that runs. */
import { chromium } from 'playwright';
import { doorsTo } from '../engine/walks/doors.ts';
import { browserWalks } from '../engine/walks/in-browser.ts';
import { transitionsIn } from '../engine/walks/transition-coverage.ts';
import { goalWords, walkWords } from '../engine/walks/words.ts';
import { errorsIn } from '../server/cli/definitions.ts';
import { compiledFlow } from '../server/definitions/flow-machine.ts';
import { loadFolder } from '../server/definitions/load.ts';
import { chromiumArgs, findChromium, shellArgs } from './chromium.ts';
import { walkPage } from './walk-page.ts';

const [address = '', folder = 'funnels', ...wanted] = process.argv.slice(2);
const url = address.replace(/\/+$/, '');
const isThere = await fetch(url).then(
  () => true,
  () => false,
);
if (!isThere) {
  console.error(`Nothing answers at ${address}. Start the site first: npm start.`);
  process.exit(2);
}
const { site, problems } = await loadFolder(folder);
if (site === null) {
  console.error(errorsIn(folder, problems));
  process.exit(2);
}
const browser = await chromium.launch({ executablePath: findChromium('shell'), args: [...chromiumArgs, ...shellArgs] });
let differences = 0;
try {
  for (const id of wanted.length > 0 ? wanted : Object.keys(site.flows)) {
    const flow = site.flows[id];
    if (flow === undefined) continue;
    const compiled = compiledFlow(site, flow);
    const doors = doorsTo(site, id);
    const walks = browserWalks(compiled, { doors, hasData: false });
    if (walks.length === 0) {
      console.log(`${id}: no page shows it, so it is walked without a browser only`);
      continue;
    }
    for (const [index, walk] of walks.entries()) {
      const context = await browser.newContext();
      const difference = await walkPage(await context.newPage(), url, compiled, walk, undefined, doors).catch(
        (error: unknown) => String(error),
      );
      await context.close();
      const name = `${id}: walk ${index + 1} of ${walks.length}, ${walk.steps.length} moves`;
      console.log(difference === null ? name : `${name}, differs at ${difference}\n  ${walkWords(flow, walk.steps)}`);
      if (difference !== null) differences += 1;
    }
    const { all, left } = transitionsIn(compiled, walks);
    console.log(`${id}: the walks take ${all.length - left.length} of ${all.length} transitions`);
    for (const transition of left)
      console.log(`  not taken: ${goalWords(flow, { kind: 'transition', id: transition.id, transition })}`);
  }
} finally {
  await browser.close();
}
console.log(differences === 0 ? 'The site is where the machine is after each move.' : `${differences} walk(s) differ.`);
process.exitCode = differences === 0 ? 0 : 1;
