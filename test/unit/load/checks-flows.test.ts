/** The steps of flows: what they show, send, wait for and lead to. */
import { describe, expect, test } from 'vitest';
import { type MistakeCase, mistakesAfter } from './fixtures.ts';

describe('events and actions', () => {
  test.for<MistakeCase>([
    [
      'an event that no step handles',
      [['send: begin', 'send: start']],
      [
        '45:35 event-unhandled: This sends the event start, but nothing here reacts to it. → Write under on: what happens on start.',
        '47:7 event-unsent: Nothing on this step sends begin. → Give a button send: begin.',
      ],
    ],
    [
      'a misspelt event',
      [['send: begin', 'send: begn']],
      ['45:35 event-unhandled: This sends the event begn, but nothing here reacts to it. → Did you mean begin?'],
    ],
    [
      'an event that nothing sends',
      [['begin: { to: quiz }', 'begin: { to: quiz }\n      other: { to: contact }']],
      [
        '48:7 event-unsent: Nothing on this step sends other. → Give a button send: other.',
        '70:19 call-value-missing: /api/leads requires answers, which may be missing here: the step intro can be opened by its address, /. → Add it to the call: with: { answers: … }, or mark it optional in the intake.',
        '70:46 expression-maybe-null: score may be missing here: it is computed from answers, and the step intro can be opened by its address, /. → Check it first: score != null && …, or default(score, …). Or provide the value on this step: in its address (`query:`) or with a call (`fetch:`).',
      ],
    ],
    [
      'a misspelt event that is sent too',
      [['begin: { to: quiz }', 'begin: { to: quiz }\n      begins: { to: contact }']],
      [
        '48:7 event-unsent: Nothing on this step sends begins. → Did you mean begin?',
        '70:19 call-value-missing: /api/leads requires answers, which may be missing here: the step intro can be opened by its address, /. → Add it to the call: with: { answers: … }, or mark it optional in the intake.',
        '70:46 expression-maybe-null: score may be missing here: it is computed from answers, and the step intro can be opened by its address, /. → Check it first: score != null && …, or default(score, …). Or provide the value on this step: in its address (`query:`) or with a call (`fetch:`).',
      ],
    ],
    [
      'a button with two actions',
      [['send: begin', 'send: begin, to: /terms']],
      [
        '45:15 action-shape: A button needs exactly one action: it sends an event, opens an address or opens an overlay. → Give it one of send, to and open.',
      ],
    ],
    [
      'a button without an action',
      [['{ label: Begin, send: begin }', '{ label: Begin }']],
      [
        '45:15 action-shape: A button needs exactly one action: it sends an event, opens an address or opens an overlay. → Give it one of send, to and open.',
        '47:7 event-unsent: Nothing on this step sends begin. → Give a button send: begin.',
      ],
    ],
    [
      'back where it is not handled',
      [['{ type: form, submit: Send }', '{ type: form, submit: Send, back: Back }']],
      [
        '66:43 event-unhandled: This sends the event back, but nothing here reacts to it. → Write under on: what happens on back.',
      ],
    ],
    [
      'a form with a way back',
      [
        [
          '{ type: form, submit: Send }\n',
          '{ type: form, submit: Send, back: Back }\n    on: { back: { to: quiz } }\n',
        ],
      ],
      [],
    ],
  ])('%s', ([, edits, mistakes]) => {
    expect(mistakesAfter('quiz.flow.yaml', edits, 'message', 'hint')).toEqual(mistakes);
  });
});

describe('events of pages', () => {
  test.for<MistakeCase>([
    [
      'an event that a step handles',
      [['  - type: stage', '  - type: stage\n  - type: actions\n    actions:\n      - { label: Go, send: begin }']],
      [],
    ],
    [
      'an event that no step handles',
      [['  - type: stage', '  - type: stage\n  - type: actions\n    actions:\n      - { label: Go, send: begni }']],
      ['10:28 event-unhandled: This sends the event begni, but nothing here reacts to it. → Did you mean begin?'],
    ],
    [
      'a button without an action',
      [['  - type: stage', '  - type: stage\n  - type: actions\n    actions:\n      - { label: Go }']],
      [
        '10:11 action-shape: A button needs exactly one action: it sends an event, opens an address or opens an overlay. → Give it one of send, to and open.',
      ],
    ],
  ])('%s', ([, edits, mistakes]) => {
    expect(mistakesAfter('frame.page.yaml', edits, 'message', 'hint')).toEqual(mistakes);
  });
});

