/**
 * A thousand funnels: how the time of `funnel check` grows with their number, and what one edited page costs a running
 * server. A funnel is a page with a form, its flow and its endpoint.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectRoot, startSite } from '../harness/site-server.ts';
import { middle } from './tap.ts';

const template = join(projectRoot, 'test/fixtures/sites/bench');
const parts = ['flow', 'form', 'api'] as const;
const [seldom, often] = [250, 1000];

/** Writes a funnels folder with a number of funnels. */
export function writeSite(folder: string, funnels: number): void {
  mkdirSync(folder, { recursive: true });
  cpSync(join(template, 'site.yaml'), join(folder, 'site.yaml'));
  // A frame without a flow is an error.
  for (const page of funnels === 0 ? ['home', 'missing'] : ['frame', 'home', 'missing'])
    cpSync(join(template, `${page}.page.yaml`), join(folder, `${page}.page.yaml`));
  for (let number = 0; number < funnels; number += 1) {
    const id = `lead-${number}`;
    const own = (text: string): string => text.replace(/\blead\b/g, id).replace(/\bleads\b/g, `leads_${number}`);
    const below = join(folder, id);
    mkdirSync(below);
    for (const part of parts)
      writeFileSync(join(below, `${id}.${part}.yaml`), own(readFileSync(join(template, `lead.${part}.yaml`), 'utf8')));
    writeFileSync(join(below, `${id}.page.yaml`), pageOf(id, 'Uma página entre mil.'));
  }
}

const pageOf = (id: string, body: string): string =>
  `page: about-${id}
paths: [/sobre/${id}]
title: Sobre ${id}
description: 'O que é ${id}: uma página entre mil, com um texto curto, para medir quanto tempo leva uma edição até aparecer na tela do autor.'
blocks:
  - { type: text, title: Sobre ${id}, body: ${body} }
`;

/** Makes a process print its processor usage as the last line on stderr. */
const tellUsage = `data:text/javascript,${encodeURIComponent(
  "process.on('exit', () => process.stderr.write('\\n' + JSON.stringify(process.cpuUsage())))",
)}`;

/**
 * Processor milliseconds of the whole command, including its start. Not wall clock, because the machine is shared.
 * @throws Error when the command fails
 */
export function check(folder: string): number {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['--import', tellUsage, 'server/cli/funnel.mjs', 'check', folder],
    // Warnings of a thousand funnels are longer than a megabyte.
    { cwd: projectRoot, encoding: 'utf8', maxBuffer: 2 ** 28 },
  );
  if (status !== 0) throw new Error(`${stdout.slice(0, 2000)}${stderr.slice(0, 2000)}`);
  const { user, system } = JSON.parse(stderr.split('\n').at(-1) as string) as NodeJS.CpuUsage;
  return (user + system) / 1000;
}

export interface ScaleFigures {
  /** Processor milliseconds per funnel, by their number, without the command's own start. */
  readonly perFunnel: Readonly<Record<number, number>>;
  /** The time per funnel at the largest number divided by that at the smallest; 1 is linear. */
  readonly growth: number;
  /** Pages rendered at the server's start, and after one page was edited. */
  readonly renderedAtStart: number;
  readonly renderedAfterEdit: number;
  /** Milliseconds from the edit until visitors see it. */
  readonly published: number;
}

const countOf = (text: string, event: string): number => text.split(`"event":"${event}"`).length - 1;

async function until(what: string, reached: () => boolean | Promise<boolean>): Promise<void> {
  for (let waited = 0; waited < 60_000; waited += 20) {
    if (await reached()) return;
    await new Promise((done) => setTimeout(done, 20));
  }
  throw new Error(`Waited in vain for ${what}`);
}

/** Edits one of many pages in a running server. */
async function publishOne(folder: string, pages: number): Promise<Omit<ScaleFigures, 'perFunnel' | 'growth'>> {
  const server = await startSite({ funnels: folder, env: { NODE_ENV: 'production' } });
  try {
    await until('every page', () => countOf(server.output(), 'page-rendered') >= pages);
    await new Promise((done) => setTimeout(done, 500));
    const renderedAtStart = countOf(server.output(), 'page-rendered');
    const begun = performance.now();
    writeFileSync(join(folder, 'lead-7/lead-7.page.yaml'), pageOf('lead-7', 'Outra frase.'));
    await until('the edited page', async () =>
      (await (await fetch(`${server.url}/sobre/lead-7`)).text()).includes('Outra frase.'),
    );
    const published = performance.now() - begun;
    // Any further rendering is done by then: rendering everything took about this long at the start.
    await new Promise((done) => setTimeout(done, 3000));
    const renderedAfterEdit = countOf(server.output(), 'page-rendered') - renderedAtStart;
    return { renderedAtStart, renderedAfterEdit, published };
  } finally {
    await server.remove();
  }
}

/** Measures everything; takes about a minute. */
export async function measureScale(
  counts: readonly number[] = [seldom, 500, often],
  rounds = 3,
): Promise<ScaleFigures> {
  const root = mkdtempSync(join(tmpdir(), 'bench-scale-'));
  try {
    const folderOf = (count: number): string => join(root, String(count));
    for (const count of [0, ...counts]) writeSite(folderOf(count), count);
    const times = new Map<number, number[]>([0, ...counts].map((count) => [count, []]));
    // Interleaved, because the machine is shared.
    for (let round = 0; round < rounds; round += 1) for (const [count, all] of times) all.push(check(folderOf(count)));
    const start = middle(times.get(0) ?? []);
    const perFunnel = Object.fromEntries(
      counts.map((count) => [count, (middle(times.get(count) ?? []) - start) / count]),
    );
    const most = counts.at(-1) as number;
    return {
      perFunnel,
      growth: (perFunnel[most] as number) / (perFunnel[counts[0] as number] as number),
      // A page and a flow's step for each, and the home and not-found pages.
      ...(await publishOne(folderOf(most), 2 * most + 2)),
    };
  } finally {
    rmSync(root, { recursive: true, force: true });
  }
}

if (process.argv[1] === import.meta.filename) console.log(JSON.stringify(await measureScale(), null, 2));
