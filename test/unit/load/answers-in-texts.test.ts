/** Texts that repeat answers: chosen options by their labels, days in a style, in labels and hints of one-file funnels too. */
import { describe, expect, test } from 'vitest';
import type { SiteDefinition } from '../../../engine/definition.ts';
import { dayFormat } from '../../../engine/expressions/dates.ts';
import { evaluate } from '../../../engine/expressions/evaluate.ts';
import { renderTemplate } from '../../../engine/expressions/render.ts';
import type { Template } from '../../../schemas/compiled.ts';
import { baseWith, load } from './fixtures.ts';

const funnel = `funnel: talk
title: A conversation about your practice
questions:
  - { name: nick, question: What is your name?, type: text, maxLength: 60, required: true }
  - { name: area, question: 'What do you practise, {{ nick }}?', type: choice, required: true, options: [{ value: civil, label: Civil law }, { value: penal, label: Criminal law }] }
  - { name: media, question: 'Where do you advertise {{ area }}?', type: choices, min: 1, options: [{ value: ig, label: Instagram }, { value: web, label: Website }] }
  - { name: day, question: 'When, {{ nick }}?', hint: 'For {{ media }}.', type: date, required: true }
  - { question: Is that right?, fields: { right: { type: yes-no, label: '{{ area.label }} on {{ day | date("long") }}, for {{ facts.price | money }}?', required: true } } }
fields: { email: email, more: { type: text, label: 'Anything else about {{ area }}?', maxLength: 90 } }
thanks: { title: "Thank you, {{ nick != '' ? nick : 'you' }}: {{ area != '' ? area : 'nothing' }}, {{ join(media.label, ' + ') }}" }
`;

const values = { nick: 'Ana', area: 'penal', media: ['ig', 'web'], day: '2026-01-31', right: 'yes' };

const siteOf = (text: string) => load(baseWith({ 'talk.funnel.yaml': text }));
const errorsOf = (text: string) =>
  siteOf(text).problems.flatMap(({ severity, code, line, column }) =>
    severity === 'error' ? [`${code} ${line}:${column}`] : [],
  );

type Shown = { readonly type: string; readonly title?: Template } & Record<
  'labels' | 'hints',
  Record<string, Template> | undefined
>;

/** The block of a step's form, as a visitor with these answers reads it. */
function shownBy(site: SiteDefinition, step: string, type = 'form') {
  const shown = (text: Template | undefined): string => renderTemplate(text ?? '', values as never);
  const all = (texts: Record<string, Template> | undefined) =>
    Object.fromEntries(Object.entries(texts ?? {}).map(([name, text]) => [name, shown(text)]));
  const blocks = (site.flows['talk'] as unknown as { steps: Record<string, { show: Shown[] }> }).steps[step]!.show;
  const block = blocks.find((each) => each.type === type) as Shown;
  return { title: shown(block.title), labels: all(block.labels), hints: all(block.hints) };
}

describe('a funnel in one file', () => {
  const { site, problems } = siteOf(funnel);
  const definition = site as SiteDefinition;

  test('is without errors', () => expect(problems.filter(({ severity }) => severity === 'error')).toEqual([]));

  test.each([
    ['questions-area', 'What do you practise, Ana?', { area: 'What do you practise, Ana?' }, {}],
    ['questions-media', 'Where do you advertise Criminal law?', { media: 'Where do you advertise Criminal law?' }, {}],
    ['questions-day', 'When, Ana?', { day: 'When, Ana?' }, { day: 'For Instagram, Website.' }],
    ['questions-right', 'Is that right?', { right: 'Criminal law on 31 January 2026, for €10.00?' }, {}],
    ['form', 'Where may we send the result?', { more: 'Anything else about Criminal law?' }, {}],
  ])('%s asks with the answers before it', (step, title, labels, hints) => {
    const shown = shownBy(definition, step);
    if (step !== 'form') expect(shown.title).toBe(title);
    expect(shown).toMatchObject({ labels, hints });
  });

  test('ends with them', () =>
    expect(shownBy(definition, 'thanks', 'hero').title).toBe('Thank you, Ana: Criminal law, Instagram + Website'));

  test('exports and messages have labels that are the same for everybody', () => {
    const { 'talk-questions': asked, talk } = definition.forms;
    const labels = [asked, talk]
      .flatMap((form) => form?.fields ?? [])
      .map(({ name, label }) => `${name}: ${String(label)}`);
    expect(labels).toEqual([
      ...[
        'nick: What is your name?',
        'area: What do you practise, …?',
        'media: Where do you advertise …?',
        'day: When, …?',
      ],
      ...['right: … on …, for €10.00?', expect.stringContaining('email'), 'more: Anything else about …?'],
    ]);
  });

  test('a mistake is reported where it is written', () => {
    expect(errorsOf(funnel.replace('practise, {{ nick }}?', 'practise, {{ nik }}?'))).toContain(
      'expression-unknown-name 5:55',
    );
    expect(errorsOf(funnel.replace('{{ area.label }} on', '{{ area.lable }} on'))).toContain(
      'expression-wrong-type 8:77',
    );
    expect(errorsOf(funnel.replace('day | date("long")', 'nick | date("long")'))).toEqual([
      expect.stringMatching(/^expression-may-fail 8:/),
    ]);
  });
});

