/** Intakes, their records and their deliveries. */
import { describe, expect, test } from 'vitest';
import { type MistakeCase, mistakesAfter } from './fixtures.ts';

describe('intakes', () => {
  test.for<MistakeCase>([
    [
      'no records',
      [['    records: leads\n    retention', '    retention']],
      [
        '3:3 intake-collection: This intake does not name its records.',
        '21:14 collection-unknown: No intake posts to the records leads.',
        '23:24 expression-unknown-name: There is no value called score here.',
        '23:37 expression-unknown-name: There is no value called email here.',
        '27:25 collection-unknown: No intake posts to the records leads.',
      ],
    ],
    [
      'a look-up without a value',
      [
        [
          '    records: leads\n    lookupBy: uid\n    response: { score: score, mail',
          '    records: leads\n    response: { score: score, mail',
        ],
      ],
      ['19:3 intake-subject: A look-up needs the name of the value by which its records are found.'],
    ],
    [
      'owned without a value',
      [['    lookupBy: uid\n    dedupe', '    ownerOnly: true\n    dedupe']],
      [
        '15:5 intake-owned: ownerOnly needs a post whose records are found by lookupBy.',
        '22:14 collection-without-subject: No record of leads is ever found: the intake lead, which stores them, has no lookupBy.',
        '28:25 collection-without-subject: No record of leads is ever found: the intake lead, which stores them, has no lookupBy.',
      ],
    ],
    ['owned', [['    lookupBy: uid\n    dedupe', '    lookupBy: uid\n    ownerOnly: true\n    dedupe']], []],
    [
      'an owned look-up',
      [['response: { score: score, mail: email }', 'response: { score: score, mail: email }\n    ownerOnly: true']],
      ['25:5 intake-owned: ownerOnly needs a post whose records are found by lookupBy.'],
    ],
    [
      'not owned without a value',
      [['    lookupBy: uid\n    dedupe', '    ownerOnly: false\n    dedupe']],
      [
        '22:14 collection-without-subject: No record of leads is ever found: the intake lead, which stores them, has no lookupBy.',
        '28:25 collection-without-subject: No record of leads is ever found: the intake lead, which stores them, has no lookupBy.',
      ],
    ],
    [
      'a look-up that requires a record',
      [
        [
          'response: { score: score, mail: email }',
          'response: { score: score, mail: email }\n    require: { records: leads, message: No. }',
        ],
      ],
      ['25:5 intake-require: require is for submissions, but this intake only looks records up.'],
    ],
    [
      'a record is required without a value',
      [['    retention: { days: 730 }\n    lookupBy: uid\n', '    retention: { days: 730 }\n']],
      [
        '21:14 collection-without-subject: No record of leads is ever found: the intake lead, which stores them, has no lookupBy.',
        '27:25 collection-without-subject: No record of leads is ever found: the intake lead, which stores them, has no lookupBy.',
      ],
    ],
    [
      'a click that requires an unknown record',
      [['require: { records: leads', 'require: { records: laeds']],
      ['28:25 collection-unknown: No intake posts to the records laeds.'],
    ],
    [
      'a look-up of unknown records',
      [
        [
          '    input: { uid: { type: uuid } }\n    records: leads',
          '    input: { uid: { type: uuid } }\n    records: laeds',
        ],
      ],
      [
        '22:14 collection-unknown: No intake posts to the records laeds.',
        '24:24 expression-unknown-name: There is no value called score here.',
        '24:37 expression-unknown-name: There is no value called email here.',
      ],
    ],
    [
      'a look-up of far other records',
      [
        [
          '    input: { uid: { type: uuid } }\n    records: leads',
          '    input: { uid: { type: uuid } }\n    records: others',
        ],
      ],
      [
        '22:14 collection-unknown: No intake posts to the records others.',
        '24:24 expression-unknown-name: There is no value called score here.',
        '24:37 expression-unknown-name: There is no value called email here.',
      ],
    ],
    [
      'proof of work without a time',
      [['    dedupe: { by', '    protect: { proofOfWork: suspicious }\n    dedupe: { by']],
      ['16:29 proof-inert: Without fastest, no submission is suspicious, and no proof is asked for.'],
    ],
    [
      'proof of work',
      [['    dedupe: { by', '    protect: { proofOfWork: suspicious, fastest: 2 }\n    dedupe: { by']],
      [],
    ],
    ['proof of work always', [['    dedupe: { by', '    protect: { proofOfWork: always }\n    dedupe: { by']], []],
    [
      'personal data without an end',
      [['    retention: { days: 730 }\n    lookupBy: uid\n    dedupe', '    lookupBy: uid\n    dedupe']],
      ['13:14 collection-unlimited: Records of leads contain personal data and are never removed.'],
    ],
    ['clicks without an end', [['    records: clicks\n    retention: { days: 730 }', '    records: clicks']], []],
    [
      'found by an unknown value',
      [['    lookupBy: uid\n    dedupe', '    lookupBy: uidd\n    dedupe']],
      ['15:15 accepted-unknown: This intake does not accept a value called uidd.'],
    ],
    ['found by the time', [['    lookupBy: uid\n    dedupe', '    lookupBy: at\n    dedupe']], []],
    [
      'grouped by an unknown value',
      [['    dedupe: { by', '    groupBy: emial\n    dedupe: { by']],
      ['16:14 accepted-unknown: This intake does not accept a value called emial.'],
    ],
    ['grouped', [['    dedupe: { by', '    groupBy: email\n    dedupe: { by']], []],
    [
      'one by an unknown value',
      [['by: [email]', 'by: [email, nmae]']],
      ['16:27 accepted-unknown: This intake does not accept a value called nmae.'],
    ],
    [
      'one by an omitted value',
      [['by: [email]', 'by: [agree]']],
      ['16:20 accepted-unknown: This intake does not accept a value called agree.'],
    ],
    [
      'an unknown computed value',
      [['values: [score]', 'values: [score, levle]']],
      ['12:43 computed-unknown: The flow has no computed value called levle.'],
    ],
    [
      'a computed value of an unknown flow',
      [['verify: { flow: quiz, values: [score]', 'verify: { flow: quzi, values: [scoer]']],
      ['12:21 flow-unknown: There is no flow called quzi.'],
    ],
    [
      'an omitted field that is unknown',
      [['omit: [agree]', 'omit: [agree, agre]']],
      ['6:19 field-unknown: There is no field in this form called agre.'],
    ],
    [
      'an input that nobody sends',
      [['at: { type: time }', 'at: { type: time }\n      scroe: { type: number }']],
      [
        'quiz.flow.yaml:69:19 call-value-missing: /api/leads requires scroe, but the call does not send it and this flow has no value with that name.',
      ],
    ],
    ['an input of the flow', [['at: { type: time }', 'at: { type: time }\n      level: { type: text }']], []],
    [
      'an intake that nobody calls',
      [
        [
          '  click:\n',
          '  other:\n    post: /api/other\n    input: { uid: { type: uuid } }\n    records: others\n    retention: { days: 730 }\n  click:\n',
        ],
      ],
      ['25:3 intake-uncalled: No flow calls /api/other.'],
    ],
    [
      'an unreadable verify',
      [['post: /api/clicks', 'post: /api/leads']],
      [
        '26:11 endpoint-taken: /api/leads already belongs to the intake lead.',
        'quiz.flow.yaml:95:58 endpoint-unknown: No intake has the path /api/clicks.',
      ],
    ],
    [
      'a path that is outside',
      [['post: /api/clicks', 'post: /clicks']],
      ['26:11 shape-form: /clicks has the wrong format. Expected: The path that takes a submission.'],
    ],
  ])('%s', ([, edits, mistakes]) => {
    expect(mistakesAfter('quiz.api.yaml', edits, 'message')).toEqual(mistakes);
  });
});

