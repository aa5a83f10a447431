/** Visits to the site that were recorded before an edit, without a browser. */
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { SiteDefinition } from '../../engine/definition.ts';
import { createIntakeAnswers } from '../../engine/intakes/answers.ts';
import type { TraceLine } from '../../engine/trace/record.ts';
import { findFlowPaths } from '../../engine/walks/paths.ts';
import { walkTrace } from '../../engine/walks/walk-trace.ts';
import { redirectOf } from '../../server/intakes/redirect.ts';
import { answerAll, identify, maria } from './diagnostic.ts';
import { driveEngine, startAt } from './engine-driver.ts';
import { compiledFlow } from './load-site.ts';

/** Stores a visit. With an id, what the intakes reply counts as well. */
function keep(folder: string, name: string, lines: readonly TraceLine[]): void {
  const visitId = name.replaceAll(/[^a-z0-9]/g, '0').padEnd(8, '0');
  const visited = lines.map((line) => (line.kind === 'head' ? { ...line, visitId } : line));
  writeFileSync(join(folder, `${name}.jsonl`), visited.map((line) => `${JSON.stringify(line)}\n`).join(''));
}

/** Visits with answers, numbers, plans and sources that the walks do not choose. */
async function keepVaried(folder: string, site: SiteDefinition): Promise<void> {
  const uid = startAt().ids['uid'] as string;
  const result = { uid, score: 63, level: 'INTERMEDIARIO', focusPillar: 'AUTORIDADE' };
  const redirectUrl = 'https://pagamento.perfiletico.com.br/workshop-vip';
  const visits = {
    quiz: await driveEngine(compiledFlow(site, 'diagnostico'), startAt({ screen: 'quiz' }), async ({ path }) => ({
      output: path.endsWith('/result') ? result : { uid, success: true },
    })),
    vip: await driveEngine(compiledFlow(site, 'inscricao'), startAt({ saved: { planType: 'vip' } }), async () => ({
      output: { message: 'Inscrição recebida com sucesso.', redirectUrl },
    })),
    guide: await driveEngine(compiledFlow(site, 'guia'), startAt({ visit: { src: 'bio' } }), async () => ({
      output: { success: true, message: 'Guia enviado com sucesso!' },
    })),
  };
  await answerAll(visits.quiz, [10, 10, 0, 5]);
  await identify(visits.quiz, { ...maria, wa: '1134567890' });
  await visits.quiz.submit();
  for (const driver of [visits.vip, visits.guide]) {
    for (const [field, value] of Object.entries({ name: 'Ana Souza', email: 'ana@example.com', phone: '11987654321' }))
      await driver.type(field, value);
    await driver.submit();
  }
  for (const [name, driver] of Object.entries(visits))
    keep(folder, name, JSON.parse(JSON.stringify(driver.trace(true))) as TraceLine[]);
}

/** Stores a visit for each walk that covers the flows of the site, and some more. */
export async function recordVisits(folder: string, site: SiteDefinition): Promise<void> {
  for (const flow of Object.keys(site.flows)) {
    const compiled = compiledFlow(site, flow);
    const { walks } = findFlowPaths(compiled, createIntakeAnswers(site, redirectOf, true));
    for (const [index, { steps }] of walks.entries()) {
      const moves = steps.map(({ move }) => move);
      keep(folder, `${flow}-${index}`, walkTrace(compiled, moves));
    }
  }
  await keepVaried(folder, site);
}
