/** The answers of a submission that an e-mail lists. */
import { describe, expect, test } from 'vitest';
import { renderEmail } from '../../../renderer/emails/email.tsx';
import type { Json } from '../../../schemas/compiled.ts';
import { surveyAnswers, surveyPayload, surveySite } from '../../harness/survey-site.ts';

/** The e-mail after a submission. */
function mailed(show?: string, over?: Readonly<Record<string, Json>>) {
  const site = surveySite(show);
  const { values } = surveyPayload(site, 'told', over) as { values: Record<string, Json> };
  return renderEmail({ site, email: 'told', values, origin: 'https://example.com', documents: {} });
}
const linesOf = (text: string): string[] => text.split('\n').filter((line) => line.includes(': '));

describe('an e-mail lists every answer in the order of the form', () => {
  test('by the labels that people read', () => {
    const { text, subject } = mailed();
    expect(subject).toBe('A new survey of Someone');
    expect(text).toContain('The answers\n-----------\n');
    expect(linesOf(text)).toEqual([
      'Your <name>: Ana <b>www.\u200cbad.\u200cexample',
      'Your e-mail: ana@example.com',
      'What do you do?: Mind & body',
      'What matters?: Being late, Something else',
      'Your budget: €12,500.50',
      'When?: 01/03/2026',
      'A team?: No',
      '1. Called: Bo',
      '1. Kind: Silent',
      '2. Called: Cy',
      'I accept the terms: Yes',
    ]);
  });
  test('by their values', () => {
    expect(linesOf(mailed(', show: values').text)).toEqual(
      expect.arrayContaining([
        'What do you do?: mind',
        'What matters?: late, other',
        'Your budget: 1250050',
        'When?: 2026-03-01',
        'A team?: no',
        'I accept the terms: true',
      ]),
    );
  });
  test('by both', () => {
    const lines = linesOf(mailed(', show: both').text);
    expect(lines).toContain('What matters?: Being late, Something else (late, other)');
    expect(lines).toContain('Your budget: €12,500.50 (1250050)');
    expect(lines).toContain('Your e-mail: ana@example.com');
  });
  test('in HTML too, where nothing that a visitor wrote is markup', () => {
    const { html } = mailed();
    expect(html).toContain('Your &lt;name&gt;</th>');
    expect(html).toContain('Ana &lt;b&gt;www.\u200cbad.\u200cexample</td>');
    expect(html).toContain('Mind &amp; body</td>');
    expect(html).not.toContain('data:image/svg');
  });
  test('without what was not asked or not answered', () => {
    const { text } = mailed('', { budget: null, day: '', topics: [], partners: [] });
    expect(linesOf(text).map((line) => line.split(': ')[0])).toEqual([
      'Your <name>',
      'Your e-mail',
      'What do you do?',
      'A team?',
      'I accept the terms',
    ]);
  });
});

describe('a webhook has answers', () => {
  const bodyOf = (keys: string, over?: Readonly<Record<string, Json>>) =>
    (
      surveyPayload(surveySite('', `      crm: { webhook: crm${keys} }\n`), 'crm', over) as {
        body: Record<string, Json>;
      }
    ).body;
  test('as they are stored by default', () => expect(bodyOf('')).toEqual(surveyAnswers));
  test('by their labels, and amounts in the unit of the currency', () => {
    expect(bodyOf(', show: labels')).toMatchObject({
      ...{
        person: surveyAnswers['person'],
        area: 'Mind & body',
        topics: ['Being late', 'Something else'],
        budget: 12500.5,
      },
      ...{ day: '2026-03-01', team: 'No', terms: true, partners: surveyAnswers['partners'] },
    });
    expect(bodyOf(', show: labels', { area: 'gone', budget: null })).toMatchObject({ area: 'gone', budget: null });
  });
  test('by both, in a body of its own too', () =>
    expect(
      bodyOf(", show: both, body: { what: { area: area }, all: [topics, budget], name: 'person | upper' }"),
    ).toEqual({
      what: { area: { value: 'mind', label: 'Mind & body' } },
      all: [
        { value: ['late', 'other'], label: ['Being late', 'Something else'] },
        { value: 1250050, label: 12500.5 },
      ],
      name: 'ANA <B>WWW.BAD.EXAMPLE',
    }));
});
