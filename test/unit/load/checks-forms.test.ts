/** The properties and rules of fields. */
import { describe, expect, test } from 'vitest';
import { type MistakeCase, mistakesAfter } from './fixtures.ts';

describe('properties of fields', () => {
  test.for<MistakeCase>([
    [
      'a choice without options',
      [['  agree:\n', '  extra: { type: choice, label: X }\n  agree:\n']],
      ['23:12 field-options: A field of type choice needs options.'],
    ],
    [
      'a text with options',
      [
        [
          '  agree:\n',
          '  extra: { type: text, label: X, options: [{ value: a, label: A }, { value: b, label: B }], rules: [{ rule: required, message: No. }] }\n  agree:\n',
        ],
      ],
      ['23:34 field-options: A field of type text has no options.'],
    ],
    [
      'a reserved name',
      [['  agree:\n', '  facts: { type: text, label: X, rules: [{ rule: required, message: No. }] }\n  agree:\n']],
      [
        '23:3 name-reserved: The name facts is reserved: expressions read a value of the engine under it.',
        'quiz.api.yaml:18:19 expression-wrong-type: This should be a record, but it is a text.',
        'quiz.flow.yaml:95:24 link-malformed: An empty text is not an address that a visitor can open.',
        'quiz.flow.yaml:95:28 expression-wrong-type: This should be a record, but it is a text.',
      ],
    ],
    [
      'a text without rules',
      [['  agree:\n', '  extra: { type: text, label: X }\n  agree:\n']],
      ['23:3 field-without-rules: The field extra accepts any text, even an empty one.'],
    ],
    ['a checkbox without rules', [['  agree:\n', '  extra: { type: checkbox, label: X }\n  agree:\n']], []],
    [
      'an e-mail that is not marked',
      [['  agree:\n', '  extra: { type: email, label: X, rules: [{ rule: required, message: No. }] }\n  agree:\n']],
      ["23:3 field-personal: The field extra looks like a person's email, but is not marked as personal data."],
    ],
    [
      'a telephone that is not marked',
      [['  agree:\n', '  extra: { type: tel, label: X, rules: [{ rule: required, message: No. }] }\n  agree:\n']],
      ["23:3 field-personal: The field extra looks like a person's phone, but is not marked as personal data."],
    ],
    [
      'a text for an e-mail',
      [
        [
          '  agree:\n',
          '  extra: { type: text, label: X, autocomplete: email, rules: [{ rule: required, message: No. }] }\n  agree:\n',
        ],
      ],
      ["23:3 field-personal: The field extra looks like a person's email, but is not marked as personal data."],
    ],
    [
      'a text for a telephone',
      [
        [
          '  agree:\n',
          '  extra: { type: text, label: X, autocomplete: tel-national, rules: [{ rule: required, message: No. }] }\n  agree:\n',
        ],
      ],
      ["23:3 field-personal: The field extra looks like a person's phone, but is not marked as personal data."],
    ],
    [
      'a text for a given name',
      [
        [
          '  agree:\n',
          '  extra: { type: text, label: X, autocomplete: given-name, rules: [{ rule: required, message: No. }] }\n  agree:\n',
        ],
      ],
      ["23:3 field-personal: The field extra looks like a person's name, but is not marked as personal data."],
    ],
    [
      'a text for a name',
      [
        [
          '  agree:\n',
          '  extra: { type: text, label: X, autocomplete: name, rules: [{ rule: required, message: No. }] }\n  agree:\n',
        ],
      ],
      ["23:3 field-personal: The field extra looks like a person's name, but is not marked as personal data."],
    ],
    [
      'a text for a user name',
      [
        [
          '  agree:\n',
          '  extra: { type: text, label: X, autocomplete: username, rules: [{ rule: required, message: No. }] }\n  agree:\n',
        ],
      ],
      [],
    ],
    [
      'a text for a postcode',
      [
        [
          '  agree:\n',
          '  extra: { type: text, label: X, autocomplete: postal-code, rules: [{ rule: required, message: No. }] }\n  agree:\n',
        ],
      ],
      [],
    ],
    [
      'a text for a phone number of a home',
      [
        [
          '  agree:\n',
          '  extra: { type: text, label: X, autocomplete: tel, rules: [{ rule: required, message: No. }] }\n  agree:\n',
        ],
      ],
      ["23:3 field-personal: The field extra looks like a person's phone, but is not marked as personal data."],
    ],
    [
      'a number for a name',
      [
        [
          '  agree:\n',
          '  extra: { type: number, label: X, autocomplete: name, pii: name, rules: [{ rule: required, message: No. }] }\n  agree:\n',
        ],
      ],
      [],
    ],
    [
      'an option twice',
      [
        [
          '  agree:\n',
          '  extra: { type: choice, label: X, options: [{ value: a, label: A }, { value: a, label: B }] }\n  agree:\n',
        ],
      ],
      ['23:79 option-twice: Another option also has the value a.'],
    ],
    [
      'a text that is submitted as a number',
      [
        [
          '  agree:\n',
          '  extra: { type: text, label: X, submitAs: number, rules: [{ rule: required, message: No. }] }\n  agree:\n',
        ],
      ],
      ['23:34 field-options: A field of type text has no number to submit.'],
    ],
    [
      'a choice that is submitted as a number',
      [
        [
          '  agree:\n',
          "  extra: { type: choice, label: X, submitAs: number, options: [{ value: '1', label: A }, { value: '2', label: B }] }\n  agree:\n",
        ],
      ],
      [],
    ],
    [
      'a signature with a default',
      [
        [
          '  agree:\n',
          '  extra: { type: signature, label: X, default: a, pii: text, rules: [{ rule: required, message: No. }] }\n  agree:\n',
        ],
      ],
      ['23:39 field-options: Only the visitor can sign. Remove `default`.'],
    ],
    [
      'a signature that a link fills in',
      [
        [
          '  agree:\n',
          '  extra: { type: signature, label: X, prefill: sig, pii: text, rules: [{ rule: required, message: No. }] }\n  agree:\n',
        ],
      ],
      ['23:39 field-options: Only the visitor can sign. Remove `prefill`.'],
    ],
    [
      'a signature with a length',
      [
        [
          '  agree:\n',
          '  extra: { type: signature, label: X, maxLength: 9, pii: text, rules: [{ rule: required, message: No. }] }\n  agree:\n',
        ],
      ],
      ['23:39 field-options: A field of type signature has no maxLength. Remove it.'],
    ],
    [
      'a day that does not exist',
      [
        [
          '  agree:\n',
          "  extra: { type: date, label: X, from: '2026-02-30', rules: [{ rule: required, message: No. }] }\n  agree:\n",
        ],
      ],
      ['23:34 field-options: 2026-02-30 is not a day of the calendar.'],
    ],
    [
      'days in the wrong order',
      [
        [
          '  agree:\n',
          "  extra: { type: date, label: X, from: '2026-03-01', to: '2026-02-01', rules: [{ rule: required, message: No. }] }\n  agree:\n",
        ],
      ],
      ['23:54 field-options: The last day is before the first.'],
    ],
    [
      'one day',
      [
        [
          '  agree:\n',
          "  extra: { type: date, label: X, from: '2026-03-01', to: '2026-03-01', rules: [{ rule: required, message: No. }] }\n  agree:\n",
        ],
      ],
      [],
    ],
    [
      '41 cards',
      [
        [
          '  agree:\n',
          '  extra: { type: choice, label: X, options: [{ value: v0, label: L0 }, { value: v1, label: L1 }, { value: v2, label: L2 }, { value: v3, label: L3 }, { value: v4, label: L4 }, { value: v5, label: L5 }, { value: v6, label: L6 }, { value: v7, label: L7 }, { value: v8, label: L8 }, { value: v9, label: L9 }, { value: v10, label: L10 }, { value: v11, label: L11 }, { value: v12, label: L12 }, { value: v13, label: L13 }, { value: v14, label: L14 }, { value: v15, label: L15 }, { value: v16, label: L16 }, { value: v17, label: L17 }, { value: v18, label: L18 }, { value: v19, label: L19 }, { value: v20, label: L20 }, { value: v21, label: L21 }, { value: v22, label: L22 }, { value: v23, label: L23 }, { value: v24, label: L24 }, { value: v25, label: L25 }, { value: v26, label: L26 }, { value: v27, label: L27 }, { value: v28, label: L28 }, { value: v29, label: L29 }, { value: v30, label: L30 }, { value: v31, label: L31 }, { value: v32, label: L32 }, { value: v33, label: L33 }, { value: v34, label: L34 }, { value: v35, label: L35 }, { value: v36, label: L36 }, { value: v37, label: L37 }, { value: v38, label: L38 }, { value: v39, label: L39 }, { value: v40, label: L40 }] }\n  agree:\n',
        ],
      ],
      ['23:36 field-options: A choice has at most 40 options. Write `type: dropdown` for 41.'],
    ],
    [
      '40 cards',
      [
        [
          '  agree:\n',
          '  extra: { type: choice, label: X, options: [{ value: v0, label: L0 }, { value: v1, label: L1 }, { value: v2, label: L2 }, { value: v3, label: L3 }, { value: v4, label: L4 }, { value: v5, label: L5 }, { value: v6, label: L6 }, { value: v7, label: L7 }, { value: v8, label: L8 }, { value: v9, label: L9 }, { value: v10, label: L10 }, { value: v11, label: L11 }, { value: v12, label: L12 }, { value: v13, label: L13 }, { value: v14, label: L14 }, { value: v15, label: L15 }, { value: v16, label: L16 }, { value: v17, label: L17 }, { value: v18, label: L18 }, { value: v19, label: L19 }, { value: v20, label: L20 }, { value: v21, label: L21 }, { value: v22, label: L22 }, { value: v23, label: L23 }, { value: v24, label: L24 }, { value: v25, label: L25 }, { value: v26, label: L26 }, { value: v27, label: L27 }, { value: v28, label: L28 }, { value: v29, label: L29 }, { value: v30, label: L30 }, { value: v31, label: L31 }, { value: v32, label: L32 }, { value: v33, label: L33 }, { value: v34, label: L34 }, { value: v35, label: L35 }, { value: v36, label: L36 }, { value: v37, label: L37 }, { value: v38, label: L38 }, { value: v39, label: L39 }] }\n  agree:\n',
        ],
      ],
      [],
    ],
    [
      '41 options in a list',
      [
        [
          '  agree:\n',
          '  extra: { type: dropdown, label: X, options: [{ value: v0, label: L0 }, { value: v1, label: L1 }, { value: v2, label: L2 }, { value: v3, label: L3 }, { value: v4, label: L4 }, { value: v5, label: L5 }, { value: v6, label: L6 }, { value: v7, label: L7 }, { value: v8, label: L8 }, { value: v9, label: L9 }, { value: v10, label: L10 }, { value: v11, label: L11 }, { value: v12, label: L12 }, { value: v13, label: L13 }, { value: v14, label: L14 }, { value: v15, label: L15 }, { value: v16, label: L16 }, { value: v17, label: L17 }, { value: v18, label: L18 }, { value: v19, label: L19 }, { value: v20, label: L20 }, { value: v21, label: L21 }, { value: v22, label: L22 }, { value: v23, label: L23 }, { value: v24, label: L24 }, { value: v25, label: L25 }, { value: v26, label: L26 }, { value: v27, label: L27 }, { value: v28, label: L28 }, { value: v29, label: L29 }, { value: v30, label: L30 }, { value: v31, label: L31 }, { value: v32, label: L32 }, { value: v33, label: L33 }, { value: v34, label: L34 }, { value: v35, label: L35 }, { value: v36, label: L36 }, { value: v37, label: L37 }, { value: v38, label: L38 }, { value: v39, label: L39 }, { value: v40, label: L40 }] }\n  agree:\n',
        ],
      ],
      [],
    ],
    [
      'a parameter of the engine',
      [
        [
          '  agree:\n',
          '  extra: { type: text, label: X, prefill: trace, rules: [{ rule: required, message: No. }] }\n  agree:\n',
        ],
      ],
      ['23:34 field-options: The engine reads the parameter trace. Take another one.'],
    ],
    [
      'a parameter',
      [
        [
          '  agree:\n',
          '  extra: { type: text, label: X, prefill: town, rules: [{ rule: required, message: No. }] }\n  agree:\n',
        ],
      ],
      [],
    ],
    [
      'a link that accepts',
      [
        [
          '  agree:\n',
          '  extra: { type: checkbox, label: X, prefill: ok, rules: [{ rule: accepted, message: No. }] }\n  agree:\n',
        ],
      ],
      ['23:38 field-options: A link cannot accept or consent for a visitor. Remove `prefill`.'],
    ],
    [
      'a link that consents',
      [['    label: I agree to be called.', '    label: I agree to be called.\n    prefill: ok']],
      ['26:5 field-options: A link cannot accept or consent for a visitor. Remove `prefill`.'],
    ],
    [
      'equal limits',
      [
        [
          '  agree:\n',
          '  extra: { type: number, label: X, min: 2, max: 2, rules: [{ rule: required, message: No. }] }\n  agree:\n',
        ],
      ],
      ['23:49 rule-range: The only value is 2, because it is both the least and the greatest.'],
    ],
    [
      'limits',
      [
        [
          '  agree:\n',
          '  extra: { type: number, label: X, min: 2, max: 3, rules: [{ rule: required, message: No. }] }\n  agree:\n',
        ],
      ],
      [],
    ],
  ])('%s', ([, edits, mistakes]) => {
    expect(mistakesAfter('contact.form.yaml', edits, 'message')).toEqual(mistakes);
  });
});