describe('steps of an intake', () => {
  test.for<MistakeCase>([
    [
      'form and forms',
      [['    form: contact\n', "    form: contact\n    forms: { by: score, cases: { '1': [contact] } }\n"]],
      [
        '6:5 intake-forms: An intake has either form or forms, not both.',
        '6:18 intake-forms: score is neither a required choice nor a required number with allowed:.',
        'quiz.flow.yaml:86:46 expression-wrong-type: This should be a record, or null, but it is a record.',
      ],
    ],
    [
      'a text that tells the step',
      [
        ['    form: contact\n', '    forms: { by: step, cases: { one: [contact] } }\n'],
        ['score: { type: number }\n', 'score: { type: number }\n      step: { type: text }\n'],
      ],
      [
        '5:18 intake-forms: step is neither a required choice nor a required number with allowed:.',
        'quiz.flow.yaml:69:19 call-value-missing: /api/leads requires step, but the call does not send it and this flow has no value with that name.',
        'quiz.flow.yaml:86:46 expression-wrong-type: This should be a record, or null, but it is a record.',
      ],
    ],
    [
      'an optional choice',
      [
        ['    form: contact\n', '    forms: { by: step, cases: { one: [contact] } }\n'],
        [
          'score: { type: number }\n',
          'score: { type: number }\n      step: { type: choice, of: [one], optional: true }\n',
        ],
      ],
      [
        '5:18 intake-forms: step is neither a required choice nor a required number with allowed:.',
        'quiz.flow.yaml:86:46 expression-wrong-type: This should be a record, or null, but it is a record.',
      ],
    ],
    [
      'a number without values',
      [['    form: contact\n', "    forms: { by: score, cases: { '1': [contact] } }\n"]],
      [
        '5:18 intake-forms: score is neither a required choice nor a required number with allowed:.',
        'quiz.flow.yaml:86:46 expression-wrong-type: This should be a record, or null, but it is a record.',
      ],
    ],
    [
      'a value without a form',
      [
        ['    form: contact\n', '    forms: { by: step, cases: { one: [contact] } }\n'],
        ['score: { type: number }\n', 'score: { type: number }\n      step: { type: choice, of: [one, two] }\n'],
      ],
      [
        '5:24 intake-forms: cases has no forms for step two.',
        'quiz.flow.yaml:69:19 call-value-missing: /api/leads requires step, but the call does not send it and this flow has no value with that name.',
        'quiz.flow.yaml:86:46 expression-wrong-type: This should be a record, or null, but it is a record.',
      ],
    ],
    [
      'a form without a value',
      [
        ['    form: contact\n', '    forms: { by: step, cases: { one: [contact], two: [contact] } }\n'],
        ['score: { type: number }\n', 'score: { type: number }\n      step: { type: choice, of: [one] }\n'],
      ],
      [
        '5:49 intake-forms: step is never two.',
        'quiz.flow.yaml:69:19 call-value-missing: /api/leads requires step, but the call does not send it and this flow has no value with that name.',
        'quiz.flow.yaml:86:46 expression-wrong-type: This should be a record, or null, but it is a record.',
      ],
    ],
    [
      'numbers',
      [
        ['    form: contact\n', "    forms: { by: step, cases: { '1': [contact], '3': [contact] } }\n"],
        ['score: { type: number }\n', 'score: { type: number }\n      step: { type: number, allowed: [1, 2] }\n'],
      ],
      [
        '5:24 intake-forms: cases has no forms for step 2.',
        '5:49 intake-forms: step is never 3.',
        'quiz.flow.yaml:69:19 call-value-missing: /api/leads requires step, but the call does not send it and this flow has no value with that name.',
        'quiz.flow.yaml:86:46 expression-wrong-type: This should be a record, or null, but it is a record.',
      ],
    ],
    [
      'an unknown value',
      [['    form: contact\n', "    forms: { by: setp, cases: { '1': [contact] } }\n"]],
      [
        '5:18 intake-forms: setp is neither a required choice nor a required number with allowed:.',
        'quiz.flow.yaml:86:46 expression-wrong-type: This should be a record, or null, but it is a record.',
      ],
    ],
    [
      'always an unknown value',
      [
        ['    form: contact\n', '    forms: { by: step, always: [emial], cases: { one: [contact] } }\n'],
        ['score: { type: number }\n', 'score: { type: number }\n      step: { type: choice, of: [one] }\n'],
      ],
      [
        '5:33 accepted-unknown: This intake does not accept a value called emial.',
        'quiz.flow.yaml:69:19 call-value-missing: /api/leads requires step, but the call does not send it and this flow has no value with that name.',
        'quiz.flow.yaml:86:46 expression-wrong-type: This should be a record, or null, but it is a record.',
      ],
    ],
    [
      'an unknown form',
      [
        ['    form: contact\n', '    forms: { by: step, cases: { one: [contcat] } }\n'],
        ['score: { type: number }\n', 'score: { type: number }\n      step: { type: choice, of: [one] }\n'],
      ],
      ['5:39 form-unknown: There is no form called contcat.'],
    ],
  ])('%s', ([, edits, mistakes]) => {
    expect(mistakesAfter('quiz.api.yaml', edits, 'message')).toEqual(mistakes);
  });
});
