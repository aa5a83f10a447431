/** Tables of texts and the numbers that texts name. */
import { describe, expect, test } from 'vitest';
import { type MistakeCase, mistakesAfter } from './fixtures.ts';

describe('tables of texts', () => {
  test.for<MistakeCase>([
    [
      'a key more',
      [
        [
          '    HIGH: { name: High }\n    MIDDLE: { name: Middle }\n    LOW: { name: Low }\n',
          '    HIGH: { name: H }\n    MIDDLE: { name: M, note: N }\n    LOW: { name: L }\n',
        ],
      ],
      [
        '22:24 texts-uneven: levels.MIDDLE has a text called note, which the other entries of this table lack. → Remove note, or add it to all of them: an expression chooses among them.',
      ],
    ],
    [
      'a key less',
      [
        [
          '    HIGH: { name: High }\n    MIDDLE: { name: Middle }\n    LOW: { name: Low }\n',
          '    HIGH: { name: H, note: N }\n    MIDDLE: { name: M }\n    LOW: { name: L, note: N }\n',
        ],
      ],
      [
        '22:5 texts-uneven: levels.MIDDLE has no text called note, which the other entries of this table have. → Add the text: an expression chooses among these entries, and visitors of this one would see nothing.',
      ],
    ],
    [
      'two keys less',
      [
        [
          '    HIGH: { name: High }\n    MIDDLE: { name: Middle }\n    LOW: { name: Low }\n',
          '    HIGH: { name: H, note: N, more: O }\n    MIDDLE: { name: M }\n    LOW: { name: L, note: N, more: O }\n',
        ],
      ],
      [
        '22:5 texts-uneven: levels.MIDDLE has no text called note, more, which the other entries of this table have. → Add the text: an expression chooses among these entries, and visitors of this one would see nothing.',
      ],
    ],
    [
      'a misspelt key',
      [
        [
          '    HIGH: { name: High }\n    MIDDLE: { name: Middle }\n    LOW: { name: Low }\n',
          '    HIGH: { name: H, note: N }\n    MIDDLE: { name: M, nute: N }\n    LOW: { name: L, note: N }\n',
        ],
      ],
      [
        '22:5 texts-uneven: levels.MIDDLE has no text called note, which the other entries of this table have. → Is nute meant to be note?',
      ],
    ],
    [
      'two keys more',
      [
        [
          '    HIGH: { name: High }\n    MIDDLE: { name: Middle }\n    LOW: { name: Low }\n',
          '    HIGH: { name: H, a: A, b: B }\n    MIDDLE: { name: M }\n    LOW: { name: L }\n',
        ],
      ],
      [
        '21:22 texts-uneven: levels.HIGH has a text called a, which the other entries of this table lack. → Remove a, or add it to all of them: an expression chooses among them.',
        '21:28 texts-uneven: levels.HIGH has a text called b, which the other entries of this table lack. → Remove b, or add it to all of them: an expression chooses among them.',
      ],
    ],
    [
      'each other key',
      [
        [
          '    HIGH: { name: High }\n    MIDDLE: { name: Middle }\n    LOW: { name: Low }\n',
          '    HIGH: { name: H, a: A }\n    MIDDLE: { name: M, b: B }\n    LOW: { name: L, c: C }\n',
        ],
      ],
      [
        '21:22 texts-uneven: levels.HIGH has a text called a, which the other entries of this table lack. → Remove a, or add it to all of them: an expression chooses among them.',
        '22:24 texts-uneven: levels.MIDDLE has a text called b, which the other entries of this table lack. → Remove b, or add it to all of them: an expression chooses among them.',
        '23:21 texts-uneven: levels.LOW has a text called c, which the other entries of this table lack. → Remove c, or add it to all of them: an expression chooses among them.',
      ],
    ],
    [
      'a key that some have',
      [
        [
          '    HIGH: { name: High }\n    MIDDLE: { name: Middle }\n    LOW: { name: Low }\n',
          '    HIGH: { name: H }\n    MIDDLE: { name: M, note: N }\n    LOW: { name: L, note: N }\n',
        ],
      ],
      [
        '21:5 texts-uneven: levels.HIGH has no text called note, which the other entries of this table have. → Add the text: an expression chooses among these entries, and visitors of this one would see nothing.',
      ],
    ],
    [
      'two entries, the first has more',
      [
        ["HIGH: '>= 70', MIDDLE: '>= 40', LOW: otherwise", "HIGH: '>= 70', LOW: otherwise"],
        [
          '    HIGH: { name: High }\n    MIDDLE: { name: Middle }\n    LOW: { name: Low }\n',
          '    HIGH: { name: H, note: N }\n    LOW: { name: L }\n',
        ],
      ],
      [
        '22:5 texts-uneven: levels.LOW has no text called note, which the other entries of this table have. → Add the text: an expression chooses among these entries, and visitors of this one would see nothing.',
      ],
    ],
    [
      'two entries, the second has more',
      [
        ["HIGH: '>= 70', MIDDLE: '>= 40', LOW: otherwise", "HIGH: '>= 70', LOW: otherwise"],
        [
          '    HIGH: { name: High }\n    MIDDLE: { name: Middle }\n    LOW: { name: Low }\n',
          '    HIGH: { name: H }\n    LOW: { name: L, note: N }\n',
        ],
      ],
      [
        '22:21 texts-uneven: levels.LOW has a text called note, which the other entries of this table lack. → Remove note, or add it to all of them: an expression chooses among them.',
      ],
    ],
    [
      'an entry that is a text',
      [
        [
          '    HIGH: { name: High }\n    MIDDLE: { name: Middle }\n    LOW: { name: Low }\n',
          '    HIGH: { name: H }\n    MIDDLE: Middle\n    LOW: { name: L }\n',
        ],
      ],
      [
        '90:48 expression-mixed-types: These values have different types: a record; a text. → Use only texts, only numbers, or only records with the same fields.',
      ],
    ],
    [
      'texts',
      [
        [
          '    HIGH: { name: High }\n    MIDDLE: { name: Middle }\n    LOW: { name: Low }\n',
          '    HIGH: H\n    MIDDLE: M\n    LOW: L\n',
        ],
        ['texts.levels[level].name', 'texts.levels[level]'],
      ],
      [],
    ],
    [
      'a table in a table',
      [
        [
          '    HIGH: { name: High }\n    MIDDLE: { name: Middle }\n    LOW: { name: Low }\n',
          '    HIGH: { one: { name: H } }\n    MIDDLE: { one: { name: M } }\n    LOW: { two: { name: L } }\n',
        ],
        ['texts.levels[level].name', 'texts.levels[level].one.name'],
      ],
      [
        '23:5 texts-uneven: levels.LOW has no text called one, which the other entries of this table have. → Add the text: an expression chooses among these entries, and visitors of this one would see nothing.',
      ],
    ],
    [
      'a table that is chosen twice',
      [
        [
          '    HIGH: { name: High }\n    MIDDLE: { name: Middle }\n    LOW: { name: Low }\n',
          '    HIGH: { FIRST: { name: H }, SECOND: { name: H } }\n    MIDDLE: { FIRST: { name: H }, SECOND: { name: H, x: X } }\n    LOW: { FIRST: { name: H }, SECOND: { name: H } }\n',
        ],
        ['texts.levels[level].name', 'texts.levels[level][weakest].name'],
      ],
      [
        '22:54 texts-uneven: levels.MIDDLE.SECOND has a text called x, which the other entries of this table lack. → Remove x, or add it to all of them: an expression chooses among them.',
        '90:68 expression-maybe-null: weakest may be missing here: it is computed from answers, and the step result can be opened by its address, /result. → Check it first: weakest != null && …, or default(weakest, …). Or provide the value on this step: in its address (`query:`) or with a call (`fetch:`).',
      ],
    ],
    [
      'a table below another',
      [
        ['  levels:\n', '  a:\n   levels:\n'],
        [
          '    HIGH: { name: High }\n    MIDDLE: { name: Middle }\n    LOW: { name: Low }\n',
          '    HIGH: { name: H }\n    MIDDLE: { name: M, note: N }\n    LOW: { name: L }\n',
        ],
        ['texts.levels[level]', 'texts.a.levels[level]'],
      ],
      [
        '23:24 texts-uneven: a.levels.MIDDLE has a text called note, which the other entries of this table lack. → Remove note, or add it to all of them: an expression chooses among them.',
      ],
    ],
    [
      'in an expression without a text',
      [
        [
          '    HIGH: { name: High }\n    MIDDLE: { name: Middle }\n    LOW: { name: Low }\n',
          '    HIGH: { name: H }\n    MIDDLE: { name: M, note: N }\n    LOW: { name: L }\n',
        ],
        ["texts.levels[level].name : 'unknown'", "'x' : 'unknown'"],
        ['  weakest:\n', '  shown: { value: "texts.levels[level].name" }\n  weakest:\n'],
      ],
      [
        '23:24 texts-uneven: levels.MIDDLE has a text called note, which the other entries of this table lack. → Remove note, or add it to all of them: an expression chooses among them.',
      ],
    ],
    [
      'a table that is only read by its names',
      [
        [
          '    HIGH: { name: High }\n    MIDDLE: { name: Middle }\n    LOW: { name: Low }\n',
          '    HIGH: { name: H }\n    MIDDLE: { name: M, note: N }\n    LOW: { name: L }\n',
        ],
        ['texts.levels[level].name', 'texts.levels.HIGH.name'],
      ],
      [],
    ],
  ])('%s', ([, edits, mistakes]) => {
    expect(mistakesAfter('quiz.flow.yaml', edits, 'message', 'hint')).toEqual(mistakes);
  });
});

