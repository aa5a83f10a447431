import { describe, expect, test } from 'vitest';
import { type MistakeCase, mistakesAfter } from './fixtures.ts';

describe('computed', () => {
  test.for<MistakeCase>([
    [
      'two definitions',
      [
        [
          "score: { value: 'percent(sum(answers), 20)' }",
          "score: { value: 'percent(sum(answers), 20)', lowest: { A: '1', B: '2' } }",
        ],
      ],
      ['13:3 compute-shape'],
    ],
    ['none', [["score: { value: 'percent(sum(answers), 20)' }", 'score: { percent: true }']], ['13:3 compute-shape']],
    [
      'ranges without classify',
      [['classify: score\n    ranges', 'value: "1"\n    ranges']],
      ['14:3 compute-shape', '90:61 expression-wrong-type'],
    ],
    [
      'classify without ranges',
      [["classify: score\n    ranges: { HIGH: '>= 70', MIDDLE: '>= 40', LOW: otherwise }", 'classify: score']],
      ['14:3 compute-shape'],
    ],
    [
      'percent without points',
      [
        [
          "score: { value: 'percent(sum(answers), 20)' }",
          "score: { value: 'percent(sum(answers), 20)', percent: true }",
        ],
      ],
      ['13:3 compute-shape'],
    ],
    [
      'otherwise missing',
      [["HIGH: '>= 70', MIDDLE: '>= 40', LOW: otherwise", "HIGH: '>= 70', LOW: '>= 0'"]],
      ['16:35 band-otherwise'],
    ],
    [
      'otherwise first',
      [["HIGH: '>= 70', MIDDLE: '>= 40', LOW: otherwise", "LOW: otherwise, HIGH: '>= 70'"]],
      ['16:20 band-otherwise'],
    ],
    [
      'otherwise twice',
      [["HIGH: '>= 70', MIDDLE: '>= 40', LOW: otherwise", "HIGH: '>= 70', A: otherwise, LOW: otherwise"]],
      ['16:33 band-otherwise', '90:61 expression-missing-keys'],
    ],
    ['only otherwise', [["HIGH: '>= 70', MIDDLE: '>= 40', LOW: otherwise", 'LOW: otherwise']], ['16:5 shape-bounds']],
    [
      'lower bound at zero',
      [["HIGH: '>= 70', MIDDLE: '>= 40', LOW: otherwise", "HIGH: '>= 0', LOW: otherwise"]],
      ['16:34 band-unreachable'],
    ],
    [
      'above 100',
      [["HIGH: '>= 70', MIDDLE: '>= 40', LOW: otherwise", "HIGH: '>= 101', LOW: otherwise"]],
      ['16:21 band-unreachable'],
    ],
    ['exactly 100', [["HIGH: '>= 70', MIDDLE: '>= 40', LOW: otherwise", "HIGH: '>= 100', LOW: otherwise"]], []],
    [
      '>100',
      [["HIGH: '>= 70', MIDDLE: '>= 40', LOW: otherwise", "HIGH: '> 100', LOW: otherwise"]],
      ['16:21 band-unreachable'],
    ],
    ['> 99', [["HIGH: '>= 70', MIDDLE: '>= 40', LOW: otherwise", "HIGH: '> 99', LOW: otherwise"]], []],
    [
      '< 0',
      [["HIGH: '>= 70', MIDDLE: '>= 40', LOW: otherwise", "LOW: '< 0', HIGH: otherwise"]],
      ['16:20 band-unreachable'],
    ],
    ['<= 0', [["HIGH: '>= 70', MIDDLE: '>= 40', LOW: otherwise", "LOW: '<= 0', HIGH: otherwise"]], []],
    [
      'hidden by a higher',
      [["HIGH: '>= 70', MIDDLE: '>= 40', LOW: otherwise", "HIGH: '>= 40', MIDDLE: '>= 70', LOW: otherwise"]],
      ['16:38 band-unreachable'],
    ],
    [
      'same twice',
      [["HIGH: '>= 70', MIDDLE: '>= 40', LOW: otherwise", "HIGH: '>= 40', MIDDLE: '>= 40', LOW: otherwise"]],
      ['16:38 band-unreachable'],
    ],
    [
      'overlap',
      [["HIGH: '>= 70', MIDDLE: '>= 40', LOW: otherwise", "HIGH: '>= 40', MIDDLE: '<= 60', LOW: otherwise"]],
      ['16:38 band-overlap'],
    ],
    [
      'overlap of one value',
      [["HIGH: '>= 70', MIDDLE: '>= 40', LOW: otherwise", "HIGH: '>= 50', MIDDLE: '<= 50', LOW: otherwise"]],
      ['16:38 band-overlap'],
    ],
    [
      'no overlap',
      [["HIGH: '>= 70', MIDDLE: '>= 40', LOW: otherwise", "HIGH: '> 50', MIDDLE: '< 50', LOW: otherwise"]],
      [],
    ],
    [
      'whole',
      [["HIGH: '>= 70', MIDDLE: '>= 40', LOW: otherwise", "HIGH: '> 50', MIDDLE: '<= 50', LOW: otherwise"]],
      ['16:51 band-unreachable'],
    ],
    [
      'not answered',
      [["HIGH: '>= 70', MIDDLE: '>= 40', LOW: otherwise", "HIGH: '>= 70', MIDDLE: '>= 60', LOW: otherwise"]],
      ['16:38 band-unanswered'],
    ],
    [
      'of another number: between',
      [
        ["HIGH: '>= 70', MIDDLE: '>= 40', LOW: otherwise", "HIGH: '> 10', LOW: '< 10', NONE: otherwise"],
        ['classify: score', "classify: 'size(uid)'"],
      ],
      ['90:61 expression-missing-keys'],
    ],
    [
      'of another number: all numbers',
      [
        ["HIGH: '>= 70', MIDDLE: '>= 40', LOW: otherwise", "HIGH: '> 10', LOW: '<= 10', NONE: otherwise"],
        ['classify: score', "classify: 'size(uid)'"],
      ],
      ['16:49 band-unreachable', '90:61 expression-missing-keys'],
    ],
    [
      'of another number: negative',
      [
        ["HIGH: '>= 70', MIDDLE: '>= 40', LOW: otherwise", "HIGH: '< -10', LOW: '< -5', NONE: otherwise"],
        ['classify: score', "classify: 'size(uid)'"],
      ],
      ['90:61 expression-missing-keys'],
    ],
    [
      'of another number: hidden',
      [
        ["HIGH: '>= 70', MIDDLE: '>= 40', LOW: otherwise", "HIGH: '< 10', LOW: '< 5', NONE: otherwise"],
        ['classify: score', "classify: 'size(uid)'"],
      ],
      ['16:34 band-unreachable', '90:61 expression-missing-keys'],
    ],
    [
      'of another number: close',
      [
        ["HIGH: '>= 70', MIDDLE: '>= 40', LOW: otherwise", "HIGH: '> 10.5', LOW: '> 10', NONE: otherwise"],
        ['classify: score', "classify: 'size(uid)'"],
      ],
      ['90:61 expression-missing-keys'],
    ],
    [
      'of a percentage itself',
      [
        ['classify: score', "classify: 'percent(sum(answers), 20)'"],
        ["HIGH: '>= 70', MIDDLE: '>= 40', LOW: otherwise", "HIGH: '>= 101', LOW: otherwise"],
      ],
      ['16:21 band-unreachable'],
    ],
    ['divisor too large', [['percent(sum(answers), 20)', 'percent(sum(answers), 30)']], ['13:19 score-maximum']],
    ['divisor too small', [['percent(sum(answers), 20)', 'percent(sum(answers), 10)']], ['13:19 score-maximum']],
    ['divisor inside', [['percent(sum(answers), 20)', '1 + percent(sum(answers), 21)']], ['13:19 score-maximum']],
    [
      'divisor twice',
      [['percent(sum(answers), 20)', 'max(percent(sum(answers), 21), percent(sum(answers), 22))']],
      ['13:19 score-maximum', '13:19 score-maximum'],
    ],
    ['divisor computed', [['percent(sum(answers), 20)', 'percent(sum(answers), 10 + 10)']], []],
    ['of one answer', [['percent(sum(answers), 20)', 'percent(answers[0], 10)']], ['16:38 band-unanswered']],
    ['a text like code', [['percent(sum(answers), 20)', "size('percent')"]], ['13:19 yaml-syntax']],
  ])('%s', ([, edits, mistakes]) => {
    expect(mistakesAfter('quiz.flow.yaml', edits)).toEqual(mistakes);
  });
});