describe('options', () => {
  test.for<MistakeCase>([
    [
      'pictures of a list',
      [
        [
          '  agree:\n',
          '  extra: { type: dropdown, label: X, options: [{ value: a, label: A, image: sample/seal.svg }, { value: b, label: B, image: sample/seal.svg }] }\n  agree:\n',
        ],
      ],
      ['23:38 field-options: A dropdown has no pictures.'],
    ],
    [
      'a picture of one option',
      [
        [
          '  agree:\n',
          '  extra: { type: choice, label: X, options: [{ value: a, label: A, image: sample/seal.svg }, { value: b, label: B }] }\n  agree:\n',
        ],
      ],
      ['23:36 field-options: Give every option an image, or none.'],
    ],
    [
      'an icon of one option',
      [
        [
          '  agree:\n',
          '  extra: { type: choice, label: X, options: [{ value: a, label: A, icon: check }, { value: b, label: B }] }\n  agree:\n',
        ],
      ],
      ['23:36 field-options: Give every option an icon, or none.'],
    ],
    [
      'a picture and an icon',
      [
        [
          '  agree:\n',
          '  extra: { type: choice, label: X, options: [{ value: a, label: A, icon: check, image: sample/seal.svg }, { value: b, label: B, icon: check, image: sample/seal.svg }] }\n  agree:\n',
        ],
      ],
      ['23:36 field-options: An option has an image or an icon. Remove one of them.'],
    ],
    [
      'a condition of one option',
      [
        [
          '  agree:\n',
          "  extra: { type: choice, label: X, options: [{ value: a, label: A, when: plan == 'full' }, { value: b, label: B }] }\n  agree:\n",
        ],
      ],
      [],
    ],
    [
      'a condition of each option of a required choice',
      [
        [
          '  agree:\n',
          "  extra: { type: choice, label: X, options: [{ value: a, label: A, when: plan == 'full' }, { value: b, label: B, when: plan == 'basic' }], rules: [{ rule: required, message: No. }] }\n  agree:\n",
        ],
      ],
      [
        '23:36 field-options: Every option has a condition, so there may be none to choose. Remove the `when` of one, or `required`.',
      ],
    ],
    [
      'a condition of each option',
      [
        [
          '  agree:\n',
          "  extra: { type: choice, label: X, options: [{ value: a, label: A, when: plan == 'full' }, { value: b, label: B, when: plan == 'basic' }] }\n  agree:\n",
        ],
      ],
      [],
    ],
    [
      'a condition in a ranking',
      [
        [
          '  agree:\n',
          "  extra: { type: ranking, label: X, options: [{ value: a, label: A, when: plan == 'full' }, { value: b, label: B }] }\n  agree:\n",
        ],
      ],
      ['23:37 field-options: An option of a ranking has no condition. Remove `when`.'],
    ],
    [
      'a fixed option that is not shuffled',
      [
        [
          '  agree:\n',
          '  extra: { type: choice, label: X, options: [{ value: a, label: A, fixed: true }, { value: b, label: B }] }\n  agree:\n',
        ],
      ],
      [
        '23:36 field-options: Options that are not shuffled keep their places anyway. Remove `fixed`, or add `shuffle: all`.',
      ],
    ],
    [
      'two options of which one is fixed',
      [
        [
          '  agree:\n',
          '  extra: { type: choice, label: X, shuffle: all, options: [{ value: a, label: A, fixed: true }, { value: b, label: B }] }\n  agree:\n',
        ],
      ],
      ['23:36 field-options: One option can move, so there is one order only. Remove `shuffle`, or add options.'],
    ],
    [
      'two fixed options',
      [
        [
          '  agree:\n',
          '  extra: { type: choice, label: X, shuffle: all, options: [{ value: a, label: A, fixed: true }, { value: b, label: B, fixed: true }] }\n  agree:\n',
        ],
      ],
      ['23:36 field-options: No option can move, so there is one order only. Remove `shuffle`, or add options.'],
    ],
    [
      'three options of which one is fixed',
      [
        [
          '  agree:\n',
          '  extra: { type: choice, label: X, shuffle: all, options: [{ value: a, label: A, fixed: true }, { value: b, label: B }, { value: c, label: C }] }\n  agree:\n',
        ],
      ],
      [],
    ],
    [
      'a badge in a list',
      [
        [
          '  agree:\n',
          '  extra: { type: dropdown, label: X, options: [{ value: a, label: A, badge: New }, { value: b, label: B }] }\n  agree:\n',
        ],
      ],
      ['23:38 field-options: A dropdown has no badges.'],
    ],
    [
      'a badge of a card',
      [
        [
          '  agree:\n',
          '  extra: { type: choice, label: X, options: [{ value: a, label: A, badge: New }, { value: b, label: B }] }\n  agree:\n',
        ],
      ],
      [],
    ],
    [
      'an exclusive option of a choice',
      [
        [
          '  agree:\n',
          '  extra: { type: choice, label: X, options: [{ value: a, label: A, exclusive: true }, { value: b, label: B }] }\n  agree:\n',
        ],
      ],
      ['23:36 field-options: One option of a choice is chosen anyway. Remove `exclusive`.'],
    ],
    [
      'only exclusive options',
      [
        [
          '  agree:\n',
          '  extra: { type: choices, label: X, options: [{ value: a, label: A, exclusive: true }, { value: b, label: B, exclusive: true }] }\n  agree:\n',
        ],
      ],
      ['23:37 field-options: All options are exclusive. Write `type: choice`, without `exclusive`.'],
    ],
    [
      'an exclusive option that never suffices',
      [
        [
          '  agree:\n',
          '  extra: { type: choices, label: X, min: 2, options: [{ value: a, label: A, exclusive: true }, { value: b, label: B }] }\n  agree:\n',
        ],
      ],
      [
        '23:45 field-options: At least 2 options must be chosen, so an exclusive one never suffices. Write `min: 1`, or remove `exclusive`.',
      ],
    ],
    [
      'an exclusive option that never suffices by a rule',
      [
        [
          '  agree:\n',
          '  extra: { type: choices, label: X, options: [{ value: a, label: A, exclusive: true }, { value: b, label: B }], rules: [{ rule: atLeast, count: 2, message: No. }] }\n  agree:\n',
        ],
      ],
      [
        '23:37 field-options: At least 2 options must be chosen, so an exclusive one never suffices. Write `min: 1`, or remove `exclusive`.',
      ],
    ],
    [
      'an exclusive option',
      [
        [
          '  agree:\n',
          '  extra: { type: choices, label: X, options: [{ value: a, label: A, exclusive: true }, { value: b, label: B }] }\n  agree:\n',
        ],
      ],
      [],
    ],
    [
      'no choices',
      [
        [
          '  agree:\n',
          '  extra: { type: choices, label: X, min: 0, options: [{ value: a, label: A }, { value: b, label: B }] }\n  agree:\n',
        ],
      ],
      ['23:37 field-options: Write how many of the 2 options must be chosen: a whole number from 1 to 2.'],
    ],
    [
      'half a choice',
      [
        [
          '  agree:\n',
          '  extra: { type: choices, label: X, min: 1.5, options: [{ value: a, label: A }, { value: b, label: B }] }\n  agree:\n',
        ],
      ],
      ['23:37 field-options: Write how many of the 2 options must be chosen: a whole number from 1 to 2.'],
    ],
    [
      'more choices than options',
      [
        [
          '  agree:\n',
          '  extra: { type: choices, label: X, min: 3, options: [{ value: a, label: A }, { value: b, label: B }] }\n  agree:\n',
        ],
      ],
      ['23:37 field-options: Write how many of the 2 options must be chosen: a whole number from 1 to 2.'],
    ],
    [
      'at most one choice',
      [
        [
          '  agree:\n',
          '  extra: { type: choices, label: X, max: 1, options: [{ value: a, label: A }, { value: b, label: B }] }\n  agree:\n',
        ],
      ],
      ['23:37 field-options: Only one option can be chosen. Write `type: choice`, without max.'],
    ],
    [
      'at most more than the options',
      [
        [
          '  agree:\n',
          '  extra: { type: choices, label: X, max: 3, options: [{ value: a, label: A }, { value: b, label: B }] }\n  agree:\n',
        ],
      ],
      ['23:37 field-options: Write how many of the 2 options can be chosen: a whole number from 2 to 2.'],
    ],
    [
      'at most less than at least',
      [
        [
          '  agree:\n',
          '  extra: { type: choices, label: X, min: 3, max: 2, options: [{ value: a, label: A }, { value: b, label: B }, { value: c, label: C }] }\n  agree:\n',
        ],
      ],
      ['23:45 field-options: At least 3 options must be chosen. Write 3 or more.'],
    ],
    [
      'as many as the options',
      [
        [
          '  agree:\n',
          '  extra: { type: choices, label: X, min: 2, max: 2, options: [{ value: a, label: A }, { value: b, label: B }] }\n  agree:\n',
        ],
      ],
      [],
    ],
    [
      'at most zero choices',
      [
        [
          '  agree:\n',
          '  extra: { type: choices, label: X, max: 0, options: [{ value: a, label: A }, { value: b, label: B }] }\n  agree:\n',
        ],
      ],
      ['23:37 field-options: Write how many of the 2 options can be chosen: a whole number from 2 to 2.'],
    ],
  ])('%s', ([, edits, mistakes]) => {
    expect(mistakesAfter('contact.form.yaml', edits, 'message')).toEqual(mistakes);
  });
});

