/** Shared steps of the diagnostic's tests. */
import type { Page } from 'playwright';
import type { FunnelDriver } from './funnel-driver.ts';

/** Answers the questions from the current one on. */
export async function answerAll(driver: FunnelDriver, values: readonly number[]): Promise<void> {
  for (const value of values) {
    await driver.choose(value);
    await driver.next();
  }
}

export const maria = { nome: 'Maria Clara Souza', email: 'maria@exemplo.com.br', wa: '11987654321' } as const;

/** Fills in the identification. */
export async function identify(driver: FunnelDriver, who: Readonly<Record<string, string>> = maria): Promise<void> {
  await driver.expectScreen('identificacao');
  for (const [field, value] of Object.entries(who)) await driver.type(field, value);
}

/** The address of the identification with these answers. */
export const identificationOf = (answers: readonly number[]): string =>
  `/identificacao?answers=${encodeURIComponent(JSON.stringify(answers))}`;

/** The values of the selected answers of a question. */
export const chosen = (page: Page): Promise<string[]> =>
  page.locator('[data-question] input:checked').evaluateAll((all) => all.map((one) => (one as HTMLInputElement).value));
