/**
 * Points, statements and computed conditions of random funnels in one file, against a model.
 * `FUNNELS=2000 npx vitest run short-funnels` walks as many.
 */
import { expect, test } from 'vitest';
import type { IntakeDefinition, SiteDefinition } from '../../../engine/definition.ts';
import { prepareAcceptance } from '../../../engine/intakes/accept.ts';
import { verifiedValues } from '../../../engine/intakes/scope.ts';
import { formMessages, messagesFor } from '../../../engine/messages/catalogue.ts';
import { screenOf } from '../../../engine/session/session.ts';
import { compiledFlow } from '../../../server/definitions/flow-machine.ts';
import { type Call, driveEngine, startAt } from '../../harness/engine-driver.ts';
import { type Random, seeded } from '../../harness/random-form.ts';
import { type Answers, model, type RandomShort, randomShort } from '../../harness/random-short.ts';
import { baseWith, load } from '../load/fixtures.ts';

const funnels = Number(process.env['FUNNELS'] ?? 25);
const walksOfFunnel = 4;
const pick = <Of>(random: Random, all: readonly Of[]): Of => all[Math.floor(random() * all.length)] as Of;

/** Walks to the end, going back and deciding anew now and then. */
async function walk(site: SiteDefinition, { items }: RandomShort, random: Random) {
  const sent: Call[] = [];
  const driver = await driveEngine(compiledFlow(site, site.flows['short'] as never), startAt(), async (call) => {
    sent.push(call);
    return { output: { success: true } };
  });
  const names = new Map<string, string>();
  const shown: string[] = [];
  const decided: Record<string, string> = {};
  await driver.press('begin');
  for (let count = 0; sent.length === 0; count += 1) {
    const { id, form, question } = screenOf(driver.session);
    if (id === 'form') {
      await driver.send({ type: 'SUBMIT', values: { mail: 'ana@example.com' } });
      continue;
    }
    const [field] = form?.definition.fields ?? [];
    const name = question?.item.id ?? field?.name ?? (id === 'questions' ? 'questions-statement' : id);
    names.set(id, name);
    const isBack = count > 0 && count < 40 && shown.length > 0 && random() < 0.25;
    if (isBack) {
      await driver.send(question === null ? { type: 'on', name: 'back' } : { type: 'PREVIOUS' });
      expect(names.get(screenOf(driver.session).id)).toBe(shown.pop());
      continue;
    }
    shown.push(name);
    if (question === null && form === null) {
      await driver.press('next');
      continue;
    }
    const answer = pick(random, items.find((item) => item.name === name)?.choices as readonly string[]);
    decided[name] = answer;
    if (question !== null) await driver.send({ type: 'NEXT', value: Number(answer) });
    else await driver.send({ type: 'SUBMIT', values: { [name]: answer } });
  }
  return { shown, decided: decided as Answers, payload: sent[0]?.payload as Readonly<Record<string, unknown>> };
}

test(`${funnels} random funnels in one file are what a model says, also after detours, in browser and server`, {
  timeout: 20 * 60_000,
}, async () => {
  let walks = 0;
  for (let number = 0; number < funnels; number += 1) {
    const random = seeded(3810 + number);
    const funnel = randomShort(random);
    const { site, problems } = load(baseWith({ 'short.funnel.yaml': funnel.file }));
    const errors = problems
      .filter(({ severity }) => severity === 'error')
      .map(({ code, message, hint }) => `${code} ${message} ${hint}`);
    expect(errors, funnel.file).toEqual([]);
    const whole = site as SiteDefinition;
    const intake = whole.intakes['short'] as IntakeDefinition;
    const acceptance = prepareAcceptance(whole, intake, formMessages(whole.site), messagesFor(whole.site));
    for (let count = 0; count < walksOfFunnel; count += 1) {
      const { shown, decided, payload } = await walk(whole, funnel, random);
      const met = model(funnel, decided);
      const about = `${number}: ${funnel.file} ${JSON.stringify(decided)}`;
      expect(shown, about).toEqual(met.shown);
      expect({ score: payload['score'], result: payload['result'] }, about).toEqual({
        score: met.score,
        result: met.result,
      });
      for (const { kind, name, type } of funnel.items) {
        if (kind !== 'asked') continue;
        const answer = met.answers[name] ?? '';
        const isNumber = type !== 'choice' && type !== 'yes-no';
        const value =
          answer === '' ? (isNumber ? null : '') : isNumber ? Number(answer) * (type === 'currency' ? 100 : 1) : answer;
        expect(payload[name] ?? (isNumber ? null : ''), `${name} ${about}`).toBe(value);
      }
      const accepted = acceptance.accept(payload as never);
      expect(accepted.ok, about).toBe(true);
      if (!accepted.ok) continue;
      expect(verifiedValues(whole, intake, accepted.sent), about).toEqual({ score: met.score, result: met.result });
      const forged = { ...accepted.sent, score: met.score + 1 };
      expect(verifiedValues(whole, intake, forged), about).toBeNull();
      walks += 1;
    }
  }
  console.log(`${funnels} funnels, ${walks} walks: all as the model says`);
  expect(walks).toBe(funnels * walksOfFunnel);
});