test('a label of a form file cannot vary, and the error names where it can', () => {
  const form =
    'form: extra\nfields: { name: { type: text, label: Name }, team: { type: text, label: "Team, {{ name }}?" } }\n';
  const { problems } = load(baseWith({ 'extra.form.yaml': form }));
  const found = problems.find(({ severity }) => severity === 'error');
  expect([found?.code, found?.line]).toEqual(['expression-unknown-name', 2]);
});

test.each([
  ['pt-BR', 'long', '31 de janeiro de 2026'],
  ['pt-BR', 'short', '31/01/2026'],
  ['en', 'long', 'January 31, 2026'],
  ['es', 'weekday', 'sábado'],
  ['de', 'dayMonth', '31. Januar'],
  ['ja', 'long', '2026年1月31日'],
  ['en', 'year', '2026'],
])('a day in %s, %s, is %s', (locale, style, expected) => {
  const show = (day: unknown) => evaluate(['day', day as string, ['#', dayFormat(locale)(style) as never]], {});
  expect(show('2026-01-31')).toBe(expected);
  expect([show(''), show('soon'), show(null)]).toEqual(['', 'soon', null]);
});

test('a day is shown as Intl shows it', () => {
  for (const locale of ['pt-BR', 'en', 'es', 'fr', 'de', 'pl', 'ru', 'el', 'ko'])
    for (const style of ['short', 'long', 'dayMonth', 'weekday', 'month'])
      for (const day of ['2026-01-01', '2026-05-09', '2026-12-31', '2024-02-29']) {
        const options = {
          short: { day: '2-digit', month: '2-digit', year: 'numeric' },
          long: { day: 'numeric', month: 'long', year: 'numeric' },
          dayMonth: { day: 'numeric', month: 'long' },
          weekday: { weekday: 'long' },
          month: { month: 'long' },
        }[style];
        const expected = new Intl.DateTimeFormat(locale, {
          ...(options as Intl.DateTimeFormatOptions),
          timeZone: 'UTC',
        }).format(new Date(day));
        const shown = String(evaluate(['day', day, ['#', dayFormat(locale)(style) as never]], {}));
        // Intl's spaces differ between its two ways to format.
        expect(shown.replace(/\s/g, ' ')).toBe(expected.replace(/\s/g, ' '));
      }
});

describe('what people read', () => {
  const asked = funnel.replace(
    '\nfields: {',
    '\n  - { name: budget, question: A budget?, type: currency, required: true }\nfields: {',
  );
  const thanks = (text: string) => {
    const loaded = siteOf(asked.replace(/thanks: .*/, `thanks: { title: '${text}' }`));
    expect(loaded.problems.filter(({ severity }) => severity === 'error')).toEqual([]);
    const site = loaded.site as SiteDefinition;
    const blocks = (site.flows['talk'] as unknown as { steps: Record<string, { show: Shown[] }> }).steps['thanks']!
      .show;
    const title = blocks.find(({ type }) => type === 'hero')?.title ?? '';
    return renderTemplate(title, { ...values, budget: 123450 } as never);
  };

  test.each([
    ['{{ default(budget, 0) }}', '€1,234.50'],
    ['{{ default(budget.value, 0) }}', '123450'],
    ['{{ default(budget, 0) * 2 }}', '246900'],
    ['{{ day != "" ? day : "any day" }}', '31/01/2026'],
    ['{{ day != "" ? day.value : "any day" }}', '2026-01-31'],
    ['{{ media }}', 'Instagram, Website'],
    ['{{ join(media.value, "+") }}', 'ig+web'],
    ['{{ area != "" ? area.value : "nothing" }}', 'penal'],
  ])('%s is %s', (text, shown) => expect(thanks(text)).toBe(shown));
});