describe('ways', () => {
  test.for<MistakeCase>([
    [
      'a step that nothing leads to',
      [['steps:\n', 'steps:\n  alone:\n    path: [/alone]\n    title: Alone\n    final: true\n']],
      ['39:3 step-unreachable: No step leads to the step alone.'],
    ],
    [
      'a step with a way in by its address',
      [
        [
          'steps:\n',
          'steps:\n  alone:\n    path: [/alone]\n    title: Alone\n    query: { uid: { missing: Who? } }\n    fallback: { to: intro }\n    final: true\n',
        ],
      ],
      [],
    ],
    [
      'a step that is only a way out',
      [
        ['fallback: { toast: Error, to: intro }', 'fallback: { toast: Error, to: alone }'],
        ['steps:\n', 'steps:\n  alone:\n    path: [/alone]\n    title: Alone\n    final: true\n'],
      ],
      [],
    ],
    [
      'a step that ends without a mark',
      [
        [
          "    on:\n      talk: { openTab: '{{ facts.chat }}', post: { path: /api/clicks } }\n    final: true",
          "    on:\n      talk: { openTab: '{{ facts.chat }}', post: { path: /api/clicks } }",
        ],
      ],
      ['82:3 step-dead-end: The step result does not lead to another step.'],
    ],
    [
      'a step without next',
      [['    next: pause\n', '']],
      [
        '59:3 step-dead-end: The step contact does not lead to another step.',
        '72:3 step-unreachable: No step leads to the step pause.',
        '75:3 step-unreachable: No step leads to the step which.',
        '79:3 step-unreachable: No step leads to the step away.',
        '81:3 step-unreachable: No step leads to the step result.',
      ],
    ],
    [
      'a delay without next',
      [['    delay: 1s to 2s\n    next: which', '    delay: 1s to 2s']],
      [
        '74:5 step-next-missing: A step that waits needs next:, the step that follows it.',
        '75:3 step-unreachable: No step leads to the step which.',
        '79:3 step-unreachable: No step leads to the step away.',
        '81:3 step-unreachable: No step leads to the step result.',
      ],
    ],
    [
      'next without a kind',
      [['    final: true', '    next: intro']],
      ['96:5 step-next-unused: This step has next, but nothing on it leads there.'],
    ],
    [
      'two kinds',
      [['    delay: 1s to 2s', '    delay: 1s to 2s\n    redirect: { to: /terms }']],
      ['75:5 step-mixed: A step cannot have both delay and redirect.'],
    ],
    [
      'two kinds with a question',
      [['    ask: both', '    ask: both\n    form: contact']],
      ['52:5 step-mixed: A step cannot have both ask and form.'],
    ],
    [
      'submit without a form',
      [
        [
          '    delay: 1s to 2s',
          '    delay: 1s to 2s\n    submit: { calls: [{ post: /api/clicks }], onError: { toast: No. } }',
        ],
      ],
      ['75:5 submit-without-form: This step defines what happens when a form is submitted, but has no form.'],
    ],
    [
      'events of a junction',
      [['    branch:\n', '    on: { go: { to: away } }\n    branch:\n']],
      ['77:5 step-mixed: A step cannot have both branch and on.', '77:11 event-unsent: Nothing on this step sends go.'],
    ],
    [
      'next of a junction',
      [['    branch:\n', '    next: away\n    branch:\n']],
      ['77:5 step-mixed: A step cannot have both branch and next.'],
    ],
    [
      'a loop of two',
      [
        [
          '      - { when: score >= 50, to: result }\n      - { to: away }\n',
          '      - { when: score >= 50, to: pause }\n      - { to: pause }\n',
        ],
      ],
      [
        '78:34 step-endless-loop: The steps pause, which loop without waiting for the visitor.',
        '80:3 step-unreachable: No step leads to the step away.',
        '82:3 step-unreachable: No step leads to the step result.',
      ],
    ],
    [
      'a loop of a delay and a branch',
      [
        [
          '      - { when: score >= 50, to: result }\n      - { to: away }\n',
          '      - { when: score >= 50, to: which }\n      - { to: pause }\n',
        ],
      ],
      [
        '76:3 step-cycle: These steps can lead back to themselves without waiting: which → which.',
        '78:34 step-endless-loop: The steps pause, which loop without waiting for the visitor.',
        '80:3 step-unreachable: No step leads to the step away.',
        '82:3 step-unreachable: No step leads to the step result.',
      ],
    ],
    [
      'a delay that leads to itself',
      [['next: which\n', 'next: pause\n']],
      [
        '75:11 step-endless-loop: The steps pause loop without waiting for the visitor.',
        '76:3 step-unreachable: No step leads to the step which.',
        '80:3 step-unreachable: No step leads to the step away.',
        '82:3 step-unreachable: No step leads to the step result.',
      ],
    ],
    [
      'an unknown step',
      [['next: which\n', 'next: whihc\n']],
      ['75:11 step-unknown: There is no step in this flow called whihc.'],
    ],
    [
      'an unknown start',
      [['start: intro', 'start: intor']],
      ['3:8 step-unknown: There is no step in this flow called intor.'],
    ],
    [
      'an unknown step of an event',
      [['begin: { to: quiz }', 'begin: { to: quzi }']],
      ['47:20 step-unknown: There is no step in this flow called quzi.'],
    ],
    [
      'an unknown step of a branch',
      [['{ to: away }', '{ to: awya }']],
      ['79:15 step-unknown: There is no step in this flow called awya.'],
    ],
    [
      'an unknown fallback',
      [['toast: Error, to: intro }', 'toast: Error, to: intor }']],
      ['63:35 step-unknown: There is no step in this flow called intor.'],
    ],
    [
      'a value that is not in the data',
      [['answers: { missing: The answers are missing. }', 'answres: { missing: The answers are missing. }']],
      ['62:7 query-not-in-data: The address contains answres, but this flow has no value with that name under data.'],
    ],
    [
      'a value that is far from the data',
      [['answers: { missing: The answers are missing. }', 'zzz: { missing: The answers are missing. }']],
      ['62:7 query-not-in-data: The address contains zzz, but this flow has no value with that name under data.'],
    ],
    [
      'a value without a fallback',
      [['    fallback: { toast: Error, to: intro }\n', '']],
      [
        '61:5 query-without-fallback: This step needs values from its address, but does not define what a visitor sees if they are missing.',
      ],
    ],
    ['an unknown form', [['form: contact', 'form: contcat']], ['64:11 form-unknown: There is no form called contcat.']],
    [
      'unknown questions',
      [['ask: both', 'ask: bothh']],
      ['51:10 questions-unknown: There is no set of questions in this flow called bothh.'],
    ],
    [
      'an unknown page',
      [['page: frame', 'page: farme']],
      [
        'frame.page.yaml:1:7 page-unused: The page frame has no paths, and no flow uses it.',
        'frame.page.yaml:7:11 block-out-of-place: A stage block works only on a page that is the frame of a flow.',
        '2:7 page-unknown: There is no page called farme.',
      ],
    ],
    [
      'a flow without a page',
      [['page: frame\n', '']],
      [
        'frame.page.yaml:1:7 page-unused: The page frame has no paths, and no flow uses it.',
        'frame.page.yaml:7:11 block-out-of-place: A stage block works only on a page that is the frame of a flow.',
        '1:7 flow-without-page: Steps of this flow have paths, but the flow has no page to show them in.',
      ],
    ],
    [
      'an unknown call',
      [['post: /api/leads', 'post: /api/laeds']],
      ['69:19 endpoint-unknown: No intake has the path /api/laeds.'],
    ],
    [
      'a look-up that is posted',
      [['get: /api/lead,', 'post: /api/lead,']],
      ['86:19 endpoint-method: /api/lead is called with post, but its intake has get.'],
    ],
  ])('%s', ([, edits, mistakes]) => {
    expect(mistakesAfter('quiz.flow.yaml', edits, 'message')).toEqual(mistakes);
  });
});

