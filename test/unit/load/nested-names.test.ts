/** `where-used` and `rename` of names within names: rounds, groups that repeat, and the jumps of questions. */
import { expect, test } from 'vitest';
import { Report } from '../../../engine/errors/report.ts';
import { parseFile } from '../../../engine/load/parse/parse-file.ts';
import type { NameKey } from '../../../engine/names/name.ts';
import { planRename } from '../../../engine/names/rename.ts';
import { sameValues } from '../../../engine/names/same-value.ts';
import { namesOf } from '../../../engine/names/site-names.ts';
import { baseWith, load } from './fixtures.ts';

const options = '[{ value: web site, label: Site }, { value: shop, label: Shop }]';
const files = {
  'tour.flow.yaml': `flow: tour
page: frame
start: ask
data: { seen: { type: boolean, optional: true } }
computed: { points: { points: [tools_shop_grade, pace] } }
questions:
  tour:
    saveAs: answers
    items:
      - { name: tools, question: Which?, type: choices, options: ${options} }
      - name: pace
        question: How often?
        type: yes-no
        points: 5
        next: [{ when: pace == 'no', to: firm }, { when: size(tools) == 0, to: last }]
      - forEach: tools
        when: size(tools) > 0
        questions:
          - { name: grade, question: 'Grade of {{ item.label }}?', type: scale, points: 2, next: [{ when: pace == 'no', to: why }] }
          - { name: why, question: Why?, type: text, maxLength: 50, when: 'default(grade, 5) <= 2' }
      - question: Your firm?
        fields:
          firm: { type: text, label: Firm, maxLength: 50 }
          people:
            type: repeat
            label: People
            max: 2
            fields:
              nick: { type: text, label: Nick, maxLength: 20 }
              role: { type: text, label: Role, maxLength: 20, when: nick != '' }
      - { name: last, question: Anything else?, type: text, maxLength: 50, when: "default(tools_shop_grade, 0) >= default(tools_web_site_grade, 0) && default(people_count, 0) > 0" }
steps:
  ask:
    path: [/tour]
    title: A tour
    ask: tour
    show: [{ type: question, next: Next, previous: Back, finish: Finish }]
    next: send
  send:
    form: note
    submit: { calls: [{ post: /api/tour, with: { nicks: "people_1_nick + ' ' + people_2_nick" } }], onError: { toast: Error } }
    show: [{ type: form, title: "Thanks, {{ people_1_nick != '' ? people_1_nick : 'all' }}", submit: Send }]
    next: end
  end: { title: The end, show: [{ type: text, title: The end }], final: true }
`,
  'note.form.yaml': 'form: note\nfields: { note: { type: text, label: Note, maxLength: 50 } }\n',
  'tour.api.yaml': `api: tour
intakes:
  tour:
    post: /api/tour
    form: tour-tour
    input: { nicks: { type: text, optional: true } }
    records: tours
    retention: { days: 30 }
    response: { grade: 'default(tools_shop_grade, 0)', people: 'size(default(people, []))' }
`,
  'guests.funnel.yaml': `funnel: guests
title: The guests of your stay
fields:
  stay: { type: date-range, label: Stay }
  home: { type: address, label: Home }
  guests:
    type: repeat
    label: Guests
    max: 2
    fields:
      age: { type: number, label: Age }
      tutor: { type: text, label: Tutor, maxLength: 40, when: 'default(age, 99) < 18' }
  note: { type: text, label: Note, maxLength: 40, when: "default(guests_1_age, 0) > 60 || default(guests_count, 0) > 1 || stay_end > '2027-01-01' || home_city == 'Recife'" }
`,
};
const given = baseWith(files);
const read = (all = given) => namesOf(all.flatMap((file) => parseFile(file, new Report()) ?? []));

/** Where a name is written: file, line, and the text around it. */
function placesOf(key: NameKey): string[] {
  return read()
    .mentions.filter((mention) => mention.key === key && !mention.implied)
    .map(({ source, offset, length, role }) => {
      const { line } = source.position(offset);
      return `${source.path}:${line} ${role} ${source.text.slice(offset - 6, offset + length + 2).replace(/\n/g, '')}`;
    });
}

const planOf = (key: NameKey, name: string) => {
  const names = read();
  return planRename(key, name, names, sameValues(names), { aliases: true, assets: new Set() });
};

test('the site is valid', () => {
  expect(load(given).problems.filter(({ severity }) => severity === 'error')).toEqual([]);
});

test.each([
  ['field:tour-tour.tools', 'kit', 8],
  ['field:tour-tour.firm', 'studio', 2],
  ['field:tour-tour.tools.grade', 'mark', 6],
  ['field:tour-tour.people', 'crew', 7],
  ['field:tour-tour.people.nick', 'alias', 6],
  ['field:tour-tour.last', 'more', 2],
  ['field:guests.guests', 'visitors', 3],
  ['field:guests.guests.age', 'years', 3],
  ['field:guests.stay', 'period', 2],
  ['field:guests.home', 'place', 2],
] as const)('%s becomes %s at every place, and the site stays valid', (key, name, places) => {
  const plan = planOf(key, name);
  const now = baseWith({ ...files, ...Object.fromEntries(plan.files.map(({ path, after }) => [path, after])) });
  expect(load(now).problems.filter(({ severity }) => severity === 'error')).toEqual([]);
  expect(plan.places, plan.files.map(({ after }) => after).join('\n')).toBe(places);
  // Every place means what it meant.
  const after = read(now).mentions.map((mention) => plan.renamed.get(mention.key) ?? mention.key);
  expect(after).toHaveLength(read().mentions.length);
  expect(after).not.toContain(key);
});

test('a jump leads to its question', () => {
  expect(placesOf('field:tour-tour.last').join('\n')).toMatch(/tour.flow.yaml:15 leads .*to: last/);
});

test('the name of an answer of a round is found in the round, and in the names that are made from it', () => {
  expect(placesOf('field:tour-tour.tools.grade').map((place) => place.replace(/^(\S+) (\w+) .*/, '$1 $2'))).toEqual([
    ...['5 uses', '19 defines', '20 reads', '31 reads', '31 reads'].map((place) => `tour.flow.yaml:${place}`),
    'tour.api.yaml:9 posts',
  ]);
});
