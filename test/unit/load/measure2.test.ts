import { writeFileSync } from 'node:fs';
import { test } from 'vitest';
import { mistakeCases, mistakeFiles, mistakesFound } from '../../../tools/mistake-cases.ts';
import { invalidCodes, load, loadInvalid } from './fixtures.ts';

test('x', { timeout: 600000 }, async () => {
  const out: string[] = [];
  for (const code of invalidCodes) {
    const { problems } = await loadInvalid(code);
    const others = problems.filter((p) => p.code !== code);
    if (others.length || problems.length === 0)
      out.push(
        `INVALID ${code}: ${problems.map((p) => `${p.code} ${p.file}:${p.line} ${p.message.slice(0, 90)}`).join('\n     ')}`,
      );
  }
  let n = 0;
  for (const name of mistakeFiles)
    for (const each of mistakeCases(name)) {
      const found = await mistakesFound(each, (files, words) => load(files, undefined, words));
      const missing = each.mistakes.filter((m) => !found.includes(m));
      const extra = found.filter((m) => !each.mistakes.includes(m));
      if (missing.length + extra.length) {
        n++;
        out.push(
          `${name}: ${each.title}`,
          ...missing.map((m) => `   - ${m.slice(0, 200)}`),
          ...extra.map((m) => `   + ${m.slice(0, 200)}`),
        );
      }
    }
  writeFileSync('/tmp/diff.out', `${n}\n${out.join('\n')}\n`);
});