describe('times', () => {
  test.for<MistakeCase>([
    [
      'a short time for an answer',
      [['    submit:\n', '    submit:\n      timeout: 999ms\n']],
      [
        '68:16 timeout-short: A call that takes longer than 999ms fails, and on phones most of them do. → Write the time in seconds, such as 15s, or remove timeout: for the usual limit.',
      ],
    ],
    ['a second for an answer', [['    submit:\n', '    submit:\n      timeout: 1s\n']], []],
    [
      'a timer that sends',
      [
        [
          '{ get: /api/lead, saveAs: { found: reply } }',
          '{ get: /api/lead, saveAs: { found: reply } }\n        - { post: /api/clicks }',
        ],
      ],
      [
        '87:19 timer-sends: This is sent to /api/clicks when the delay of the step pause is over, without a click of the visitor. → Send it when the visitor submits a form or presses a button, or accept this warning with the reason.',
      ],
    ],
    [
      'a timer that sends after a junction',
      [['{ get: /api/lead, saveAs: { found: reply } }', '{ post: /api/clicks }']],
      [
        'quiz.api.yaml:19:3 intake-uncalled: No flow calls /api/lead. → Call it in a flow or remove it. If another program calls it, accept this warning with that reason.',
        '86:19 timer-sends: This is sent to /api/clicks when the delay of the step pause is over, without a click of the visitor. → Send it when the visitor submits a form or presses a button, or accept this warning with the reason.',
      ],
    ],
    [
      'a send after a form',
      [
        ['next: pause', 'next: result'],
        [
          '{ get: /api/lead, saveAs: { found: reply } }',
          '{ get: /api/lead, saveAs: { found: reply } }\n        - { post: /api/clicks }',
        ],
      ],
      [
        '73:3 step-unreachable: No step leads to the step pause. → Add a next, on or branch that leads to it, or delete it.',
        '76:3 step-unreachable: No step leads to the step which. → Add a next, on or branch that leads to it, or delete it.',
        '80:3 step-unreachable: No step leads to the step away. → Add a next, on or branch that leads to it, or delete it.',
        '87:19 timer-sends: This is sent to /api/clicks when the delay of the step pause is over, without a click of the visitor. → Send it when the visitor submits a form or presses a button, or accept this warning with the reason.',
      ],
    ],
    [
      'a delay from long to short',
      [['delay: 1s to 2s', 'delay: 2s to 1s']],
      ['74:12 delay-order: 2s is longer than 1s. → Write the shorter time first.'],
    ],
    ['a delay of one time', [['delay: 1s to 2s', 'delay: 2s to 2s']], []],
  ])('%s', ([, edits, mistakes]) => {
    expect(mistakesAfter('quiz.flow.yaml', edits, 'message', 'hint')).toEqual(mistakes);
  });
});

