/** Funnels in one file and flows that call others, by their mistakes. */
import { describe, expect, test } from 'vitest';
import { type MistakeCase, mistakesAfter } from './fixtures.ts';

describe('keys of a funnel', () => {
  test.for<MistakeCase>([
    [
      'neither fields nor questions',
      { 'notice.funnel.yaml': 'funnel: notice\ntitle: Be the first to know\n' },
      [
        '1:1 funnel-shape: This funnel has neither a form nor questions. → Add fields: with the fields of its form, such as email: email, or questions: with results:.',
      ],
    ],
    ['fields', { 'notice.funnel.yaml': 'funnel: notice\ntitle: Be the first to know\nfields: { email: email }\n' }, []],
    [
      'questions without results',
      {
        'notice.funnel.yaml':
          'funnel: notice\ntitle: Be the first to know\nquestions:\n  - { question: One?, options: [{ value: 0, label: A }, { value: 10, label: B }] }\n',
      },
      ['3:1 funnel-shape: questions: has no effect without results:. → Add results: or remove questions:.'],
    ],
    [
      'results without questions',
      {
        'notice.funnel.yaml':
          'funnel: notice\ntitle: Be the first to know\nfields: { email: email }\nresults:\n  good: { from: 50, title: Good, text: Well done. }\n  poor: { title: Poor, text: Try again. }\n',
      },
      ['4:1 funnel-shape: results: has no effect without questions:. → Add questions: or remove results:.'],
    ],
    [
      'begin without questions',
      { 'notice.funnel.yaml': 'funnel: notice\ntitle: Be the first to know\nfields: { email: email }\nbegin: Start\n' },
      ['4:1 funnel-shape: begin: has no effect without questions:. → Add questions: or remove begin:.'],
    ],
    [
      'a label of a score without results',
      {
        'notice.funnel.yaml':
          'funnel: notice\ntitle: Be the first to know\nfields: { email: email }\nscoreLabel: Score\n',
      },
      ['4:1 funnel-shape: scoreLabel: has no effect without results:. → Add results: or remove scoreLabel:.'],
    ],
    [
      'consent without fields',
      {
        'notice.funnel.yaml':
          'funnel: notice\ntitle: Be the first to know\nquestions:\n  - { question: One?, options: [{ value: 0, label: A }, { value: 10, label: B }] }\nresults:\n  good: { from: 50, title: Good, text: Well done. }\n  poor: { title: Poor, text: Try again. }\nretention: 30\n',
      },
      ['8:1 funnel-shape: retention: has no effect without fields:. → Add fields: or remove retention:.'],
    ],
    [
      'thanks and results',
      {
        'notice.funnel.yaml':
          'funnel: notice\ntitle: Be the first to know\nquestions:\n  - { question: One?, options: [{ value: 0, label: A }, { value: 10, label: B }] }\nresults:\n  good: { from: 50, title: Good, text: Well done. }\n  poor: { title: Poor, text: Try again. }\nthanks: { title: Thanks, lead: Bye. }\n',
      },
      [
        '8:1 funnel-shape: thanks: and results: do not go together: a quiz ends with its results. → Remove thanks: or results:.',
      ],
    ],
    [
      'thanks and next',
      {
        'notice.funnel.yaml':
          'funnel: notice\ntitle: Be the first to know\nfields: { email: email }\nthanks: { title: Thanks, lead: Bye. }\nnext: /terms\n',
      },
      [
        '4:1 funnel-shape: thanks: and next: do not go together: a visitor sees one of them. → Remove thanks: or next:.',
      ],
    ],
    [
      'next and results',
      {
        'notice.funnel.yaml':
          'funnel: notice\ntitle: Be the first to know\nquestions:\n  - { question: One?, options: [{ value: 0, label: A }, { value: 10, label: B }] }\nresults:\n  good: { from: 50, title: Good, text: Well done. }\n  poor: { title: Poor, text: Try again. }\nnext: /terms\n',
      },
      [
        '8:1 funnel-shape: next: and results: do not go together: a quiz ends with its results. → Remove next: or results:.',
      ],
    ],
    [
      'no points',
      {
        'notice.funnel.yaml':
          'funnel: notice\ntitle: Be the first to know\nquestions:\n  - { question: Who?, name: who, type: text, maxLength: 40, required: true }\n  - { question: Which?, name: which, type: choice, options: [{ value: a, label: A }, { value: b, label: B }] }\n  - { question: How?, name: mail, type: email, required: true }\nresults:\n  good: { from: 50, title: Good, text: Well done. }\n  poor: { title: Poor, text: Try again. }\n',
      },
      [
        '7:1 funnel-shape: No answer has points, so there is no score for these results. → Add points: to options, such as { value: often, label: Often, points: 10 }, or write when: in place of from:.',
      ],
    ],
    [
      'a last result with a score',
      {
        'notice.funnel.yaml':
          'funnel: notice\ntitle: Be the first to know\nquestions:\n  - { question: One?, options: [{ value: 0, label: A }, { value: 10, label: B }] }\nresults:\n  good: { from: 50, title: Good, text: Well done. }\n  poor: { from: 20, title: Poor, text: Try again. }\n',
      },
      [
        '7:11 funnel-shape: poor is the last result, so it is for all scores that are left and has no from:. → Remove from: here, or add a result for all other scores below it.',
      ],
    ],
    [
      'a first result without a score',
      {
        'notice.funnel.yaml':
          'funnel: notice\ntitle: Be the first to know\nquestions:\n  - { question: One?, options: [{ value: 0, label: A }, { value: 10, label: B }] }\nresults:\n  good: { title: Good, text: Well done. }\n  poor: { title: Poor, text: Try again. }\n',
      },
      [
        '6:3 funnel-shape: Only the last result has no from:, and good is not the last one. → Add from: with its lowest score, or when: with its condition.',
      ],
    ],
    [
      'a word and a rule',
      {
        'notice.funnel.yaml':
          'funnel: notice\ntitle: Be the first to know\nfields:\n  email: { type: email, label: Mail, required: true, rules: [{ rule: required, message: No. }] }\n',
      },
      [
        '4:38 required-twice: This field has required: and the rule required, which both say that it is required. → Keep required: with the text of the rule, and remove the rule required.',
      ],
    ],
    [
      'a matrix without rows',
      {
        'notice.funnel.yaml':
          'funnel: notice\ntitle: Be the first to know\nfields:\n  email: email\n  m: { type: matrix, label: M, options: [{ value: a, label: A }, { value: b, label: B }] }\n',
      },
      [
        '5:8 field-options: A field of type matrix needs rows. → The table of fields in funnels/README.md says what each type has.',
      ],
    ],
    [
      'a matrix without options',
      {
        'notice.funnel.yaml':
          'funnel: notice\ntitle: Be the first to know\nfields:\n  email: email\n  m: { type: matrix, label: M, rows: { a: A } }\n',
      },
      [
        '5:8 field-options: A field of type matrix needs options. → The table of fields in funnels/README.md says what each type has.',
      ],
    ],
    [
      'two texts of options',
      {
        'notice.funnel.yaml':
          'funnel: notice\ntitle: Be the first to know\nfields:\n  email: email\n  m: { type: choice, label: M, options: [{ value: a, label: A, write: Which? }, { value: b, label: B, write: Which? }] }\n',
      },
      [
        '5:32 field-options: Only one option of a field can have a text of its own. → The table of fields in funnels/README.md says what each type has.',
      ],
    ],
    [
      'a text of an option of a ranking',
      {
        'notice.funnel.yaml':
          'funnel: notice\ntitle: Be the first to know\nfields:\n  email: email\n  m: { type: ranking, label: M, options: [{ value: a, label: A, write: Which? }, { value: b, label: B }] }\n',
      },
      [
        '5:33 field-options: An option of a ranking has no text of its own. Remove `write`. → The table of fields in funnels/README.md says what each type has.',
      ],
    ],
    [
      'the name of a text of an option',
      {
        'notice.funnel.yaml':
          'funnel: notice\ntitle: Be the first to know\nfields:\n  email: email\n  m: { type: choice, label: M, options: [{ value: a, label: A, write: Which? }, { value: b, label: B }] }\n  m_other: { type: text, label: O, required: true }\n',
      },
      [
        '6:3 field-options: The text of the option a of m is stored as m_other. Give this field another name. → The table of fields in funnels/README.md says what each type has.',
      ],
    ],
  ])('%s', ([, edits, mistakes]) => {
    expect(mistakesAfter('notice.funnel.yaml', edits, 'message', 'hint')).toEqual(mistakes);
  });
});