describe('numbers to choose from', () => {
  test.for<MistakeCase>([
    [
      'twelve numbers',
      [['  agree:\n', '  extra: { type: scale, label: X, min: 0, max: 11 }\n  agree:\n']],
      ['23:43 field-options: A scale has at most 11 whole numbers.'],
    ],
    ['eleven numbers', [['  agree:\n', '  extra: { type: scale, label: X, min: 0, max: 10 }\n  agree:\n']], []],
    [
      'half a number',
      [['  agree:\n', '  extra: { type: scale, label: X, min: 0, max: 2.5 }\n  agree:\n']],
      ['23:43 field-options: A scale has at most 11 whole numbers.'],
    ],
    [
      'a scale that begins at its end',
      [['  agree:\n', '  extra: { type: scale, label: X, min: 3, max: 3 }\n  agree:\n']],
      ['23:48 rule-range: The only value is 3, because it is both the least and the greatest.'],
    ],
    [
      'a scale to one',
      [['  agree:\n', '  extra: { type: scale, label: X, max: 1 }\n  agree:\n']],
      ['23:40 rule-range: The only value is 1, because it is both the least and the greatest.'],
    ],
    [
      'four faces',
      [['  agree:\n', '  extra: { type: rating, label: X, icon: smiley, max: 4 }\n  agree:\n']],
      ['23:50 field-options: There are three faces or five.'],
    ],
    ['three faces', [['  agree:\n', '  extra: { type: rating, label: X, icon: smiley, max: 3 }\n  agree:\n']], []],
    ['five faces', [['  agree:\n', '  extra: { type: rating, label: X, icon: smiley, max: 5 }\n  agree:\n']], []],
    ['four stars', [['  agree:\n', '  extra: { type: rating, label: X, max: 4 }\n  agree:\n']], []],
    [
      'three decimals',
      [['  agree:\n', '  extra: { type: slider, label: X, min: 0, max: 1, step: 0.125 }\n  agree:\n']],
      ['23:52 field-options: A slider has at most 2 decimals.'],
    ],
    [
      'two decimals',
      [['  agree:\n', '  extra: { type: slider, label: X, min: 0, max: 1, step: 0.25 }\n  agree:\n']],
      [],
    ],
    [
      'a step beyond the end',
      [['  agree:\n', '  extra: { type: slider, label: X, min: 0, max: 10, step: 20 }\n  agree:\n']],
      ['23:53 field-options: The step is longer than the way from 0 to 10.'],
    ],
    [
      'a step beside the end',
      [['  agree:\n', '  extra: { type: slider, label: X, min: 0, max: 10, step: 3 }\n  agree:\n']],
      ['23:53 field-options: From 0 in steps of 3 the slider stops at 9. Write `max: 9`, or another step.'],
    ],
    [
      'a step to the end',
      [['  agree:\n', '  extra: { type: slider, label: X, min: 0, max: 10, step: 5 }\n  agree:\n']],
      [],
    ],
    [
      'steps of a tenth',
      [['  agree:\n', '  extra: { type: slider, label: X, min: 0, max: 0.3, step: 0.1 }\n  agree:\n']],
      [],
    ],
    [
      'an end beside the usual steps',
      [['  agree:\n', '  extra: { type: slider, label: X, min: 0, max: 10.5 }\n  agree:\n']],
      ['23:44 field-options: From 0 in steps of 1 the slider stops at 10. Write `max: 10`, or another step.'],
    ],
    [
      'a start above the usual end',
      [['  agree:\n', '  extra: { type: slider, label: X, min: 200 }\n  agree:\n']],
      ['23:36 field-options: Write a max above 200.'],
    ],
    [
      'a start above the end',
      [['  agree:\n', '  extra: { type: slider, label: X, min: 20, max: 10 }\n  agree:\n']],
      ['23:50 rule-range: No value can be at least 20 and at most 10.'],
    ],
  ])('%s', ([, edits, mistakes]) => {
    expect(mistakesAfter('contact.form.yaml', edits, 'message')).toEqual(mistakes);
  });
});