describe('blocks', () => {
  test.for<MistakeCase>([
    [
      'a form on a step without one',
      [
        [
          'type: hero\n        title: Welcome\n        actions:\n          - { label: Begin, send: begin }\n',
          'type: form\n        submit: Send\n',
        ],
      ],
      [
        '42:15 block-out-of-place: A form block works only on a step with a form. → Remove it, or add what it needs.',
        '45:7 event-unsent: Nothing on this step sends begin. → Give a button send: begin.',
      ],
    ],
    [
      'a step without its form',
      [['      - { type: form, submit: Send }\n', '      - { type: text, title: Send }\n']],
      ['64:5 block-missing: This step has a form, but shows no form block. → Add "- type: form" to its blocks.'],
    ],
    [
      'a question on a form',
      [
        [
          '{ type: form, submit: Send }',
          '{ type: form, submit: Send }\n      - { type: question, next: Next, previous: Back, finish: Finish }',
        ],
      ],
      [
        '67:17 block-out-of-place: A question block works only on a step that asks questions. → Remove it, or add what it needs.',
      ],
    ],
    [
      'a step without its question',
      [['      - { type: question, next: Next, previous: Back, finish: Finish }\n', '']],
      [
        '51:5 block-missing: This step asks questions, but shows no question block. → Add "- type: question" to its blocks.',
      ],
    ],
    [
      'a stage in a step',
      [
        [
          'type: hero\n        title: Welcome\n        actions:\n          - { label: Begin, send: begin }\n',
          'type: stage\n',
        ],
      ],
      [
        '42:15 block-out-of-place: A stage block works only on a page that is the frame of a flow. → Remove it, or add what it needs.',
        '44:7 event-unsent: Nothing on this step sends begin. → Give a button send: begin.',
      ],
    ],
    [
      'an unknown block',
      [['type: hero', 'type: hreo']],
      ['42:15 shape-unknown-block: There is no block of type hreo. → Did you mean hero?'],
    ],
    [
      'an empty text',
      [['title: Welcome', "title: ''"]],
      [
        '43:16 text-empty: title is empty, so visitors see or hear no text there. → Write the text, or remove title if it is optional.',
      ],
    ],
    [
      'a text of spaces',
      [['title: Welcome', "title: '  '"]],
      [
        '43:16 text-empty: title is empty, so visitors see or hear no text there. → Write the text, or remove title if it is optional.',
      ],
    ],
    [
      'single braces',
      [['title: Welcome', "title: 'It costs { facts.price }'"]],
      [
        '43:26 text-single-braces: Visitors would see { facts.price } literally. → Write {{ facts.price }} for its value, or \\{ for a brace.',
      ],
    ],
    [
      'single braces with a misspelt name',
      [['title: Welcome', "title: 'It costs { fatcs.price }'"]],
      [
        '43:26 text-single-braces: Visitors would see { fatcs.price } literally. → Write {{ fatcs.price }} for its value, or \\{ for a brace.',
      ],
    ],
    ['single braces of another word', [['title: Welcome', "title: 'A { set }'"]], []],
    [
      'an open bracket',
      [['title: Welcome', "title: 'It costs {{ facts.price'"]],
      [
        "43:26 expression-unclosed-braces: {{ is not closed. → End the expression with }}. To show the braces themselves, write {{ '{{' }}.",
      ],
    ],
    [
      'a value of the flow in single braces',
      [['title: Welcome', "title: 'It costs { score }'"]],
      [
        '43:26 text-single-braces: Visitors would see { score } literally. → Write {{ score }} for its value, or \\{ for a brace.',
      ],
    ],
  ])('%s', ([, edits, mistakes]) => {
    expect(mistakesAfter('quiz.flow.yaml', edits, 'message', 'hint')).toEqual(mistakes);
  });
});

