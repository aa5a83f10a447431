/** The value of progress bars, and their visibility in forced colours. */
import type { Page } from 'playwright';
import sharp from 'sharp';
import { describe, expect, test } from 'vitest';
import { answerAll, identificationOf, identify } from '../harness/diagnostic.ts';
import { visitSite } from '../harness/site-visits.ts';

const site = visitSite();

/** The values exposed to assistive technology. */
async function valuesIn(page: Page): Promise<number[]> {
  const session = await page.context().newCDPSession(page);
  const { nodes } = await session.send('Accessibility.getFullAXTree');
  await session.detach();
  return nodes.flatMap(({ role, value, ignored }) =>
    !ignored && role?.value === 'progressbar' ? [Number(value?.value)] : [],
  );
}

describe.each([true, false])('with script: %s', (javaScriptEnabled) => {
  test.each([
    [identificationOf([10, 5, 10, 0]), 75, 100],
    ['/form-aplicacao', 0, 25],
  ])('the value of %s is %d before the bar runs, %d afterwards', async (path, from, to) => {
    const { page } = await site.visit(path, { javaScriptEnabled });
    await expect.poll(() => valuesIn(page)).toEqual([to]);
    // The animation is restarted and stepped by hand, because a busy machine paints the first frame late.
    const at = async (time: number): Promise<number[]> => {
      const session = await page.context().newCDPSession(page);
      // Playwright can evaluate code in pages without scripts, too.
      await page.evaluate((currentTime) => {
        for (const value of document.querySelectorAll<HTMLElement>('.progress__value')) {
          value.style.animation = 'none';
          value.getBoundingClientRect();
          value.style.animation = '';
          for (const run of value.getAnimations()) {
            run.pause();
            run.currentTime = currentTime;
          }
        }
      }, time);
      await session.detach();
      return valuesIn(page);
    };
    expect(await at(0)).toEqual([from]);
    expect(await at(99)).toEqual([from]);
    expect(await at(501)).toEqual([to]);
  });
});

test('the value of the quiz follows its questions', async () => {
  const { page, driver } = await site.visit('/quiz');
  for (const value of [25, 50, 75, 100]) {
    await expect.poll(() => valuesIn(page)).toEqual([value]);
    await answerAll(driver, [10]);
  }
});

test('with reduced motion, the final value is shown at once', async () => {
  const { page } = await site.visit(identificationOf([10, 5, 10, 0]), { reducedMotion: 'reduce' });
  expect(await valuesIn(page)).toEqual([100]);
});

describe('in forced colours', () => {
  /** The colours of an element at fractions of its width, at half its height. */
  async function coloursAcross(
    page: Page,
    selector: string,
    shares: readonly number[],
    height = 0.5,
  ): Promise<string[]> {
    const picture = sharp(await page.locator(selector).screenshot());
    const { data, info } = await picture.removeAlpha().raw().toBuffer({ resolveWithObject: true });
    return shares.map((share) => {
      const at = (Math.floor(info.height * height) * info.width + Math.floor(info.width * share)) * info.channels;
      return [...data.subarray(at, at + 3)].join();
    });
  }
  const forced = { forcedColors: 'active', reducedMotion: 'reduce' } as const;

  test('the bar of the quiz shows its progress', async () => {
    const { page } = await site.visit('/quiz', forced);
    const [done, left, end] = await coloursAcross(page, '.progress__track', [0.1, 0.5, 0.9]);
    expect(done).not.toBe(left);
    expect(left).toBe(end);
  });

  test('the bar of the application shows its progress', async () => {
    const { page } = await site.visit('/form-aplicacao', forced);
    const [done, left] = await coloursAcross(page, '.progress__track', [0.1, 0.5]);
    expect(done).not.toBe(left);
  });

  test('the gauge of the result shows its value', async () => {
    const { page, driver } = await site.visit(identificationOf([10, 5, 10, 0]), forced);
    await identify(driver);
    await driver.submit();
    await page.locator('[role=meter]').waitFor();
    // At the foot of the half ring, the start is filled and the end is not.
    const [done, left] = await coloursAcross(page, '.score__track', [0.03, 0.97], 0.95);
    expect(done).not.toBe(left);
  });
});
