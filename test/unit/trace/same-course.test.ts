/** Which visits are replayed once for all, and that this changes no verdict. */
import { describe, expect, test } from 'vitest';
import type { TraceLine } from '../../../engine/trace/record.ts';
import { courseText, dependsOnTime } from '../../../engine/trace/same-course.ts';
import { driveEngine, startAt } from '../../harness/engine-driver.ts';
import { compileExample, example } from '../session/example-flow.ts';

const start = Date.UTC(2026, 10, 20, 12);

async function recordVisit(at: number, name: string, answer = 10): Promise<TraceLine[]> {
  const driver = await driveEngine(compileExample(), startAt({ at }), async ({ path }) => ({
    output: path === '/api/result' ? { score: 100, nome: 'Zuleica Quaresma' } : { ok: true },
  }));
  await driver.press('begin');
  await driver.elapse(600);
  await driver.elapse(4000);
  await driver.next();
  await driver.choose(answer);
  await driver.next();
  await driver.choose(10);
  await driver.next();
  await driver.type('nome', name);
  await driver.type('wa', '21912345678');
  await driver.submit();
  return JSON.parse(JSON.stringify(driver.trace(true))) as TraceLine[];
}

const withVisit = (lines: readonly TraceLine[], visitId: string): TraceLine[] =>
  lines.map((line) => (line.kind === 'head' ? { ...line, visitId } : line));

describe('the course of a visit', () => {
  test('is the same at another time, for another person whose values have the same shape, and with other notes', async () => {
    const one = withVisit(await recordVisit(start, 'Zuleica Quaresma'), '1f0k3q9z7m2x5c8v');
    const other = withVisit(await recordVisit(start + 7_654_321, 'Eduarda Teixeira'), '2f0k3q9z7m2x5c8v');
    const note = { kind: 'note', at: start, what: 'hidden' } as unknown as TraceLine;
    expect(one).not.toEqual(other);
    expect(courseText([...other, note], false)).toBe(courseText(one, false));
  });

  test('differs with an answer, the shape of a value, a reply, and whether replies are compared', async () => {
    const one = await recordVisit(start, 'Zuleica Quaresma');
    const others = [
      await recordVisit(start, 'Zuleica Quaresma', 5),
      await recordVisit(start, 'Zu Quaresma'),
      withVisit(one, '1f0k3q9z7m2x5c8v'),
      one.map((line) => (line.kind === 'step' && line.n === 3 ? { ...line, refused: true as const } : line)),
      one.slice(0, -1),
    ];
    const texts = [one, ...others].map((lines) => courseText(lines, false));
    expect(new Set(texts).size).toBe(texts.length);
  });

  test('of a flow that computes with the time is that of one hour', async () => {
    const [one, soon, later] = [
      await recordVisit(start, 'Ana Prado'),
      await recordVisit(start + 60_000, 'Ana Prado'),
      await recordVisit(start + 3_600_000, 'Ana Prado'),
    ].map((lines) => courseText(lines, true));
    expect(soon).toBe(one);
    expect(later).not.toBe(one);
  });
});

test('a flow depends on the time if an expression computes with it, not if it sends it', () => {
  const timed = (value: unknown) => compileExample({ ...example, computed: { late: { value } } } as never);
  expect(dependsOnTime(timed(['$', 'now']))).toBe(false);
  expect(dependsOnTime(timed(['>', ['$', 'now'], 1_795_000_000_000]))).toBe(true);
  expect(dependsOnTime(timed(['?', ['>', ['$', 'now'], 1], 1, 2]))).toBe(true);
});
