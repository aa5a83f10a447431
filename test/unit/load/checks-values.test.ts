/** The types, names and answers of flows. */
import { describe, expect, test } from 'vitest';
import { type MistakeCase, mistakesAfter } from './fixtures.ts';

describe('value types', () => {
  test.for<MistakeCase>([
    [
      'a choice without texts',
      [['found:\n', 'extra: { type: choice }\n  found:\n']],
      ['7:12 value-type: A choice needs its possible texts. → Add of: [ONE, OTHER].'],
    ],
    [
      'a choice with a type',
      [['found:\n', 'extra: { type: choice, of: number }\n  found:\n']],
      ['7:12 value-type: A choice needs its possible texts. → Add of: [ONE, OTHER].'],
    ],
    ['a choice', [['found:\n', 'extra: { type: choice, of: [A, B] }\n  found:\n']], []],
    [
      'a list without a type',
      [['found:\n', 'extra: { type: list }\n  found:\n']],
      ['7:12 value-type: A list needs the type of its items. → Add of: text, number or boolean.'],
    ],
    [
      'a list of texts of a choice',
      [['found:\n', 'extra: { type: list, of: [A, B] }\n  found:\n']],
      ['7:12 value-type: A list needs the type of its items. → Add of: text, number or boolean.'],
    ],
    [
      'a record without fields',
      [['found:\n', 'extra: { type: record }\n  found:\n']],
      ['7:12 value-type: A record needs its fields. → Add fields: with the name and type of each.'],
    ],
    [
      'a text with of',
      [['found:\n', 'extra: { type: text, of: number }\n  found:\n']],
      ['7:24 value-type: Only choices and lists have of. → Remove of, or write type: choice.'],
    ],
    [
      'a text with fields',
      [['found:\n', 'extra: { type: text, fields: { a: { type: text } } }\n  found:\n']],
      ['7:24 value-type: Only records have fields. → Write type: record.'],
    ],
    [
      'a text with a length',
      [['found:\n', 'extra: { type: text, length: 2 }\n  found:\n']],
      ['7:24 value-type: Only lists have a length. → Write maxLength to limit the characters of a text.'],
    ],
    [
      'a number with a maxLength',
      [['found:\n', 'extra: { type: number, maxLength: 2 }\n  found:\n']],
      ['7:26 value-type: Only texts have a maxLength. → Write max to limit a number.'],
    ],
    ['a text with a maxLength', [['found:\n', 'extra: { type: text, maxLength: 2 }\n  found:\n']], []],
    [
      'a text that is generated',
      [['found:\n', 'extra: { type: text, generate: true }\n  found:\n']],
      ['7:24 value-type: Only a uuid can be generated. → Write type: uuid, or remove generate.'],
    ],
    ['a text that is not generated', [['found:\n', 'extra: { type: text, generate: false }\n  found:\n']], []],
    [
      'a text with allowed',
      [['found:\n', 'extra: { type: text, allowed: [1] }\n  found:\n']],
      ['7:24 value-type: Only numbers and lists of numbers have allowed. → Write of: with the texts of a choice.'],
    ],
    [
      'a list of texts with allowed',
      [['found:\n', 'extra: { type: list, of: text, allowed: [1] }\n  found:\n']],
      ['7:34 value-type: Only numbers and lists of numbers have allowed. → Write of: with the texts of a choice.'],
    ],
    [
      'a list of numbers with allowed',
      [['found:\n', 'extra: { type: list, of: number, allowed: [1] }\n  found:\n']],
      [],
    ],
    ['a number with allowed', [['found:\n', 'extra: { type: number, allowed: [1] }\n  found:\n']], []],
    [
      'limits in the wrong order',
      [['found:\n', 'extra: { type: number, min: 3, max: 2 }\n  found:\n']],
      ['7:26 value-type: No number can be at least 3 and at most 2. → Swap the numbers or change one of them.'],
    ],
    ['equal limits', [['found:\n', 'extra: { type: number, min: 3, max: 3 }\n  found:\n']], []],
    ['one limit', [['found:\n', 'extra: { type: number, min: 3 }\n  found:\n']], []],
    [
      'in a record',
      [['found:\n', 'extra: { type: record, fields: { a: { type: choice } } }\n  found:\n']],
      ['7:41 value-type: A choice needs its possible texts. → Add of: [ONE, OTHER].'],
    ],
  ])('%s', ([, edits, mistakes]) => {
    expect(mistakesAfter('quiz.flow.yaml', edits, 'message', 'hint')).toEqual(mistakes);
  });
});