describe('rules', () => {
  test.for<MistakeCase>([
    [
      'a rule without its parameter',
      [['  agree:\n', '  extra: { type: text, label: X,  rules: [{ rule: minLength, message: No. }] }\n  agree:\n']],
      ['23:51 rule-incomplete: The rule minLength needs length. → Add length: …'],
    ],
    [
      'a rule of digits without a number',
      [
        [
          '  agree:\n',
          '  extra: { type: tel, label: X, pii: phone, rules: [{ rule: digits, message: No. }] }\n  agree:\n',
        ],
      ],
      ['23:61 rule-incomplete: The rule digits needs min or max. → Add min or max: …'],
    ],
    [
      'a rule of another type',
      [['  agree:\n', '  extra: { type: checkbox, label: X,  rules: [{ rule: email, message: No. }] }\n  agree:\n']],
      [
        '23:55 rule-misplaced: The rule email does not apply to a field of type checkbox. → Remove it or change the type.',
      ],
    ],
    [
      'a rule for computed values',
      [['  agree:\n', '  extra: { type: number, label: X,  rules: [{ rule: computed, message: No. }] }\n  agree:\n']],
      [
        '23:53 rule-misplaced: The rule computed does not apply to a field of type number. → Remove it or change the type.',
      ],
    ],
    [
      'parameters of its own',
      [
        [
          '  agree:\n',
          '  extra: { type: text, label: X,  rules: [{ rule: required, with: { a: b }, message: No. }] }\n  agree:\n',
        ],
      ],
      [
        "23:61 extension-parameter: Only rules of your own (`extensions/rules/`) have `with`; required is one of the engine's. → Write its parameters beside `rule:`.",
      ],
    ],
    [
      'a rule twice',
      [
        [
          '  agree:\n',
          '  extra: { type: text, label: X, rules: [{ rule: minLength, length: 2, message: No. }, { rule: minLength, length: 3, message: No. }] }\n  agree:\n',
        ],
      ],
      ['23:96 rule-twice: This field has the rule minLength twice. → Keep the stricter one and remove the other.'],
    ],
    [
      'a longest length twice',
      [
        [
          '  agree:\n',
          '  extra: { type: text, label: X, rules: [{ rule: maxLength, length: 2, message: No. }, { rule: maxLength, length: 3, message: No. }] }\n  agree:\n',
        ],
      ],
      ['23:96 rule-twice: This field has the rule maxLength twice. → Keep the stricter one and remove the other.'],
    ],
    [
      'a rule with two messages',
      [
        [
          '  agree:\n',
          '  extra: { type: text, label: X, rules: [{ rule: required, message: No. }, { rule: required, message: No! }] }\n  agree:\n',
        ],
      ],
      [],
    ],
    [
      'limits in the wrong order',
      [
        [
          '  agree:\n',
          '  extra: { type: tel, label: X, pii: phone, rules: [{ rule: digits, min: 3, max: 2, message: No. }] }\n  agree:\n',
        ],
      ],
      ['23:74 rule-range: No value can be at least 3 and at most 2. → Swap the numbers or change one of them.'],
    ],
    [
      'equal limits',
      [
        [
          '  agree:\n',
          '  extra: { type: tel, label: X, pii: phone, rules: [{ rule: digits, min: 3, max: 3, message: No. }] }\n  agree:\n',
        ],
      ],
      [],
    ],
    [
      'longer than the field',
      [
        [
          '  agree:\n',
          '  extra: { type: text, label: X, maxLength: 8, rules: [{ rule: minLength, length: 9, message: No. }] }\n  agree:\n',
        ],
      ],
      ['23:83 rule-range: No value can be at least 9 and at most 8. → Swap the numbers or change one of them.'],
    ],
    [
      'as long as the field',
      [
        [
          '  agree:\n',
          '  extra: { type: text, label: X, maxLength: 8, rules: [{ rule: minLength, length: 8, message: No. }] }\n  agree:\n',
        ],
      ],
      [],
    ],
    [
      'longer than the other rule',
      [
        [
          '  agree:\n',
          '  extra: { type: text, label: X, rules: [{ rule: minLength, length: 4, message: No. }, { rule: maxLength, length: 3, message: No. }] }\n  agree:\n',
        ],
      ],
      ['23:69 rule-range: No value can be at least 4 and at most 3. → Swap the numbers or change one of them.'],
    ],
    [
      'more than the options',
      [
        [
          '  agree:\n',
          '  extra: { type: choices, label: X, options: [{ value: a, label: A }, { value: b, label: B }], rules: [{ rule: atLeast, count: 3, message: No. }] }\n  agree:\n',
        ],
      ],
      ['23:128 rule-range: No value can be at least 3 and at most 2. → Swap the numbers or change one of them.'],
    ],
    [
      'as many as the options',
      [
        [
          '  agree:\n',
          '  extra: { type: choices, label: X, options: [{ value: a, label: A }, { value: b, label: B }], rules: [{ rule: atLeast, count: 2, message: No. }] }\n  agree:\n',
        ],
      ],
      [],
    ],
    [
      'not before a text',
      [
        [
          '  agree:\n',
          '  extra: { type: date, label: X,  rules: [{ rule: notBefore, field: name, message: No. }] }\n  agree:\n',
        ],
      ],
      [
        '23:62 field-options: notBefore compares with another field of type date, which name is not. → The table of fields in funnels/README.md says what each type has.',
      ],
    ],
    [
      'not before itself',
      [
        [
          '  agree:\n',
          '  extra: { type: date, label: X,  rules: [{ rule: notBefore, field: extra, message: No. }] }\n  agree:\n',
        ],
      ],
      [
        '23:62 field-options: notBefore compares with another field of type date, which extra is not. → The table of fields in funnels/README.md says what each type has.',
      ],
    ],
    [
      'not before an unknown field',
      [
        [
          '  agree:\n',
          '  extra: { type: date, label: X,  rules: [{ rule: notBefore, field: nmae, message: No. }] }\n  agree:\n',
        ],
      ],
      ['23:69 field-unknown: There is no field in this form called nmae. → Did you mean name?'],
    ],
    [
      'a text not before a field',
      [
        [
          '  agree:\n',
          '  extra: { type: text, label: X,  rules: [{ rule: notBefore, field: name, message: No. }] }\n  agree:\n',
        ],
      ],
      [
        '23:62 field-options: Only a field of type date can have the rule notBefore, not one of type text. → The table of fields in funnels/README.md says what each type has.',
      ],
    ],
    [
      'a pattern that is mistaken',
      [
        [
          '  agree:\n',
          "  extra: { type: text, label: X,  rules: [{ rule: pattern, pattern: '(', message: No. }] }\n  agree:\n",
        ],
      ],
      [
        '23:70 regex-invalid: This pattern cannot be used: this bracket ( is never closed. → Add ) where the group ends, or write \\( for a literal bracket.',
      ],
    ],
    [
      'a pattern that is slow',
      [
        [
          '  agree:\n',
          "  extra: { type: text, label: X,  rules: [{ rule: pattern, pattern: '(a+)+', message: No. }] }\n  agree:\n",
        ],
      ],
      [
        '23:69 regex-slow: On some answers, a phone can take very long to check this pattern: they match its repetitions in many ways. → Let two repetitions in a row or in one another match different characters: [a-z]+(-[a-z]+)* instead of ([a-z]+-?)+. A smaller maxLength of the field helps where one follows another.',
      ],
    ],
  ])('%s', ([, edits, mistakes]) => {
    expect(mistakesAfter('contact.form.yaml', edits, 'message', 'hint')).toEqual(mistakes);
  });
});

