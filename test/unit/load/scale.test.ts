import { expect, test } from 'vitest';
import { base, load } from './fixtures.ts';

/** Many funnels: the base site's flow, form and intakes, each copy under its own names. */
function funnels(count: number): { path: string; text: string }[] {
  const shared = base.filter(({ path }) => !/quiz|contact|frame/.test(path));
  return [
    ...shared,
    ...Array.from({ length: count }, (_, index) => {
      const rename = (text: string) =>
        text
          .replace(/^( *title: The \w+)$/gm, `$1 ${index}`)
          .replace(/^(flow|api|form|page): (\w+)$/gm, `$1: $2-${index}`)
          .replace(/(form: )contact$/gm, `$1contact-${index}`)
          .replace(/flow: quiz,/g, `flow: quiz-${index},`)
          .replace(/path: \[\/(\w*)\]/g, (_match, path: string) =>
            path === '' && index === 0 ? 'path: [/]' : `path: [/f${index}/${path || 'intro'}]`,
          )
          .replace(/\/api\/(\w+)/g, `/api/$1-${index}`)
          .replace(/^ {2}(lead|lead-found|click):$/gm, `  $1-${index}:`)
          .replace(/records: (\w+)/g, `records: $1_${index}`);
      return base
        .filter(({ path }) => /quiz|contact|frame/.test(path))
        .map(({ path, text }) => ({ path: `f${index}/${path}`, text: rename(text) }));
    }).flat(),
  ];
}

/** The processor time of one load, in ms per funnel. */
function perFunnel(count: number): number {
  const files = funnels(count);
  const before = process.cpuUsage();
  const { site, problems } = load(files);
  const { user, system } = process.cpuUsage(before);
  expect(problems).toEqual([]);
  expect(Object.keys(site?.flows ?? {})).toHaveLength(count);
  return (user + system) / 1000 / count;
}

test('load time grows linearly from 250 to 1000 funnels', { timeout: 300_000 }, () => {
  perFunnel(50);
  // Alternating runs, and the minimum of each: other load affects both alike.
  const runs = [0, 1, 2].map(() => [perFunnel(250), perFunnel(1000)] as const);
  const few = Math.min(...runs.map(([each]) => each));
  const many = Math.min(...runs.map(([, each]) => each));
  console.log(`${few.toFixed(2)} ms a funnel of 250, ${many.toFixed(2)} ms of 1,000`);
  expect(many / few).toBeLessThan(1.6);
});
