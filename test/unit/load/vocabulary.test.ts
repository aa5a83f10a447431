import { expect, test } from 'vitest';
import { Report } from '../../../engine/errors/report.ts';
import { checkVocabulary } from '../../../engine/load/check/vocabulary.ts';
import { parseFile } from '../../../engine/load/parse/parse-file.ts';

/** The problems of a form with a word that the schema may have before the engine. */
function problemsOf(field: string): string[] {
  const report = new Report();
  const source = parseFile({ path: 'a.form.yaml', text: `form: a\nfields:\n  nome: ${field}\n` }, report);
  if (source === undefined) throw new Error('the form should be parsed');
  const passes = checkVocabulary(source, report);
  const lines = report.problems.map(({ code, message, line }) => `${code} ${line} ${message}`);
  expect(passes).toBe(lines.length === 0);
  return lines;
}

test('a field type or a rule that the engine lacks is refused at its place', () => {
  expect(problemsOf('{ type: valueOf, label: Data }')).toEqual(['shape-not-one-of 3 valueOf is not allowed here.']);
  expect(problemsOf('{ type: text, label: Nome, rules: [{ rule: toString, message: x }] }')).toEqual([
    'shape-not-one-of 3 toString is not allowed here.',
  ]);
  expect(problemsOf('{ type: text, label: Nome, rules: [{ rule: required, message: x }] }')).toEqual([]);
});