describe('questions of a funnel', () => {
  test.for<MistakeCase>([
    [
      'questions',
      {
        'notice.funnel.yaml':
          'funnel: notice\ntitle: Be the first to know\nquestions:\n  - { question: Who?, name: who, type: text, maxLength: 40, required: true }\n  - { question: Which?, name: which, type: choice, options: [{ value: a, label: A }, { value: b, label: B }] }\n  - { question: How?, name: mail, type: email, required: true }\n',
      },
      [],
    ],
    [
      'a question without a type below one with a type',
      {
        'notice.funnel.yaml':
          'funnel: notice\ntitle: Be the first to know\nquestions:\n  - { question: Who?, name: who, type: text, maxLength: 40, required: true }\n  - { question: One?, options: [{ value: 0, label: A }, { value: 10, label: B }] }\n  - { question: How?, name: mail, type: email, required: true }\nresults:\n  good: { from: 50, title: Good, text: Well done. }\n  poor: { title: Poor, text: Try again. }\n',
      },
      [
        '5:7 question-shape: It has no type, but a question above it has one. → Add name: and type: choice, with texts as values of its options, or move it above them.',
      ],
    ],
    [
      'the last one has a condition',
      {
        'notice.funnel.yaml':
          "funnel: notice\ntitle: Be the first to know\nquestions:\n  - { question: Who?, name: who, type: text, maxLength: 40, required: true }\n  - { question: How?, name: mail, type: email, when: who != '', required: true }\n",
      },
      [
        '5:48 question-shape: The last question sends all answers, so it is asked in any case. → Remove when:, or put the question before another one, such as how to reach the visitor.',
      ],
    ],
    [
      'two of one name',
      {
        'notice.funnel.yaml':
          'funnel: notice\ntitle: Be the first to know\nquestions:\n  - { question: Who?, name: who, type: text, maxLength: 40, required: true }\n  - { question: Who?, name: who, type: text, maxLength: 40, required: true }\n  - { question: How?, name: mail, type: email, required: true }\n',
      },
      ['5:23 question-shape: Two answers are called who. → Give one of them another name.'],
    ],
    [
      'two fields of one name',
      {
        'notice.funnel.yaml':
          'funnel: notice\ntitle: Be the first to know\nquestions:\n  - { question: Who?, name: who, type: text, maxLength: 40, required: true }\n  - { question: More?, fields: { who: { type: text, label: A, required: true } } }\n  - { question: How?, name: mail, type: email, required: true }\n',
      },
      ['5:24 question-shape: Two answers are called who. → Give one of them another name.'],
    ],
    [
      'a label',
      {
        'notice.funnel.yaml':
          'funnel: notice\ntitle: Be the first to know\nquestions:\n  - { question: Who?, name: who, type: text, label: Who, maxLength: 40, required: true }\n  - { question: How?, name: mail, type: email, required: true }\n',
      },
      ['4:46 question-shape: The question is the label of its control. → Remove label:, or write it into hint:.'],
    ],
    [
      'a label of a box',
      {
        'notice.funnel.yaml':
          'funnel: notice\ntitle: Be the first to know\nquestions:\n  - { question: Agree?, name: ok, type: checkbox, label: I agree }\n  - { question: How?, name: mail, type: email, required: true }\n',
      },
      [],
    ],
    [
      'a type beside fields',
      {
        'notice.funnel.yaml':
          'funnel: notice\ntitle: Be the first to know\nquestions:\n  - { question: More?, type: text, fields: { who: { type: text, label: A, required: true } } }\n  - { question: How?, name: mail, type: email, required: true }\n',
      },
      ['4:24 question-shape: A question with fields: has no type. → Write it at one of the fields.'],
    ],
    [
      'a name without a type',
      {
        'notice.funnel.yaml':
          'funnel: notice\ntitle: Be the first to know\nquestions:\n  - { question: More?, name: more }\n  - { question: How?, name: mail, type: email, required: true }\n',
      },
      ['4:24 question-shape: A question with a name needs a type. → Add type: choice, text, email or another one.'],
    ],
    [
      'a hidden field',
      {
        'notice.funnel.yaml':
          'funnel: notice\ntitle: Be the first to know\nquestions:\n  - { question: More?, name: more, type: hidden }\n  - { question: How?, name: mail, type: email, required: true }\n',
      },
      ['4:36 question-shape: A field of type hidden asks nothing. → Write it under fields: of a question with others.'],
    ],
    [
      'a computed field',
      {
        'notice.funnel.yaml':
          'funnel: notice\ntitle: Be the first to know\nquestions:\n  - { question: More?, name: more, type: computed }\n  - { question: How?, name: mail, type: email, required: true }\n',
      },
      [
        '4:36 question-shape: A field of type computed asks nothing. → Write it under fields: of a question with others.',
      ],
    ],
    [
      'a group that repeats',
      {
        'notice.funnel.yaml':
          'funnel: notice\ntitle: Be the first to know\nquestions:\n  - { question: More?, name: more, type: repeat, max: 2, fields: { a: { type: text, label: A, required: true } } }\n  - { question: How?, name: mail, type: email, required: true }\n',
      },
      ['4:24 question-shape: A question with fields: has no name. → Write it at one of the fields.'],
    ],
    [
      'a type without a name',
      {
        'notice.funnel.yaml':
          'funnel: notice\ntitle: Be the first to know\nquestions:\n  - { question: More?, type: text, required: true }\n  - { question: How?, name: mail, type: email, required: true }\n',
      },
      ['4:24 question-shape: A question with a type needs a name for its answer. → Add name: team, for example.'],
    ],
    [
      'a jump',
      {
        'notice.funnel.yaml':
          "funnel: notice\ntitle: Be the first to know\nquestions:\n  - { question: Who?, name: who, type: text, maxLength: 40, required: true, next: [{ when: who == 'A', to: mail }] }\n  - { question: Which?, name: which, type: choice, options: [{ value: a, label: A }, { value: b, label: B }] }\n  - { question: How?, name: mail, type: email, required: true }\n",
      },
      [],
    ],
    [
      'a jump without a condition',
      {
        'notice.funnel.yaml':
          'funnel: notice\ntitle: Be the first to know\nquestions:\n  - { question: Who?, name: who, type: text, maxLength: 40, required: true, next: [{ to: mail }] }\n  - { question: Which?, name: which, type: choice, options: [{ value: a, label: A }, { value: b, label: B }] }\n  - { question: How?, name: mail, type: email, required: true }\n',
      },
      [],
    ],
    [
      'a jump to an unknown question',
      {
        'notice.funnel.yaml':
          'funnel: notice\ntitle: Be the first to know\nquestions:\n  - { question: Who?, name: who, type: text, maxLength: 40, required: true, next: [{ to: mial }] }\n  - { question: Which?, name: which, type: choice, options: [{ value: a, label: A }, { value: b, label: B }] }\n  - { question: How?, name: mail, type: email, required: true }\n',
      },
      [
        '4:90 question-shape: No question below is called mial. → Write the name of a question below, such as mail, or end.',
      ],
    ],
    [
      'a jump back',
      {
        'notice.funnel.yaml':
          'funnel: notice\ntitle: Be the first to know\nquestions:\n  - { question: Who?, name: who, type: text, maxLength: 40, required: true }\n  - { question: Which?, name: which, type: choice, next: [{ to: who }], options: [{ value: a, label: A }, { value: b, label: B }] }\n  - { question: How?, name: mail, type: email, required: true }\n',
      },
      [
        '5:65 question-shape: No question below is called who. → Write the name of a question below, such as mail, or end.',
      ],
    ],
    [
      'a jump of the last question',
      {
        'notice.funnel.yaml':
          'funnel: notice\ntitle: Be the first to know\nquestions:\n  - { question: Who?, name: who, type: text, maxLength: 40, required: true }\n  - { question: How?, name: mail, type: email, required: true, next: [{ to: who }] }\n',
      },
      ['5:77 question-shape: No question below is called who. → Remove next:.'],
    ],
    [
      'a jump over the last question',
      {
        'notice.funnel.yaml':
          'funnel: notice\ntitle: Be the first to know\nquestions:\n  - { question: Who?, name: who, type: text, maxLength: 40, required: true, next: [{ to: end }] }\n  - { question: Which?, name: which, type: choice, options: [{ value: a, label: A }, { value: b, label: B }] }\n  - { question: How?, name: mail, type: email, required: true }\n',
      },
      ['4:90 question-shape: The last question sends all answers, so it is asked in any case. → Write to: mail.'],
    ],
    [
      'a jump over the last question from it',
      {
        'notice.funnel.yaml':
          'funnel: notice\ntitle: Be the first to know\nquestions:\n  - { question: Who?, name: who, type: text, maxLength: 40, required: true }\n  - { question: How?, name: mail, type: email, required: true, next: [{ to: end }] }\n',
      },
      ['5:77 question-shape: The last question sends all answers, so it is asked in any case. → Remove next:.'],
    ],
    [
      'a way after one without a condition',
      {
        'notice.funnel.yaml':
          "funnel: notice\ntitle: Be the first to know\nquestions:\n  - { question: Who?, name: who, type: text, maxLength: 40, required: true, next: [{ to: mail }, { when: who == 'A', to: which }] }\n  - { question: Which?, name: which, type: choice, options: [{ value: a, label: A }, { value: b, label: B }] }\n  - { question: How?, name: mail, type: email, required: true }\n",
      },
      [
        '4:90 question-shape: The ways after this one are never taken, because it has no when. → Add when:, or move it to the end.',
      ],
    ],
    [
      'a way after one with a condition',
      {
        'notice.funnel.yaml':
          "funnel: notice\ntitle: Be the first to know\nquestions:\n  - { question: Who?, name: who, type: text, maxLength: 40, required: true, next: [{ when: who == 'A', to: which }, { to: mail }] }\n  - { question: Which?, name: which, type: choice, options: [{ value: a, label: A }, { value: b, label: B }] }\n  - { question: How?, name: mail, type: email, required: true }\n",
      },
      [],
    ],
    [
      'a mistaken condition of a jump',
      {
        'notice.funnel.yaml':
          "funnel: notice\ntitle: Be the first to know\nquestions:\n  - { question: Who?, name: who, type: text, maxLength: 40, required: true, next: [{ when: whom == 'A', to: mail }] }\n  - { question: Which?, name: which, type: choice, options: [{ value: a, label: A }, { value: b, label: B }] }\n  - { question: How?, name: mail, type: email, required: true }\n",
      },
      ['4:86 expression-unknown-name: There is no value called whom here. → Did you mean who?'],
    ],
  ])('%s', ([, edits, mistakes]) => {
    expect(mistakesAfter('notice.funnel.yaml', edits, 'message', 'hint')).toEqual(mistakes);
  });
});

