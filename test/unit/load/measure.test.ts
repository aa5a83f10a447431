import { writeFileSync } from 'node:fs';
import { test } from 'vitest';
import { load } from './fixtures.ts';
import { plant, plantable, randomOf, signsAlone, signsOf } from './planted.ts';

test('measure', { timeout: 600000 }, () => {
  const n = Number(process.env['ONE_RUN'] ?? 100);
  const random = randomOf(Number(process.env['SEED'] ?? 41));
  let equal = 0;
  const out: string[] = [];
  const missedBy = new Map<string, number>();
  const extraBy = new Map<string, number>();
  const alone = new Map<string, Set<string>>();
  for (let i = 0; i < n; i++) {
    const { codes, files } = plant(2 + Math.floor(random() * 5), random, load);
    const want = new Set<string>();
    for (const code of codes) {
      if (!alone.has(code)) alone.set(code, signsAlone([code], load) as Set<string>);
      for (const s of alone.get(code)!) want.add(s);
    }
    let got = new Set<string>();
    try {
      got = signsOf(load(files), files) as Set<string>;
    } catch (e) {
      out.push(`#${i} CRASH ${codes} ${(e as Error).stack}`);
    }
    const missed = [...want].filter((s) => !got.has(s));
    const extra = [...got].filter((s) => !want.has(s));
    if (missed.length + extra.length === 0) equal++;
    else {
      out.push(
        `#${i} [${codes.join(' ')}]\n   missed: ${missed.join('\n           ')}\n   extra:  ${extra.join('\n           ')}`,
      );
      for (const m of missed) missedBy.set(m.split(' ')[0]!, (missedBy.get(m.split(' ')[0]!) ?? 0) + 1);
      for (const m of extra) extraBy.set(m.split(' ')[0]!, (extraBy.get(m.split(' ')[0]!) ?? 0) + 1);
    }
  }
  const top = (m: Map<string, number>) =>
    [...m]
      .sort((a, b) => b[1] - a[1])
      .slice(0, 25)
      .map(([k, v]) => `${k}:${v}`)
      .join(' ');
  writeFileSync(
    '/tmp/measure.out',
    `equal ${equal}/${n} plantable ${plantable.length}\nmissed ${top(missedBy)}\nextra ${top(extraBy)}\n${out.join('\n')}\n`,
  );
});