describe('invariants', () => {
  test.for<MistakeCase>([
    [
      'nothing',
      [['steps:\n', 'always:\n  - { message: Always., at: [quiz] }\nsteps:\n']],
      [
        "39:5 invariant-shape: This entry of always states nothing: it has neither a condition nor an event. → Write a condition, { at: [result], when: email != '', message: … }, or an event, { at: [thanks], event: Lead, message: … }.",
      ],
    ],
    [
      'times without an event',
      [['steps:\n', 'never:\n  - { message: Always., when: score > 1, times: 2 }\nsteps:\n']],
      [
        "39:5 invariant-shape: This entry counts times, but names no event. → Write a condition, { at: [result], when: email == '', message: … }, or an event, { event: Lead, times: 2, message: … }. A condition beside an event is the one under which it is not sent.",
      ],
    ],
    [
      'an event at no step',
      [['steps:\n', 'always:\n  - { message: Always., event: Lead }\nsteps:\n']],
      [
        "39:5 invariant-shape: This entry of always does not say by which step the event was sent. → Write a condition, { at: [result], when: email != '', message: … }, or an event, { at: [thanks], event: Lead, message: … }.",
      ],
    ],
    ['an event at a step', [['steps:\n', 'always:\n  - { message: Always., event: Lead, at: [which] }\nsteps:\n']], []],
    [
      'never an event at a step',
      [['steps:\n', 'never:\n  - { message: Always., event: Lead, at: [which] }\nsteps:\n']],
      [
        "39:5 invariant-shape: This entry of never has an event and steps. An event is sent on the way from one step to the next. → Write a condition, { at: [result], when: email == '', message: … }, or an event, { event: Lead, times: 2, message: … }. A condition beside an event is the one under which it is not sent.",
      ],
    ],
    [
      'an event with a condition',
      [['steps:\n', 'always:\n  - { message: Always., event: Lead, at: [which], when: score > 1 }\nsteps:\n']],
      [
        "39:5 invariant-shape: This entry of always has an event and a condition. It can have only one of them. → Write a condition, { at: [result], when: email != '', message: … }, or an event, { at: [thanks], event: Lead, message: … }.",
      ],
    ],
    [
      'an unknown event',
      [['steps:\n', 'always:\n  - { message: Always., event: Laed, at: [which] }\nsteps:\n']],
      ['39:32 invariant-event-unknown: No step of this flow sends an event called Laed. → Did you mean Lead?'],
    ],
    [
      'an unknown event, never',
      [['steps:\n', 'never:\n  - { message: Always., event: Buy }\nsteps:\n']],
      ['39:32 invariant-event-unknown: No step of this flow sends an event called Buy. → Known: Lead.'],
    ],
    ['a condition', [['steps:\n', 'always:\n  - { message: Always., at: [which], when: score >= 0 }\nsteps:\n']], []],
  ])('%s', ([, edits, mistakes]) => {
    expect(mistakesAfter('quiz.flow.yaml', edits, 'message', 'hint')).toEqual(mistakes);
  });
});
