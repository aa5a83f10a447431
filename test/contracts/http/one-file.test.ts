/** A server follows edits of a funnel in one file, and refuses a mistaken one at its line. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { copyFixture } from '../../harness/fixture-sites.ts';
import { type HostedSite, hostSite } from '../../harness/hosted-site.ts';

const folder = copyFixture('short');
const file = join(folder, 'aviso/aviso.funnel.yaml');
let server: HostedSite;
beforeAll(async () => {
  server = await hostSite({ funnels: folder });
});
afterAll(() => server.remove());

const edit = (from: string, to: string): void =>
  writeFileSync(
    file,
    readFileSync(file, 'utf8').replace(from, () => to),
  );
const page = async (): Promise<string> => (await fetch(`${server.url}/aviso`)).text();

test('an edit is served, a mistaken one is reported and changes nothing', async () => {
  expect(await page()).toContain('Seja avisado da próxima turma');
  edit('Seja avisado da', 'Fique sabendo da');
  await expect.poll(page).toContain('Fique sabendo da próxima turma');
  edit('lead: As vagas', 'leed: As vagas');
  await expect.poll(() => server.output()).toContain('aviso/aviso.funnel.yaml:6:1');
  expect(await page()).toContain('Fique sabendo da próxima turma');
  edit('leed: As vagas', 'lead: Poucas vagas');
  await expect.poll(page).toContain('Poucas vagas');
});