describe('consent and defaults', () => {
  test.for<MistakeCase>([
    [
      'a prechecked box',
      [
        ['mechanism: checkbox', 'mechanism: prechecked'],
        ['    label: I agree to be called.', '    label: I agree to be called.\n    default: true'],
      ],
      [
        '29:41 consent-prechecked: A prechecked box is not valid consent under the LGPD (art. 8) and the GDPR (recital 32): consent needs an action of the visitor.',
      ],
    ],
    [
      'a box that is not prechecked',
      [['mechanism: checkbox', 'mechanism: prechecked']],
      [
        '28:41 consent-prechecked: A prechecked box is not valid consent under the LGPD (art. 8) and the GDPR (recital 32): consent needs an action of the visitor.',
        '28:60 consent-field: The checkbox is not prechecked, but the mechanism is prechecked.',
      ],
    ],
    [
      'a box that is prechecked',
      [['    label: I agree to be called.', '    label: I agree to be called.\n    default: true']],
      ['26:5 consent-field: The checkbox is prechecked, but the mechanism is checkbox.'],
    ],
    [
      'no box',
      [['mechanism: checkbox, field: agree', 'mechanism: checkbox']],
      ['28:41 consent-field: The consent does not name its checkbox.'],
    ],
    [
      'a text as a box',
      [['field: agree', 'field: name']],
      ['28:58 consent-field: The consent does not name its checkbox.'],
    ],
    [
      'an unknown box',
      [['field: agree', 'field: agrees']],
      ['28:58 field-unknown: There is no field in this form called agrees.'],
    ],
    ['a notice', [['mechanism: checkbox, field: agree', 'mechanism: notice']], []],
    [
      'a default that is no option',
      [['default: basic', 'default: gold']],
      ["19:14 field-default: The form's own rules reject this default: it is not one of the options."],
    ],
    [
      'a default of another type',
      [['    label: Name\n', '    label: Name\n    default: true\n']],
      ["6:14 field-default: The form's own rules reject this default: it does not have the type of the field."],
    ],
    [
      'a default that breaks a rule',
      [['    label: E-mail\n', '    label: E-mail\n    default: none\n']],
      ["12:14 field-default: The form's own rules reject this default: This is no e-mail address."],
    ],
    ['an empty default', [['    label: E-mail\n', "    label: E-mail\n    default: ''\n"]], []],
  ])('%s', ([, edits, mistakes]) => {
    expect(mistakesAfter('contact.form.yaml', edits, 'message')).toEqual(mistakes);
  });
});