describe('counts', () => {
  test.for<MistakeCase>([
    [
      'another number',
      [
        ["caption: '{{ step }} of", "caption: 'Question {{ step }} of"],
        ['title: Welcome', "title: '3 questions'"],
      ],
      ['43:17 count-differs: This text says "3 questions", but both has 2 questions.'],
    ],
    [
      'the number',
      [
        ["caption: '{{ step }} of", "caption: 'Question {{ step }} of"],
        ['title: Welcome', "title: '2 questions'"],
      ],
      [],
    ],
    [
      'the singular',
      [
        ["caption: '{{ step }} of", "caption: 'Question {{ step }} of"],
        ['title: Welcome', "title: '1 question'"],
      ],
      ['43:17 count-differs: This text says "1 question", but both has 2 questions.'],
    ],
    [
      'capitals',
      [
        ["caption: '{{ step }} of", "caption: 'Question {{ step }} of"],
        ['title: Welcome', "title: '3 QUESTIONS'"],
      ],
      ['43:17 count-differs: This text says "3 QUESTIONS", but both has 2 questions.'],
    ],
    [
      'the id of the set',
      [
        ["caption: '{{ step }} of", "caption: 'Question {{ step }} of"],
        ['title: Welcome', "title: '3 both'"],
      ],
      ['43:17 count-differs: This text says "3 both", but both has 2 questions.'],
    ],
    [
      'another noun',
      [
        ["caption: '{{ step }} of", "caption: 'Question {{ step }} of"],
        ['title: Welcome', "title: '3 minutes'"],
      ],
      [],
    ],
    [
      'a longer word',
      [
        ["caption: '{{ step }} of", "caption: 'Question {{ step }} of"],
        ['title: Welcome', "title: '3 questioning'"],
      ],
      ['43:17 count-differs: This text says "3 questioning", but both has 2 questions.'],
    ],
    [
      'three letters more',
      [
        ["caption: '{{ step }} of", "caption: 'Question {{ step }} of"],
        ['title: Welcome', "title: '3 questionier'"],
      ],
      ['43:17 count-differs: This text says "3 questionier", but both has 2 questions.'],
    ],
    [
      'four letters more',
      [
        ["caption: '{{ step }} of", "caption: 'Question {{ step }} of"],
        ['title: Welcome', "title: '3 questionable'"],
      ],
      [],
    ],
    [
      'a shorter word',
      [
        ["caption: '{{ step }} of", "caption: 'Question {{ step }} of"],
        ['title: Welcome', "title: '3 quest'"],
      ],
      ['43:17 count-differs: This text says "3 quest", but both has 2 questions.'],
    ],
    [
      'a far shorter word',
      [
        ["caption: '{{ step }} of", "caption: 'Question {{ step }} of"],
        ['title: Welcome', "title: '3 que'"],
      ],
      [],
    ],
    [
      'a decimal',
      [
        ["caption: '{{ step }} of", "caption: 'Question {{ step }} of"],
        ['title: Welcome', "title: '1.3 questions'"],
      ],
      [],
    ],
    [
      'a date',
      [
        ["caption: '{{ step }} of", "caption: 'Question {{ step }} of"],
        ['title: Welcome', "title: '2026-03 questions'"],
      ],
      [],
    ],
    [
      'after a letter',
      [
        ["caption: '{{ step }} of", "caption: 'Question {{ step }} of"],
        ['title: Welcome', "title: 'A3 questions'"],
      ],
      [],
    ],
    [
      'four digits',
      [
        ["caption: '{{ step }} of", "caption: 'Question {{ step }} of"],
        ['title: Welcome', "title: '2000 questions'"],
      ],
      [],
    ],
    [
      'after a slash',
      [
        ["caption: '{{ step }} of", "caption: 'Question {{ step }} of"],
        ['title: Welcome', "title: '1/3 questions'"],
      ],
      [],
    ],
    [
      'twice',
      [
        ["caption: '{{ step }} of", "caption: 'Question {{ step }} of"],
        ['title: Welcome', "title: '3 questions or 4 questions'"],
      ],
      [
        '43:17 count-differs: This text says "3 questions", but both has 2 questions.',
        '43:32 count-differs: This text says "4 questions", but both has 2 questions.',
      ],
    ],
    [
      'in brackets',
      [
        ["caption: '{{ step }} of", "caption: 'Question {{ step }} of"],
        ['title: Welcome', "title: '(3 questions)'"],
      ],
      ['43:18 count-differs: This text says "3 questions", but both has 2 questions.'],
    ],
    [
      'a fact',
      [
        ["caption: '{{ step }} of", "caption: 'Question {{ step }} of"],
        ['title: Welcome', "title: '{{ facts.price }} questions'"],
      ],
      ['43:17 count-differs: This text says "1000 questions", but both has 2 questions.'],
    ],
    [
      'a fact with spaces',
      [
        ["caption: '{{ step }} of", "caption: 'Question {{ step }} of"],
        ['title: Welcome', "title: '{{  facts.price  }}  questions'"],
      ],
      ['43:17 count-differs: This text says "1000 questions", but both has 2 questions.'],
    ],
    [
      'a nested fact',
      [
        ["caption: '{{ step }} of", "caption: 'Question {{ step }} of"],
        ['title: Welcome', "title: '{{ facts.plans.basic }} questions'"],
      ],
      [],
    ],
    ['without a noun', [['title: Welcome', 'title: 3 questions']], []],
    [
      'without a noun, by the id',
      [['title: Welcome', 'title: 3 both']],
      ['43:16 count-differs: This text says "3 both", but both has 2 questions.'],
    ],
  ])('%s', ([, edits, mistakes]) => {
    expect(mistakesAfter('quiz.flow.yaml', edits, 'message')).toEqual(mistakes);
  });
});
