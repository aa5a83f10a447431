/**
 * What an author waits for: from saving a file until the open page of `funnel dev` shows it, on the whole site and with a
 * thousand funnels. A plain reload of the same page is the browser's share, on the same machine at the same time.
 */
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launchChromium, openVisitor } from '../harness/chromium.ts';
import { projectRoot, startSite } from '../harness/site-server.ts';
import { check, writeSite } from './scale.ts';
import { middle } from './tap.ts';

/** Medians in milliseconds. */
export interface DevFigures {
  /** From saving to the screen. */
  readonly edit: number;
  /** From saving a wrong edit to its explanation. */
  readonly mistake: number;
  /** A reload of the page without an edit. */
  readonly reload: number;
}

interface Subject {
  readonly folder: string;
  readonly path: string;
  readonly file: string;
  /** A text of the page that is edited. */
  readonly text: string;
  /** What makes a wrong edit. */
  readonly wrong: readonly [from: string, to: string];
}

/** The toolbar while the last edit is served. */
const accepted = '.open:is([data-state=good],[data-state=warning])';

async function measure({ folder, path, file, text, wrong }: Subject, rounds: number): Promise<DevFigures> {
  const server = await startSite({
    funnels: folder,
    env: { NODE_ENV: 'development', DEV_TOOLS: 'on', LOG_LEVEL: 'warn' },
  });
  const browser = await launchChromium();
  try {
    const { page } = await openVisitor(browser);
    await page.goto(server.url + path);
    await page.locator('.open[data-state]').waitFor();
    const target = join(folder, file);
    const before = readFileSync(target, 'utf8');
    const timed = async (act: () => unknown, seen: string): Promise<number> => {
      const begun = performance.now();
      await act();
      await page.locator(seen).first().waitFor();
      return performance.now() - begun;
    };
    const times = { edit: [] as number[], mistake: [] as number[], reload: [] as number[] };
    for (let round = 0; round < rounds; round += 1) {
      const words = `Edição ${round}`;
      const edited = before.replace(text, words);
      times.edit.push(await timed(() => writeFileSync(target, edited), `text=${words}`));
      times.mistake.push(await timed(() => writeFileSync(target, edited.replace(...wrong)), '.mistakes:not([hidden])'));
      await timed(() => writeFileSync(target, edited), accepted);
      times.reload.push(await timed(() => page.reload({ waitUntil: 'commit' }), `text=${words}`));
      await page.locator(accepted).waitFor();
    }
    return { edit: middle(times.edit), mistake: middle(times.mistake), reload: middle(times.reload) };
  } finally {
    await browser.close();
    await server.remove();
  }
}

/** Measures everything; takes about a minute. */
export async function measureDev(rounds = 9): Promise<{
  readonly site: DevFigures;
  readonly thousand: DevFigures;
  /** Processor milliseconds of a check of the whole site, without the start of the command. */
  readonly check: number;
}> {
  const root = mkdtempSync(join(tmpdir(), 'bench-dev-'));
  try {
    const [site, thousand, empty] = ['site', 'thousand', 'empty'].map((name) => join(root, name)) as [
      string,
      string,
      string,
    ];
    cpSync(join(projectRoot, 'funnels'), site, { recursive: true });
    writeSite(thousand, 1000);
    writeSite(empty, 0);
    const costs = Array.from({ length: 5 }, () => check(site) - check(empty));
    return {
      check: middle(costs),
      site: await measure(
        {
          ...{ folder: site, path: '/diagnostico', file: 'diagnostico/diagnostico.flow.yaml' },
          text: 'O seu perfil mostra quem você é na profissão?',
          wrong: ['next: identificacao', 'next: identificacoa'],
        },
        rounds,
      ),
      thousand: await measure(
        {
          ...{ folder: thousand, path: '/sobre/lead-7', file: 'lead-7/lead-7.page.yaml' },
          text: 'Uma página entre mil.',
          wrong: ['type: text', 'type: txet'],
        },
        rounds,
      ),
    };
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

if (process.argv[1] === import.meta.filename) console.log(JSON.stringify(await measureDev(), null, 2));