describe('names and answers', () => {
  test.for<MistakeCase>([
    [
      'a reserved name of data',
      [['found:\n', 'facts: { type: text }\n  found:\n']],
      [
        '7:3 name-reserved: The name facts is reserved: expressions read a value of the engine under it.',
        '96:24 link-malformed: An empty text is not an address that a visitor can open.',
        '96:28 expression-wrong-type: This should be a record, but it is a text.',
      ],
    ],
    [
      'a reserved computed name',
      [['computed:\n', "computed:\n  visit: { value: '1' }\n"]],
      ['13:3 name-reserved: The name visit is reserved: expressions read a value of the engine under it.'],
    ],
    [
      'a computed value with the name of data',
      [['computed:\n', "computed:\n  answers: { value: '1' }\n"]],
      ['13:3 name-taken: answers is already the name of a value under data.'],
    ],
    [
      'a computed value with the name of a field',
      [['computed:\n', "computed:\n  name: { value: '1' }\n"]],
      ["13:3 name-taken: name is already the name of a form's field."],
    ],
    ['data with the name of a field', [['found:\n', 'name: { type: text }\n  found:\n']], []],
    [
      'answers that are not in the data',
      [['saveAs: answers', 'saveAs: answres']],
      [
        '26:13 answers-not-in-data: The answers are saved as answres, which is not under data; they need a list of 2 numbers under data.',
      ],
    ],
    [
      'answers that are a text',
      [['answers: { type: list, of: number, length: 2 }', 'answers: { type: list, of: text }']],
      [
        '13:32 expression-wrong-type: This should be a list of numbers, but it is a list of 2 texts.',
        '18:23 expression-wrong-type: This should be a number, but it is a text.',
        '18:45 expression-wrong-type: This should be a number, but it is a text.',
        '26:13 answers-not-in-data: The answers are saved as answers, which is not a list of numbers; they need a list of 2 numbers under data.',
      ],
    ],
    [
      'answers that are no list',
      [['saveAs: answers', 'saveAs: uid']],
      [
        '26:13 answers-not-in-data: The answers are saved as uid, which is not a list of numbers; they need a list of 2 numbers under data.',
      ],
    ],
    [
      'too few answers',
      [['of: number, length: 2', 'of: number, length: 1']],
      [
        '18:53 expression-out-of-range: The list has only 1 element, numbered from 0.',
        '26:13 answers-not-in-data: The answers are saved as answers, which is a list of 1; they need a list of 2 numbers under data.',
      ],
    ],
    [
      'a name that all objects have',
      [['saveAs: answers', 'saveAs: constructor']],
      [
        '26:13 answers-not-in-data: The answers are saved as constructor, which is not under data; they need a list of 2 numbers under data.',
      ],
    ],
    [
      'a question twice',
      [['id: second', 'id: first']],
      ['33:13 question-twice: Another question of this set also has the id first.'],
    ],
    [
      'an option twice',
      [['value: 10', 'value: 0']],
      [
        '13:19 score-maximum: The best answers add up to 10, but this divides by 20.',
        '32:22 option-twice: Another option also has the value 0.',
      ],
    ],
    [
      'an option that is not allowed',
      [['of: number, length: 2', 'of: number, length: 2, allowed: [0]']],
      [
        '32:22 value-type: answers does not allow the number 10.',
        '37:22 value-type: answers does not allow the number 10.',
      ],
    ],
    ['options that are allowed', [['of: number, length: 2', 'of: number, length: 2, allowed: [0, 10]']], []],
    [
      'an option twice that is not allowed',
      [
        ['of: number, length: 2', 'of: number, length: 2, allowed: [0]'],
        ['value: 10', 'value: 0'],
      ],
      [
        '13:19 score-maximum: The best answers add up to 10, but this divides by 20.',
        '32:22 option-twice: Another option also has the value 0.',
        '37:22 value-type: answers does not allow the number 10.',
      ],
    ],
    [
      'a shuffle that moves one option',
      [['question: The first?', 'question: The first?\n        shuffle: except-last']],
      ['30:9 question-shape: One option can move, so there is one order only.'],
    ],
    ['a shuffle', [['question: The first?', 'question: The first?\n        shuffle: all']], []],
    [
      'a shuffle but for the last of three',
      [
        ['question: The first?', 'question: The first?\n        shuffle: except-last'],
        ["label: 'Yes' }", "label: 'Yes' }\n          - { value: 5, label: Both }"],
      ],
      [],
    ],
  ])('%s', ([, edits, mistakes]) => {
    expect(mistakesAfter('quiz.flow.yaml', edits, 'message')).toEqual(mistakes);
  });
});