describe('calls of flows', () => {
  test.for<MistakeCase>([
    [
      'a call',
      {
        'person.form.yaml':
          'form: person\nfields:\n  alias: { type: text, label: Alias, maxLength: 40, required: true }\n',
        'person.flow.yaml':
          "flow: person\ninput:\n  topic: { type: text, maxLength: 60 }\n  level: { type: number, optional: true }\nreturns:\n  alias: alias\nstart: ask\nsteps:\n  ask:\n    form: person\n    show: [{ type: form, title: 'Who asks about {{ topic }}?', submit: Send }]\n    next: end\n",
        'asking.flow.yaml':
          "flow: asking\npage: frame\nstart: who\ndata:\n  count: { type: number, optional: true }\nsteps:\n  who:\n    call: person\n    path: [/asking]\n    title: Ask us\n    with: { topic: \"'contracts'\", level: 'default(count, 1)' }\n    saveAs: { author: alias }\n    next: done\n  done:\n    show: [{ type: text, title: 'Thank you, {{ author }}' }]\n    final: true\n",
      },
      [],
    ],
    [
      'an unknown flow',
      {
        'person.form.yaml':
          'form: person\nfields:\n  alias: { type: text, label: Alias, maxLength: 40, required: true }\n',
        'person.flow.yaml':
          "flow: person\ninput:\n  topic: { type: text, maxLength: 60 }\n  level: { type: number, optional: true }\nreturns:\n  alias: alias\nstart: ask\nsteps:\n  ask:\n    form: person\n    show: [{ type: form, title: 'Who asks about {{ topic }}?', submit: Send }]\n    next: end\n",
        'asking.flow.yaml':
          "flow: asking\npage: frame\nstart: who\ndata:\n  count: { type: number, optional: true }\nsteps:\n  who:\n    call: preson\n    path: [/asking]\n    title: Ask us\n    with: { topic: \"'contracts'\", level: 'default(count, 1)' }\n    saveAs: { author: alias }\n    next: done\n  done:\n    show: [{ type: text, title: 'Thank you, {{ author }}' }]\n    final: true\n",
      },
      [
        '8:11 flow-unknown: There is no flow called preson. → Did you mean person?',
        'person.flow.yaml:1:7 flow-uncalled: person has input or returns, but no flow calls it. → Call it in a step: call: person.',
      ],
    ],
    [
      'itself',
      {
        'person.form.yaml':
          'form: person\nfields:\n  alias: { type: text, label: Alias, maxLength: 40, required: true }\n',
        'person.flow.yaml':
          "flow: person\ninput:\n  topic: { type: text, maxLength: 60 }\n  level: { type: number, optional: true }\nreturns:\n  alias: alias\nstart: ask\nsteps:\n  ask:\n    form: person\n    show: [{ type: form, title: 'Who asks about {{ topic }}?', submit: Send }]\n    next: end\n",
        'asking.flow.yaml':
          "flow: asking\npage: frame\nstart: who\ndata:\n  count: { type: number, optional: true }\nsteps:\n  who:\n    call: asking\n    path: [/asking]\n    title: Ask us\n    with: { topic: \"'contracts'\", level: 'default(count, 1)' }\n    saveAs: { author: alias }\n    next: done\n  done:\n    show: [{ type: text, title: 'Thank you, {{ author }}' }]\n    final: true\n",
      },
      [
        '8:11 flow-call: asking would call itself, without an end: asking → asking. → Remove one of these calls, or lead back to a step with next:.',
        'person.flow.yaml:1:7 flow-uncalled: person has input or returns, but no flow calls it. → Call it in a step: call: person.',
      ],
    ],
    [
      'round',
      {
        'person.form.yaml':
          'form: person\nfields:\n  alias: { type: text, label: Alias, maxLength: 40, required: true }\n',
        'person.flow.yaml':
          "flow: person\ninput:\n  topic: { type: text, maxLength: 60 }\n  level: { type: number, optional: true }\nreturns:\n  alias: alias\nstart: ask\nsteps:\n  again:\n    call: asking\n    next: ask\n  ask:\n    form: person\n    show: [{ type: form, title: 'Who asks about {{ topic }}?', submit: Send }]\n    next: end\n",
        'asking.flow.yaml':
          "flow: asking\npage: frame\nstart: who\ndata:\n  count: { type: number, optional: true }\nsteps:\n  who:\n    call: person\n    path: [/asking]\n    title: Ask us\n    with: { topic: \"'contracts'\", level: 'default(count, 1)' }\n    saveAs: { author: alias }\n    next: done\n  done:\n    show: [{ type: text, title: 'Thank you, {{ author }}' }]\n    final: true\n",
      },
      [
        '8:11 flow-call: person would call itself, without an end: person → asking → person. → Remove one of these calls, or lead back to a step with next:.',
      ],
    ],
    [
      'an unknown input',
      {
        'person.form.yaml':
          'form: person\nfields:\n  alias: { type: text, label: Alias, maxLength: 40, required: true }\n',
        'person.flow.yaml':
          "flow: person\ninput:\n  topic: { type: text, maxLength: 60 }\n  level: { type: number, optional: true }\nreturns:\n  alias: alias\nstart: ask\nsteps:\n  ask:\n    form: person\n    show: [{ type: form, title: 'Who asks about {{ topic }}?', submit: Send }]\n    next: end\n",
        'asking.flow.yaml':
          "flow: asking\npage: frame\nstart: who\ndata:\n  count: { type: number, optional: true }\nsteps:\n  who:\n    call: person\n    path: [/asking]\n    title: Ask us\n    with: { topci: \"1\", topic: \"'contracts'\", level: 'default(count, 1)' }\n    saveAs: { author: alias }\n    next: done\n  done:\n    show: [{ type: text, title: 'Thank you, {{ author }}' }]\n    final: true\n",
      },
      ['11:13 flow-call: person has no input called topci. → It has topic, level.'],
    ],
    [
      'a missing input',
      {
        'person.form.yaml':
          'form: person\nfields:\n  alias: { type: text, label: Alias, maxLength: 40, required: true }\n',
        'person.flow.yaml':
          "flow: person\ninput:\n  topic: { type: text, maxLength: 60 }\n  level: { type: number, optional: true }\nreturns:\n  alias: alias\nstart: ask\nsteps:\n  ask:\n    form: person\n    show: [{ type: form, title: 'Who asks about {{ topic }}?', submit: Send }]\n    next: end\n",
        'asking.flow.yaml':
          "flow: asking\npage: frame\nstart: who\ndata:\n  count: { type: number, optional: true }\nsteps:\n  who:\n    call: person\n    path: [/asking]\n    title: Ask us\n    with: { level: 'default(count, 1)' }\n    saveAs: { author: alias }\n    next: done\n  done:\n    show: [{ type: text, title: 'Thank you, {{ author }}' }]\n    final: true\n",
      },
      ['8:11 flow-call: person needs topic. → Add with: { topic: … } beside call:.'],
    ],
    [
      'an optional input',
      {
        'person.form.yaml':
          'form: person\nfields:\n  alias: { type: text, label: Alias, maxLength: 40, required: true }\n',
        'person.flow.yaml':
          "flow: person\ninput:\n  topic: { type: text, maxLength: 60 }\n  level: { type: number, optional: true }\nreturns:\n  alias: alias\nstart: ask\nsteps:\n  ask:\n    form: person\n    show: [{ type: form, title: 'Who asks about {{ topic }}?', submit: Send }]\n    next: end\n",
        'asking.flow.yaml':
          "flow: asking\npage: frame\nstart: who\ndata:\n  count: { type: number, optional: true }\nsteps:\n  who:\n    call: person\n    path: [/asking]\n    title: Ask us\n    with: { topic: \"'contracts'\" }\n    saveAs: { author: alias }\n    next: done\n  done:\n    show: [{ type: text, title: 'Thank you, {{ author }}' }]\n    final: true\n",
      },
      [],
    ],
    [
      'an input of another type',
      {
        'person.form.yaml':
          'form: person\nfields:\n  alias: { type: text, label: Alias, maxLength: 40, required: true }\n',
        'person.flow.yaml':
          "flow: person\ninput:\n  topic: { type: text, maxLength: 60 }\n  level: { type: number, optional: true }\nreturns:\n  alias: alias\nstart: ask\nsteps:\n  ask:\n    form: person\n    show: [{ type: form, title: 'Who asks about {{ topic }}?', submit: Send }]\n    next: end\n",
        'asking.flow.yaml':
          "flow: asking\npage: frame\nstart: who\ndata:\n  count: { type: number, optional: true }\nsteps:\n  who:\n    call: person\n    path: [/asking]\n    title: Ask us\n    with: { topic: '5', level: 'default(count, 1)' }\n    saveAs: { author: alias }\n    next: done\n  done:\n    show: [{ type: text, title: 'Thank you, {{ author }}' }]\n    final: true\n",
      },
      [
        '11:20 flow-call: The called flow takes a text, and this is a number. → Change the expression, or the type under input:.',
      ],
    ],
    [
      'an input that may be null',
      {
        'person.form.yaml':
          'form: person\nfields:\n  alias: { type: text, label: Alias, maxLength: 40, required: true }\n',
        'person.flow.yaml':
          "flow: person\ninput:\n  topic: { type: text, maxLength: 60 }\n  level: { type: number, optional: true }\nreturns:\n  alias: alias\nstart: ask\nsteps:\n  ask:\n    form: person\n    show: [{ type: form, title: 'Who asks about {{ topic }}?', submit: Send }]\n    next: end\n",
        'asking.flow.yaml':
          "flow: asking\npage: frame\nstart: who\ndata:\n  topic: { type: text, maxLength: 60, optional: true }\n  count: { type: number, optional: true }\nsteps:\n  who:\n    call: person\n    path: [/asking]\n    title: Ask us\n    with: { topic: topic, level: 'default(count, 1)' }\n    saveAs: { author: alias }\n    next: done\n  done:\n    show: [{ type: text, title: 'Thank you, {{ author }}' }]\n    final: true\n",
      },
      [
        '12:20 flow-call: The called flow takes a text, and this may be null. → Write default(…, …) around it, or optional: true under input:.',
      ],
    ],
    [
      'an optional input that may be null',
      {
        'person.form.yaml':
          'form: person\nfields:\n  alias: { type: text, label: Alias, maxLength: 40, required: true }\n',
        'person.flow.yaml':
          "flow: person\ninput:\n  topic: { type: text, maxLength: 60 }\n  level: { type: number, optional: true }\nreturns:\n  alias: alias\nstart: ask\nsteps:\n  ask:\n    form: person\n    show: [{ type: form, title: 'Who asks about {{ topic }}?', submit: Send }]\n    next: end\n",
        'asking.flow.yaml':
          "flow: asking\npage: frame\nstart: who\ndata:\n  count: { type: number, optional: true }\nsteps:\n  who:\n    call: person\n    path: [/asking]\n    title: Ask us\n    with: { topic: \"'contracts'\", level: count }\n    saveAs: { author: alias }\n    next: done\n  done:\n    show: [{ type: text, title: 'Thank you, {{ author }}' }]\n    final: true\n",
      },
      [],
    ],
    [
      'an input that is null',
      {
        'person.form.yaml':
          'form: person\nfields:\n  alias: { type: text, label: Alias, maxLength: 40, required: true }\n',
        'person.flow.yaml':
          "flow: person\ninput:\n  topic: { type: text, maxLength: 60 }\n  level: { type: number, optional: true }\nreturns:\n  alias: alias\nstart: ask\nsteps:\n  ask:\n    form: person\n    show: [{ type: form, title: 'Who asks about {{ topic }}?', submit: Send }]\n    next: end\n",
        'asking.flow.yaml':
          "flow: asking\npage: frame\nstart: who\ndata:\n  count: { type: number, optional: true }\nsteps:\n  who:\n    call: person\n    path: [/asking]\n    title: Ask us\n    with: { topic: 'null', level: 'default(count, 1)' }\n    saveAs: { author: alias }\n    next: done\n  done:\n    show: [{ type: text, title: 'Thank you, {{ author }}' }]\n    final: true\n",
      },
      [
        '11:20 flow-call: The called flow takes a text, and this is null. → Change the expression, or the type under input:.',
      ],
    ],
    [
      'an unknown return',
      {
        'person.form.yaml':
          'form: person\nfields:\n  alias: { type: text, label: Alias, maxLength: 40, required: true }\n',
        'person.flow.yaml':
          "flow: person\ninput:\n  topic: { type: text, maxLength: 60 }\n  level: { type: number, optional: true }\nreturns:\n  alias: alias\nstart: ask\nsteps:\n  ask:\n    form: person\n    show: [{ type: form, title: 'Who asks about {{ topic }}?', submit: Send }]\n    next: end\n",
        'asking.flow.yaml':
          "flow: asking\npage: frame\nstart: who\ndata:\n  count: { type: number, optional: true }\nsteps:\n  who:\n    call: person\n    path: [/asking]\n    title: Ask us\n    with: { topic: \"'contracts'\", level: 'default(count, 1)' }\n    saveAs: { author: alais }\n    next: done\n  done:\n    show: [{ type: text, title: 'Thank you, {{ author }}' }]\n    final: true\n",
      },
      ['12:15 flow-call: person returns nothing called alais. → It returns alias.'],
    ],
    [
      'a return under a taken name',
      {
        'person.form.yaml':
          'form: person\nfields:\n  alias: { type: text, label: Alias, maxLength: 40, required: true }\n',
        'person.flow.yaml':
          "flow: person\ninput:\n  topic: { type: text, maxLength: 60 }\n  level: { type: number, optional: true }\nreturns:\n  alias: alias\nstart: ask\nsteps:\n  ask:\n    form: person\n    show: [{ type: form, title: 'Who asks about {{ topic }}?', submit: Send }]\n    next: end\n",
        'asking.flow.yaml':
          "flow: asking\npage: frame\nstart: who\ndata:\n  count: { type: number, optional: true }\nsteps:\n  who:\n    call: person\n    path: [/asking]\n    title: Ask us\n    with: { topic: \"'contracts'\", level: 'default(count, 1)' }\n    saveAs: { count: alias }\n    next: done\n  done:\n    show: [{ type: text, title: 'Thank you, X' }]\n    final: true\n",
      },
      ['12:15 flow-call: There is a value called count already. → Save it under another name.'],
    ],
    [
      'with: without a call',
      { 'quiz.flow.yaml': [['    delay: 1s to 2s\n', "    delay: 1s to 2s\n    with: { a: '1' }\n"]] },
      [
        'quiz.flow.yaml:75:5 flow-call: Only a step with call: has with. → Add call: with the id of a flow, or remove with.',
      ],
    ],
    [
      'saveAs: without a call',
      { 'quiz.flow.yaml': [['    delay: 1s to 2s\n', '    delay: 1s to 2s\n    saveAs: { a: b }\n']] },
      [
        'quiz.flow.yaml:75:5 flow-call: Only a step with call: has saveAs. → Add call: with the id of a flow, or remove saveAs.',
      ],
    ],
    [
      'an input under its own name',
      {
        'person.form.yaml':
          'form: person\nfields:\n  alias: { type: text, label: Alias, maxLength: 40, required: true }\n',
        'person.flow.yaml':
          "flow: person\ninput:\n  topic: { type: text, maxLength: 60 }\n  level: { type: number, optional: true }\nreturns:\n  alias: alias\nstart: ask\nsteps:\n  ask:\n    form: person\n    show: [{ type: form, title: 'Who asks about {{ topic }}?', submit: Send }]\n    next: end\n",
        'asking.flow.yaml':
          "flow: asking\npage: frame\nstart: who\ndata:\n  topic: { type: text, maxLength: 60 }\n  count: { type: number, optional: true }\nsteps:\n  who:\n    call: person\n    path: [/asking]\n    title: Ask us\n    with: { topic: ' topic ', level: 'default(count, 1)' }\n    saveAs: { author: alias }\n    next: done\n  done:\n    show: [{ type: text, title: 'Thank you, {{ author }}' }]\n    final: true\n",
      },
      [
        'person.flow.yaml:11:51 expression-maybe-null: topic may be missing here: the step who can be opened by its address, /asking. → Check it first: topic != null && …, or default(topic, …). Or provide the value on this step: in its address (`query:`) or with a call (`fetch:`).',
      ],
    ],
    [
      'an input with the name of a value',
      {
        'person.form.yaml':
          'form: person\nfields:\n  alias: { type: text, label: Alias, maxLength: 40, required: true }\n',
        'person.flow.yaml':
          "flow: person\ninput:\n  topic: { type: text, maxLength: 60 }\n  level: { type: number, optional: true }\nreturns:\n  alias: alias\nstart: ask\nsteps:\n  ask:\n    form: person\n    show: [{ type: form, title: 'Who asks about {{ topic }}?', submit: Send }]\n    next: end\n",
        'asking.flow.yaml':
          "flow: asking\npage: frame\nstart: who\ndata:\n  topic: { type: text, maxLength: 60, optional: true }\n  count: { type: number, optional: true }\nsteps:\n  who:\n    call: person\n    path: [/asking]\n    title: Ask us\n    with: { topic: \"'contracts'\", level: 'default(count, 1)' }\n    saveAs: { author: alias }\n    next: done\n  done:\n    show: [{ type: text, title: 'Thank you, {{ author }}' }]\n    final: true\n",
      },
      ['9:11 flow-call: asking and person both have a value called topic. → Give it another name in one of them.'],
    ],
    [
      'a call with a form',
      {
        'person.form.yaml':
          'form: person\nfields:\n  alias: { type: text, label: Alias, maxLength: 40, required: true }\n',
        'person.flow.yaml':
          "flow: person\ninput:\n  topic: { type: text, maxLength: 60 }\n  level: { type: number, optional: true }\nreturns:\n  alias: alias\nstart: ask\nsteps:\n  ask:\n    form: person\n    show: [{ type: form, title: 'Who asks about {{ topic }}?', submit: Send }]\n    next: end\n",
        'asking.flow.yaml':
          "flow: asking\npage: frame\nstart: who\ndata:\n  count: { type: number, optional: true }\nsteps:\n  who:\n    call: person\n    form: person\n    path: [/asking]\n    title: Ask us\n    with: { topic: \"'contracts'\", level: 'default(count, 1)' }\n    saveAs: { author: alias }\n    next: done\n  done:\n    show: [{ type: text, title: 'Thank you, {{ author }}' }]\n    final: true\n",
      },
      [
        '8:11 flow-call: asking and person both have a value called alias. → Give it another name in one of them.',
        '9:5 flow-call: A step that calls a flow has no form. → Write it at a step of the called flow, or at one before.',
      ],
    ],
    [
      'a call without next',
      {
        'person.form.yaml':
          'form: person\nfields:\n  alias: { type: text, label: Alias, maxLength: 40, required: true }\n',
        'person.flow.yaml':
          "flow: person\ninput:\n  topic: { type: text, maxLength: 60 }\n  level: { type: number, optional: true }\nreturns:\n  alias: alias\nstart: ask\nsteps:\n  ask:\n    form: person\n    show: [{ type: form, title: 'Who asks about {{ topic }}?', submit: Send }]\n    next: end\n",
        'asking.flow.yaml':
          "flow: asking\npage: frame\nstart: who\ndata:\n  count: { type: number, optional: true }\nsteps:\n  who:\n    call: person\n    path: [/asking]\n    title: Ask us\n    with: { topic: \"'contracts'\", level: 'default(count, 1)' }\n    saveAs: { author: alias }\n  done:\n    show: [{ type: text, title: 'Thank you, {{ author }}' }]\n    final: true\n",
      },
      ['8:5 flow-call: Nothing follows the called flow. → Add next: with a step.'],
    ],
    [
      'an end without a call',
      {
        'person.form.yaml':
          'form: person\nfields:\n  alias: { type: text, label: Alias, maxLength: 40, required: true }\n',
        'person.flow.yaml':
          "flow: person\ninput:\n  topic: { type: text, maxLength: 60 }\n  level: { type: number, optional: true }\nreturns:\n  alias: alias\nstart: ask\nsteps:\n  ask:\n    form: person\n    show: [{ type: form, title: 'Who asks about {{ topic }}?', submit: Send }]\n    next: end\n",
        'asking.flow.yaml':
          "flow: asking\npage: frame\nstart: who\ndata:\n  count: { type: number, optional: true }\nsteps:\n  who:\n    call: person\n    path: [/asking]\n    title: Ask us\n    with: { topic: \"'contracts'\", level: 'default(count, 1)' }\n    saveAs: { author: alias }\n    next: done\n  done:\n    show: [{ type: text, title: 'Thank you, {{ author }}' }]\n    on: {}\n    next: end\n",
      },
      [
        '17:5 step-next-unused: This step has next, but nothing on it leads there. → Give a button send: with an event, and write under on: what follows it: on: { <event>: { to: <step> } }.',
        '17:11 step-unknown: There is no step in this flow called end. → Known: who, done.',
      ],
    ],
    [
      'a flow that nothing calls',
      {
        'person.form.yaml':
          'form: person\nfields:\n  alias: { type: text, label: Alias, maxLength: 40, required: true }\n',
        'person.flow.yaml':
          "flow: person\ninput:\n  topic: { type: text, maxLength: 60 }\n  level: { type: number, optional: true }\nreturns:\n  alias: alias\nstart: ask\nsteps:\n  ask:\n    form: person\n    show: [{ type: form, title: 'Who asks about {{ topic }}?', submit: Send }]\n    next: end\n",
      },
      [
        'person.flow.yaml:1:7 flow-uncalled: person has input or returns, but no flow calls it. → Call it in a step: call: person.',
        'person.form.yaml:1:7 form-unused: No step and no intake uses the form person. → Name it in a step (form: …), or remove the file.',
      ],
    ],
    [
      'a path in a called flow',
      {
        'person.form.yaml':
          'form: person\nfields:\n  alias: { type: text, label: Alias, maxLength: 40, required: true }\n',
        'person.flow.yaml':
          "flow: person\ninput:\n  topic: { type: text, maxLength: 60 }\n  level: { type: number, optional: true }\nreturns:\n  alias: alias\nstart: ask\nsteps:\n  ask:\n    path: [/ask]\n    form: person\n    show: [{ type: form, title: 'Who asks about {{ topic }}?', submit: Send }]\n    next: end\n",
        'asking.flow.yaml':
          "flow: asking\npage: frame\nstart: who\ndata:\n  count: { type: number, optional: true }\nsteps:\n  who:\n    call: person\n    path: [/asking]\n    title: Ask us\n    with: { topic: \"'contracts'\", level: 'default(count, 1)' }\n    saveAs: { author: alias }\n    next: done\n  done:\n    show: [{ type: text, title: 'Thank you, {{ author }}' }]\n    final: true\n",
      },
      [
        'person.flow.yaml:10:5 flow-call: A step of a called flow has no path, because several flows can call it. → Remove it. The step with call: can have a path, for the first screen.',
      ],
    ],
    [
      'a page of a called flow',
      {
        'person.form.yaml':
          'form: person\nfields:\n  alias: { type: text, label: Alias, maxLength: 40, required: true }\n',
        'person.flow.yaml':
          "flow: person\npage: frame\ninput:\n  topic: { type: text, maxLength: 60 }\n  level: { type: number, optional: true }\nreturns:\n  alias: alias\nstart: ask\nsteps:\n  ask:\n    form: person\n    show: [{ type: form, title: 'Who asks about {{ topic }}?', submit: Send }]\n    next: end\n",
        'asking.flow.yaml':
          "flow: asking\npage: frame\nstart: who\ndata:\n  count: { type: number, optional: true }\nsteps:\n  who:\n    call: person\n    path: [/asking]\n    title: Ask us\n    with: { topic: \"'contracts'\", level: 'default(count, 1)' }\n    saveAs: { author: alias }\n    next: done\n  done:\n    show: [{ type: text, title: 'Thank you, {{ author }}' }]\n    final: true\n",
      },
      ['person.flow.yaml:2:1 flow-call: A called flow is shown in the page of the flow that calls it. → Remove page:.'],
    ],
    [
      'a mistake in a called flow',
      {
        'person.form.yaml':
          'form: person\nfields:\n  alias: { type: text, label: Alias, maxLength: 40, required: true }\n',
        'person.flow.yaml':
          "flow: person\ninput:\n  topic: { type: text, maxLength: 60 }\n  level: { type: number, optional: true }\nreturns:\n  alias: alias\nstart: ask\nsteps:\n  ask:\n    form: person\n    show: [{ type: form, title: 'Who asks about {{ topci }}?', submit: Send }]\n    next: end\n",
        'asking.flow.yaml':
          "flow: asking\npage: frame\nstart: who\ndata:\n  count: { type: number, optional: true }\nsteps:\n  who:\n    call: person\n    path: [/asking]\n    title: Ask us\n    with: { topic: \"'contracts'\", level: 'default(count, 1)' }\n    saveAs: { author: alias }\n    next: done\n  done:\n    show: [{ type: text, title: 'Thank you, {{ author }}' }]\n    final: true\n",
      },
      ['person.flow.yaml:11:52 expression-unknown-name: There is no value called topci here. → Did you mean topic?'],
    ],
    [
      'a name that is a return of none',
      {
        'person.form.yaml':
          'form: person\nfields:\n  alias: { type: text, label: Alias, maxLength: 40, required: true }\n',
        'person.flow.yaml':
          "flow: person\ninput:\n  topic: { type: text, maxLength: 60 }\n  level: { type: number, optional: true }\nreturns:\n  alias: alais\nstart: ask\nsteps:\n  ask:\n    form: person\n    show: [{ type: form, title: 'Who asks about {{ topic }}?', submit: Send }]\n    next: end\n",
        'asking.flow.yaml':
          "flow: asking\npage: frame\nstart: who\ndata:\n  count: { type: number, optional: true }\nsteps:\n  who:\n    call: person\n    path: [/asking]\n    title: Ask us\n    with: { topic: \"'contracts'\", level: 'default(count, 1)' }\n    saveAs: { author: alias }\n    next: done\n  done:\n    show: [{ type: text, title: 'Thank you, {{ author }}' }]\n    final: true\n",
      },
      ['person.flow.yaml:6:10 expression-unknown-name: There is no value called alais here. → Did you mean alias?'],
    ],
  ])('%s', ([, edits, mistakes]) => {
    expect(mistakesAfter('asking.flow.yaml', edits, 'message', 'hint')).toEqual(mistakes);
  });
});
