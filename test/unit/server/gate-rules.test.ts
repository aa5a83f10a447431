/** The rules of `publish`, and what continuous integration reads of them. */
import { describe, expect, test } from 'vitest';
import type { ImpactVerdict } from '../../../engine/trace/impact.ts';
import { gateJunit, gateMarkdown, gateSarif } from '../../../server/cli/gate-output.ts';
import type { PublishReport } from '../../../server/impact/gate.ts';
import { gateText } from '../../../server/impact/gate-text.ts';
import { countsByRule, isExceeded, wholeRules } from '../../../server/impact/rules.ts';
import type { VisitImpact } from '../../../server/impact/visits.ts';

const visits = (...verdicts: readonly (ImpactVerdict | 'unreadable')[]): VisitImpact[] =>
  verdicts.map((verdict, index) =>
    verdict === 'unreadable'
      ? { name: `t${index}`, impact: null, error: 'It is cut off.' }
      : {
          ...{ name: `t${index}`, flow: 'quiz', error: null, isPartial: false },
          impact: { verdict, at: null, change: '', words: [] },
        },
  );

const found = (rules: Parameters<typeof wholeRules>[0], all: readonly VisitImpact[]): string[] =>
  countsByRule(wholeRules(rules), all, null)
    .filter(isExceeded)
    .map(({ rule, count, of }) => `${rule} ${count}/${of}`);

describe('the rules', () => {
  test('allow nothing but other words and visits that prove nothing, if the site names none', () => {
    expect(found(undefined, visits('same', 'words', 'incomparable', 'unreadable'))).toEqual([]);
    expect(found(undefined, visits('refused', 'stuck', 'asked', 'elsewhere', 'changed', 'incomparable'))).toEqual([
      'strandedVisits 2/5',
      'interruptedVisits 1/5',
      'divertedVisits 1/5',
      'changedVisits 1/5',
    ]);
  });

  test.each([
    [0, ['strandedVisits 1/4']],
    [1, []],
    ['25%', []],
    ['24.99%', ['strandedVisits 1/4']],
    ['0%', ['strandedVisits 1/4']],
    ['100%', []],
  ] as const)('are a number or a share of what was compared: %s', (strandedVisits, expected) => {
    expect(found({ strandedVisits }, visits('refused', 'same', 'same', 'words', 'incomparable'))).toEqual(expected);
  });

  test('count what proves nothing among all visits', () => {
    expect(found({ unprovenVisits: '50%' }, visits('same', 'incomparable', 'unreadable'))).toEqual([
      'unprovenVisits 2/3',
    ]);
  });
});

const report: PublishReport = {
  visits: { all: 12, compared: 10, unproven: 2, partial: 1 },
  share: 0.05,
  leads: null,
  ...(() => {
    const counts = countsByRule(
      wholeRules({ changedVisits: 5 }),
      visits('refused', 'refused', 'changed', ...Array.from({ length: 7 }, (): ImpactVerdict => 'same')),
      null,
    );
    return { counts, exceeded: counts.filter(isExceeded) };
  })(),
  findings: [
    {
      ...{
        rule: 'strandedVisits',
        where: 'quiz, pessoa',
        change: 'phone: <Não> & "nunca"',
        count: 2,
        examples: ['a.jsonl'],
      },
      causes: [{ file: 'quiz/pessoa.form.yaml', line: 24, column: 25, isBefore: false }],
    },
    {
      ...{ rule: 'changedVisits', where: 'quiz', change: 'level: "A" → "B"', count: 1, examples: ['b.jsonl'] },
      causes: [{ file: 'quiz/quiz.flow.yaml', line: 3, column: 1, isBefore: true }],
    },
  ],
};

test('the text has the exceeded rules with their findings, and says what proves nothing', () => {
  expect(gateText(report)).toBe(
    [
      'strandedVisits: 2 of 10 visits would be refused or stuck; 0 are allowed.',
      '',
      '2 visits, quiz, pessoa: phone: <Não> & "nunca"',
      '  by quiz/pessoa.form.yaml:24:25',
      '  such as a.jsonl',
      '',
      '10 of 12 recorded visits compared; 2 prove nothing, because they cannot be read or differ from the live version already; 1 were replayed in part, because steps are missing or masked; of all visits 5% are recorded; no stored lead was judged.',
    ].join('\n'),
  );
});

test('SARIF has an error for each line that exceeds a rule, and a note for what is allowed', () => {
  const { version, runs } = gateSarif(report, '/site/funnels') as {
    version: string;
    runs: {
      originalUriBaseIds: object;
      results: { level: string; ruleId: string; message: object; locations: object[] }[];
    }[];
  };
  expect(version).toBe('2.1.0');
  expect(runs[0]?.originalUriBaseIds).toEqual({ FUNNELS: { uri: 'file:///site/funnels/' } });
  expect(runs[0]?.results).toMatchObject([
    {
      ...{ level: 'error', ruleId: 'strandedVisits' },
      message: { text: '2 visits, quiz, pessoa: phone: <Não> & "nunca" — such as a.jsonl' },
      locations: [
        {
          physicalLocation: {
            artifactLocation: { uri: 'quiz/pessoa.form.yaml', uriBaseId: 'FUNNELS' },
            region: { startLine: 24, startColumn: 25 },
          },
        },
      ],
    },
    { level: 'note', ruleId: 'changedVisits', message: { text: expect.stringContaining('of the version before') } },
  ]);
});

test('JUnit has a test for each rule', () => {
  const xml = gateJunit(report);
  expect(xml).toContain('<testsuite name="funnel impact --gate" tests="8" failures="1" errors="0">');
  expect(xml).toContain('<testcase classname="publish" name="lostLeads"></testcase>');
  expect(xml).toContain('phone: &lt;Não&gt; &amp; &quot;nunca&quot;');
});

test('Markdown has the rules that found something, and the lines', () => {
  const text = gateMarkdown(report);
  expect(text).toMatch(/^### This edit exceeds `strandedVisits`\n/);
  expect(text).toContain('| ❌ | `strandedVisits` | 2 of 10 | 0 |\n| ✅ | `changedVisits` | 1 of 10 | 5 |');
  expect(text).toContain('`quiz/quiz.flow.yaml:3:1 of the version before`');
});
