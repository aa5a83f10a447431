/** Files whose keys, values or syntax are mistaken, and references to what does not exist. */
import { describe, expect, test } from 'vitest';
import { type MistakeCase, mistakesAfter } from './fixtures.ts';

describe('keys and values', () => {
  test.for<MistakeCase>([
    [
      'an unknown key',
      [['start: intro', 'start: intro\nstrat: x']],
      ['4:1 shape-unknown-key: A flow file has no key strat. → Did you mean start?'],
    ],
    [
      'a far unknown key',
      [['start: intro', 'start: intro\nzzzzzz: x']],
      [
        '4:1 shape-unknown-key: A flow file has no key zzzzzz. → Allowed keys: flow, page, start, data, input, returns, computed, texts, questions, resume, steps, always … (13).',
      ],
    ],
    [
      'a missing key',
      [['start: intro\n', '']],
      ['1:1 shape-missing-key: A flow file needs the key start. → Add start: start'],
    ],
    [
      'a misspelt key that is needed',
      [['start: intro', 'strat: intro']],
      ['3:1 shape-unknown-key: A flow file has no key strat. → Did you mean start?'],
    ],
    [
      'a list as a record',
      [['steps:\n', 'texts2: []\nsteps:\n']],
      ['38:1 shape-unknown-key: A flow file has no key texts2. → Did you mean texts?'],
    ],
    [
      'a text as a record',
      [['data:\n  uid: { type: uuid, generate: true }', 'data:\n  uid: uuid']],
      [
        "5:8 shape-wrong-type: This should be a record (keys with values), but it is a text. → The type of a value of a flow's `data` or an intake's `input`.",
      ],
    ],
    [
      'a number as a text',
      [['title: Welcome', 'title: 5']],
      [
        '43:16 shape-wrong-type: This should be a text, but it is the number 5. → For example: It costs {{ facts.offer.consultancy.price | money }}.',
      ],
    ],
    [
      'nothing as a text',
      [['title: Welcome', 'title:']],
      [
        '43:15 shape-wrong-type: This should be a text, but it is empty. → For example: It costs {{ facts.offer.consultancy.price | money }}.',
      ],
    ],
    [
      'a record as a text',
      [['title: Welcome', 'title: { a: b }']],
      [
        '43:9 shape-wrong-type: This should be a text, but it is a record (keys with values). → For example: It costs {{ facts.offer.consultancy.price | money }}.',
      ],
    ],
    [
      'a list as a text',
      [['title: Welcome', 'title: [a]']],
      [
        '43:9 shape-wrong-type: This should be a text, but it is a list. → For example: It costs {{ facts.offer.consultancy.price | money }}.',
      ],
    ],
    [
      'true as a text',
      [['title: Welcome', 'title: true']],
      [
        '43:16 shape-wrong-type: This should be a text, but it is the value true. → For example: It costs {{ facts.offer.consultancy.price | money }}.',
      ],
    ],
    [
      'a text as true',
      [['generate: true', 'generate: yes']],
      ['5:32 shape-wrong-type: This should be true or false, but it is a text. → For example: true'],
    ],
    [
      'a number that is too small',
      [['of: number, length: 2', 'of: number, length: 0']],
      ['6:46 shape-bounds: This cannot be less than 1. → Keep the value within the limit.'],
    ],
    [
      'half a number',
      [['of: number, length: 2', 'of: number, length: 2.5']],
      ['6:46 shape-wrong-type: This should be a whole number, but it is the number 2.5. → For example: 4'],
    ],
    [
      'an unknown word',
      [['type: uuid', 'type: uiud']],
      ['5:16 shape-not-one-of: uiud is not allowed here. → Did you mean uuid?'],
    ],
    [
      'a far unknown word',
      [['type: uuid', 'type: banana']],
      [
        '5:16 shape-not-one-of: banana is not allowed here. → Write one of text, number, boolean, uuid, time, choice, list, record, json.',
      ],
    ],
    [
      'a long unknown word',
      [['type: uuid', 'type: xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx']],
      [
        '5:16 shape-not-one-of: xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx… is not allowed here. → Write one of text, number, boolean, uuid, time, choice, list, record, json.',
      ],
    ],
    [
      'a list in place of a word',
      [['type: uuid', 'type: [uuid]']],
      ['5:10 shape-not-one-of: ["uuid"] is not allowed here. → Did you mean uuid?'],
    ],
    [
      'no options',
      [
        [
          "        options:\n          - { value: 0, label: 'No' }\n          - { value: 10, label: 'Yes' }\n      - id: second",
          '        options: []\n      - id: second',
        ],
      ],
      ['30:9 shape-bounds: This needs at least 2 items. → Keep the value within the limit.'],
    ],
    [
      'one option',
      [
        [
          "        options:\n          - { value: 0, label: 'No' }\n          - { value: 10, label: 'Yes' }\n      - id: second",
          "        options:\n          - { value: 0, label: 'No' }\n      - id: second",
        ],
      ],
      ['30:9 shape-bounds: This needs at least 2 items. → Keep the value within the limit.'],
    ],
    [
      'a path without a slash',
      [['path: [/quiz]', 'path: [quiz]']],
      [
        '49:12 shape-form: quiz has the wrong format. Expected: A path of this site, without parameters. A page that is repeated for a collection has `{{ item.… }}` in it. → For example: /diagnostic, /',
      ],
    ],
    [
      'a path with a backslash',
      [['path: [/quiz]', 'path: [\\quiz\\one]']],
      [
        '49:12 shape-form: \\quiz\\one has the wrong format. Expected: A path of this site, without parameters. A page that is repeated for a collection has `{{ item.… }}` in it. → Write / in place of \\: /quiz/one',
      ],
    ],
    [
      'a name with a space',
      [['  intro:\n', '  "my intro":\n']],
      ['39:3 shape-form: my intro has the wrong format. Expected: a name of letters and digits: ^[a-z][a-z0-9-]*$ → '],
    ],
    [
      'a name with capitals',
      [['  away:\n', '  Away:\n']],
      ['80:3 shape-form: Away has the wrong format. Expected: a name of letters and digits: ^[a-z][a-z0-9-]*$ → '],
    ],
    [
      'a duration without a unit',
      [['delay: 1s to 2s', 'delay: 1 to 2']],
      [
        '74:12 shape-form: 1 to 2 has the wrong format. Expected: A fixed duration, or two bounds for a random one. → For example: 600ms, 3500ms to 4500ms',
      ],
    ],
    [
      'a colon in a text',
      [['title: Welcome', 'title: Welcome: all']],
      [
        '43:16 yaml-syntax: This is not well-formed YAML: A colon and a space in a text begin another value. → Write quotes around the text: title: "Welcome: all".',
      ],
    ],
    [
      'a key twice',
      [['title: Welcome', 'title: Welcome\n        title: Hi']],
      ['44:9 yaml-duplicate-key: The key title occurs twice here. → Keep one of them.'],
    ],
    [
      'a tab',
      [['        title: Welcome', '\t\ttitle: Welcome']],
      [
        '43:1 yaml-tab: This line is indented with a tab; YAML allows only spaces. → Replace each tab by two spaces, here and on the other lines: editors have a command for it, such as "Convert indentation to spaces".',
      ],
    ],
    [
      'an open quote',
      [['title: Welcome', "title: 'Welcome"]],
      [
        "43:16 yaml-syntax: This is not well-formed YAML: The text that begins with ' is not closed. → Write ' at its end: 'Welcome'.",
      ],
    ],
    [
      'an open bracket',
      [['path: [/quiz]', 'path: [/quiz']],
      ['49:11 yaml-syntax: This is not well-formed YAML: [ is not closed. → Write ] after its last value.'],
    ],
    [
      'a forbidden key',
      [['  intro:\n', '  constructor:\n']],
      ['39:3 key-forbidden: constructor cannot be used as a key. → Choose another name.'],
    ],
    [
      'a key that is a number',
      [['  intro:\n', '  5:\n']],
      ['39:3 key-not-text: The key 5 is not a text. → Put it in quotes.'],
    ],
    [
      'a key that is a list',
      [['  intro:\n', '  [a]: {}\n  intro:\n']],
      ['39:3 key-not-text: The key here is not a text. → Put it in quotes.'],
    ],
    [
      'an infinite number',
      [['of: number, length: 2', 'of: number, length: .inf']],
      ['6:46 number-not-finite: .inf is not a finite number. → Write a finite number, or put a text in quotes.'],
    ],
    [
      'no number',
      [['of: number, length: 2', 'of: number, length: .nan']],
      ['6:46 number-not-finite: .nan is not a finite number. → Write a finite number, or put a text in quotes.'],
    ],
    [
      'an unknown alias',
      [['title: Welcome', 'title: *other']],
      [
        '43:16 yaml-syntax: This is not well-formed YAML: *other repeats the value of an anchor, and no value above it is marked with &other. → A text that contains ": " or starts with { [ * & ! % @ needs quotes around it.',
      ],
    ],
    [
      'a number in a list of texts',
      [['of: number, length: 2', 'of: [1, B]']],
      ['6:26 shape-wrong-type: This should be another type, but it is a list. → For example: number'],
    ],
    [
      'a long text in a list of texts',
      [['of: number, length: 2', 'of: [A, []]']],
      ['6:26 shape-wrong-type: This should be another type, but it is a list. → For example: number'],
    ],
    [
      'an alias',
      [
        ['title: Welcome', 'title: &w Welcome'],
        ['title: The questions', 'title: *w'],
      ],
      [],
    ],
    [
      'an alias above its anchor',
      [
        ['title: Welcome', 'title: *w'],
        ['title: The questions', 'title: &w Welcome'],
      ],
      [
        '43:16 yaml-syntax: This is not well-formed YAML: *w repeats the value of an anchor, and no value above it is marked with &w. → A text that contains ": " or starts with { [ * & ! % @ needs quotes around it.',
      ],
    ],
    [
      'an old word',
      [['  away:\n    redirect:', '  away:\n    leave:']],
      [
        '81:5 shape-renamed-key: `leave` is now `redirect`. → `npx funnel migrate funnels` rewrites it, together with all other renamed keys.',
      ],
    ],
    [
      'a second old word',
      [['    delay: 1s to 2s', '    wait: 1s to 2s']],
      [
        '74:5 shape-renamed-key: `wait` is now `delay`. → `npx funnel migrate funnels` rewrites it, together with all other renamed keys.',
      ],
    ],
    [
      'a block without a type',
      [['- type: hero\n        title: Welcome', '- title: Welcome']],
      ['42:9 shape-missing-key: A block needs the key type. → Add type:'],
    ],
    [
      'a block whose type is a number',
      [['type: hero', 'type: 5']],
      [
        '42:15 shape-unknown-block: There is no block of type 5. → Known: actions, banner, before-after, calendar, cards, compare, conversations, countdown, faq, footer, form, header … (34).',
      ],
    ],
    [
      'two blocks that are mistaken',
      [
        ['type: hero', 'type: hreo'],
        ['type: progress', 'type: porgress'],
      ],
      [
        '42:15 shape-unknown-block: There is no block of type hreo. → Did you mean hero?',
        '54:15 shape-unknown-block: There is no block of type porgress. → Did you mean progress?',
      ],
    ],
    [
      'a text in place of blocks',
      [['    show:\n      - { type: form, submit: Send }', '    show: form']],
      ['65:11 shape-wrong-type: This should be a list, but it is a text. → Blocks, in order.'],
    ],
  ])('%s', ([, edits, mistakes]) => {
    expect(mistakesAfter('quiz.flow.yaml', edits, 'message', 'hint')).toEqual(mistakes);
  });
});

describe('whole files', () => {
  test.for<MistakeCase>([
    [
      'an empty file',
      { 'x.page.yaml': '' },
      ['1:1 file-empty: This file is empty. → Write its definition or delete it.'],
    ],
    [
      'only a comment',
      { 'x.page.yaml': '# nothing\n' },
      ['1:1 file-empty: This file is empty. → Write its definition or delete it.'],
    ],
    [
      'a list',
      { 'x.page.yaml': '- a\n' },
      [
        '1:1 shape-wrong-type: This should be a record (keys with values), but it is a list. → A page: its paths, its metadata and its blocks. A page without paths is a frame that shows the steps of a flow.',
      ],
    ],
    [
      'a text',
      { 'x.page.yaml': 'page\n' },
      [
        '1:1 shape-wrong-type: This should be a record (keys with values), but it is a text. → A page: its paths, its metadata and its blocks. A page without paths is a frame that shows the steps of a flow.',
      ],
    ],
    [
      'an unknown kind',
      { 'x.pgae.yaml': 'page: x\n' },
      [
        'x.pgae.yaml:1:1 file-unknown: The name of this file does not show which kind of definition it contains. → Did you mean x.page.yaml?',
      ],
    ],
    [
      'a file without a kind',
      { 'x.yaml': 'page: x\n' },
      [
        'x.yaml:1:1 file-unknown: The name of this file does not show which kind of definition it contains. → Name it <id>.page.yaml, .flow.yaml, .form.yaml, .api.yaml, .part.yaml, .collection.yaml, .email.yaml, .document.yaml or .funnel.yaml (or .yml, .json); only site.yaml has no id, and it belongs at the root.',
      ],
    ],
    [
      'site.yaml in a folder',
      { 'a/site.yaml': 'site: x\n' },
      [
        'a/site.yaml:1:1 file-unknown: The name of this file does not show which kind of definition it contains. → Did you mean site.yaml at the root?',
      ],
    ],
    [
      'a misspelt site',
      { 'sites.yaml': 'site: x\n' },
      [
        'sites.yaml:1:1 file-unknown: The name of this file does not show which kind of definition it contains. → Did you mean site.yaml?',
      ],
    ],
    [
      'a kind with a dash',
      { 'x-page.yaml': 'page: x\n' },
      [
        'x-page.yaml:1:1 file-unknown: The name of this file does not show which kind of definition it contains. → Did you mean x.page.yaml?',
      ],
    ],
    [
      'a copy',
      { 'x.page.yaml.bak': 'page: x\n' },
      [
        'x.page.yaml.bak:1:1 file-ignored: This looks like a copy of a definition that an editor left behind. It is ignored. → Delete it, or rename it to x.page.yaml.',
      ],
    ],
    [
      'the same name with another ending',
      { 'terms.page.yml': 'page: x\n' },
      [
        'terms.page.yml:1:1 file-twice: terms.page.yaml has the same name with another ending. → Delete one of the two files.',
      ],
    ],
    [
      'JSON',
      {
        'x.page.json': '{ "page": "x", "paths": ["/x"], "title": "X", "blocks": [ { "type": "hero", "titel": "x" } ] }',
      },
      ['x.page.json:1:77 shape-unknown-key: A hero block has no key titel. → Did you mean title?'],
    ],
    [
      'no site',
      { 'site.yaml': null },
      [
        'site.yaml:1:1 site-missing: There is no site.yaml at the root of the funnels folder. → Add one with site, name, url, locale, timeZone and currency.',
      ],
    ],
    [
      'a page without its name',
      { 'x.page.yaml': 'title: X\nblocks: [{ type: hero, title: X }]\n' },
      ['1:1 shape-missing-key: A page file needs the key page. → Add page:'],
    ],
    [
      'a page twice',
      { 'x.page.yaml': 'page: terms\npaths: [/x]\ntitle: X\nblocks: [{ type: hero, title: X }]\n' },
      ['1:7 id-taken: The page terms is already defined in terms.page.yaml. → Give one of them another id.'],
    ],
    [
      'a path twice',
      { 'x.page.yaml': 'page: x\npaths: [/terms]\ntitle: X\nblocks: [{ type: hero, title: X }]\n' },
      ['2:9 route-taken: /terms already belongs to the page terms. → Remove the path from one of them.'],
    ],
    [
      'a path of a step',
      { 'x.page.yaml': 'page: x\npaths: [/quiz]\ntitle: X\nblocks: [{ type: hero, title: X }]\n' },
      ['quiz.flow.yaml:49:12 route-taken: /quiz already belongs to the page x. → Remove the path from one of them.'],
    ],
    [
      'a reserved path',
      { 'x.page.yaml': 'page: x\npaths: [/api/x]\ntitle: X\nblocks: [{ type: hero, title: X }]\n' },
      [
        '2:9 route-reserved: All paths below /api/ are reserved for the server, so no page can be shown at /api/x. → Choose another path.',
      ],
    ],
    [
      'a page without a path',
      { 'x.page.yaml': 'page: x\ntitle: X\nblocks: [{ type: hero, title: X }]\n' },
      [
        '1:7 page-unused: The page x has no paths, and no flow uses it. → Give it paths, name it as the page of a flow, or delete it.',
      ],
    ],
    [
      'a page without a title',
      { 'x.page.yaml': 'page: x\npaths: [/x]\nblocks: [{ type: hero, title: X }]\n' },
      [
        "1:7 title-missing: This page has no title, so tabs and search results show only the site's name, Sample. → Add title: here, or to each step that the page shows.",
      ],
    ],
    [
      'a stage on a page',
      { 'x.page.yaml': 'page: x\npaths: [/x]\ntitle: X\nblocks: [{ type: stage }]\n' },
      [
        '4:18 block-out-of-place: A stage block works only on a page that is the frame of a flow. → Remove it, or add what it needs.',
      ],
    ],
    [
      'a second page for what is not found',
      { 'x.page.yaml': 'page: x\nrole: not-found\ntitle: X\nblocks: [{ type: hero, title: X }]\n' },
      ['2:7 not-found-twice: The page lost already has the role not-found. → Keep one of them.'],
    ],
    [
      'no page for what is not found',
      { 'lost.page.yaml': null },
      [
        'site.yaml:1:1 not-found-missing: There is no not-found page to show for unknown paths. → Add a page with role: not-found, or write notFound: redirect.',
      ],
    ],
    [
      'a frame with a path',
      { 'frame.page.yaml': [['title: The quiz', 'title: The quiz\npaths: [/frame]']] },
      [
        'frame.page.yaml:3:1 page-with-flow-has-paths: The page frame is the frame of a flow, so its steps have the paths. → Move the paths to the steps.',
      ],
    ],
    [
      'a frame without a stage',
      { 'frame.page.yaml': [['  - type: stage\n', '']] },
      [
        'frame.page.yaml:3:1 stage-missing: The page frame is the frame of the flow quiz, but has no place for its steps. → Add a block of type stage where the steps belong.',
      ],
    ],
    [
      'a form that nothing uses',
      {
        'x.form.yaml':
          'form: x\nfields:\n  age: { type: number, label: Age, rules: [{ rule: required, message: No. }] }\n',
      },
      [
        'x.form.yaml:1:7 form-unused: No step and no intake uses the form x. → Name it in a step (form: …), or remove the file.',
      ],
    ],
    [
      'a form twice',
      {
        'x.form.yaml':
          'form: contact\nfields:\n  age: { type: number, label: Age, rules: [{ rule: required, message: No. }] }\n',
      },
      [
        'x.form.yaml:1:7 id-taken: The form contact is already defined in contact.form.yaml. → Give one of them another id.',
      ],
    ],
    [
      'a flow twice',
      { 'x.flow.yaml': 'flow: quiz\npage: frame\nstart: a\nsteps: { a: { path: [/a], title: A, final: true } }\n' },
      ['x.flow.yaml:1:7 id-taken: The flow quiz is already defined in quiz.flow.yaml. → Give one of them another id.'],
    ],
    [
      'a misplaced picture',
      { 'terms.page.yaml': [['title: Terms\n', 'title: Terms\nimage: sample/saal.svg\n']] },
      [
        'terms.page.yaml:4:1 shape-unknown-key: A page file has no key image. → Allowed keys: page, paths, role, title, description, social, products, search, blocks, forEach, overlays, track.',
      ],
    ],
    [
      'a missing picture of a block',
      {
        'terms.page.yaml': [
          ['  - type: actions\n', '  - { type: image, image: sample/saal.svg, alt: Seal }\n  - type: actions\n'],
        ],
      },
      [
        'terms.page.yaml:13:27 asset-missing: There is no file in the funnels folder called sample/saal.svg. → Did you mean sample/seal.svg?',
      ],
    ],
    [
      'a long title',
      {
        'terms.page.yaml': [
          ['title: Terms\n', 'title: Terms and Terms and Terms and Terms and Terms and Terms and Terms and more\n'],
        ],
      },
      [
        'terms.page.yaml:3:8 title-long: "Terms and Terms and Terms and Terms and Terms and Terms and Terms and more | Sample" has 83 characters; search results show about 60. → Limit it to 60 characters, including the site\'s name.',
      ],
    ],
    [
      'a title of the longest length',
      { 'terms.page.yaml': [['title: Terms\n', 'title: ttttttttttttttttttttttttttttttttttttttttttttttttttt\n']] },
      [],
    ],
    [
      'a title that is one character longer',
      { 'terms.page.yaml': [['title: Terms\n', 'title: tttttttttttttttttttttttttttttttttttttttttttttttttttt\n']] },
      [
        'terms.page.yaml:3:8 title-long: "tttttttttttttttttttttttttttttttttttttttttttttttttttt | Sample" has 61 characters; search results show about 60. → Limit it to 60 characters, including the site\'s name.',
      ],
    ],
    [
      'a title of another page',
      { 'x.page.yaml': 'page: x\npaths: [/x]\ntitle: Terms\nblocks: [{ type: hero, title: X }]\n' },
      [
        '3:8 title-repeated: /x and /terms both have the title "Terms" in search results. → Give each page a title that describes only that page, or write search: hidden on one of them.',
      ],
    ],
    [
      'a title of another page that is hidden',
      { 'x.page.yaml': 'page: x\npaths: [/x]\ntitle: Terms\nsearch: hidden\nblocks: [{ type: hero, title: X }]\n' },
      [],
    ],
    [
      'a description of 119 characters',
      {
        'terms.page.yaml': [
          [
            'title: Terms\n',
            'title: Terms\ndescription: ddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd\n',
          ],
        ],
      },
      [
        'terms.page.yaml:4:14 description-length: This description has 119 characters; search engines tend to replace one with fewer than 120. → Write 120 to 155 characters.',
      ],
    ],
    [
      'a description of 120 characters',
      {
        'terms.page.yaml': [
          [
            'title: Terms\n',
            'title: Terms\ndescription: dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd\n',
          ],
        ],
      },
      [],
    ],
    [
      'a description of 155 characters',
      {
        'terms.page.yaml': [
          [
            'title: Terms\n',
            'title: Terms\ndescription: ddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd\n',
          ],
        ],
      },
      [],
    ],
    [
      'a description of 156 characters',
      {
        'terms.page.yaml': [
          [
            'title: Terms\n',
            'title: Terms\ndescription: dddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddddd\n',
          ],
        ],
      },
      [
        'terms.page.yaml:4:14 description-length: This description has 156 characters; search results cut it off after about 155. → Write 120 to 155 characters.',
      ],
    ],
  ])('%s', ([, edits, mistakes]) => {
    expect(mistakesAfter('x.page.yaml', edits, 'message', 'hint')).toEqual(mistakes);
  });
});

describe('parts and items', () => {
  test.for<MistakeCase>([
    [
      'an unknown part',
      {
        'terms.page.yaml': [['  - type: actions\n', '  - { type: part, part: footre }\n  - type: actions\n']],
        'x.part.yaml': 'part: footer\nblocks: [{ type: text, title: X }]\n',
      },
      [
        'terms.page.yaml:13:25 part-unknown: There is no part called footre. → Did you mean footer?',
        'x.part.yaml:1:7 part-unused: No page or flow uses the part footer. → Write "- { type: part, part: footer }" where its blocks belong, or delete it.',
      ],
    ],
    [
      'an unused part',
      { 'x.part.yaml': 'part: footer\nblocks: [{ type: text, title: X }]\n' },
      [
        'x.part.yaml:1:7 part-unused: No page or flow uses the part footer. → Write "- { type: part, part: footer }" where its blocks belong, or delete it.',
      ],
    ],
    [
      'a part twice',
      {
        'terms.page.yaml': [['  - type: actions\n', '  - { type: part, part: footer }\n  - type: actions\n']],
        'x.part.yaml': 'part: footer\nblocks: [{ type: text, title: X }]\n',
        'y.part.yaml': 'part: footer\nblocks: [{ type: text, title: X }]\n',
      },
      ['y.part.yaml:1:7 id-taken: The part footer is already defined in x.part.yaml. → Give one of them another id.'],
    ],
    [
      'a part in a part',
      {
        'terms.page.yaml': [['  - type: actions\n', '  - { type: part, part: footer }\n  - type: actions\n']],
        'x.part.yaml': 'part: footer\nblocks: [{ type: part, part: footer }]\n',
      },
      [
        'x.part.yaml:2:30 part-in-part: A part contains blocks, but no other parts. → Use the other part next to this one, or write its blocks here.',
      ],
    ],
    [
      'a mistake in a part',
      {
        'terms.page.yaml': [['  - type: actions\n', '  - { type: part, part: footer }\n  - type: actions\n']],
        'x.part.yaml': "part: footer\nblocks: [{ type: text, title: '{{ facts.prise }}' }]\n",
      },
      ['x.part.yaml:2:41 expression-unknown-field: There is no field prise here. → Did you mean price?'],
    ],
    [
      'a mistake after a part',
      {
        'terms.page.yaml': [
          ['  - type: actions\n', '  - { type: part, part: footer }\n  - type: actions\n'],
          ['to: /', 'to: /trems'],
        ],
        'x.part.yaml': 'part: footer\nblocks: [{ type: text, title: X }, { type: text, title: Y }]\n',
      },
      ['terms.page.yaml:16:29 link-unknown-route: No page or step has the path /trems. → Did you mean /terms?'],
    ],
    [
      'items',
      {
        'x.collection.yaml': 'collection: things\nitems:\n  one: { name: A, price: 1 }\n  two: { name: B, price: 2 }\n',
        'x.page.yaml':
          "page: x\nforEach: things\npaths: ['/x/{{ item.slug }}']\ntitle: '{{ item.name }} of us'\nblocks: [{ type: hero, title: '{{ item.name }}' }]\n",
      },
      [],
    ],
    [
      'an item with one key less',
      {
        'x.collection.yaml': 'collection: things\nitems:\n  one: { name: A, price: 1 }\n  two: { name: B }\n',
        'x.page.yaml':
          "page: x\nforEach: things\npaths: ['/x/{{ item.slug }}']\ntitle: '{{ item.name }} of us'\nblocks: [{ type: hero, title: '{{ item.name }}' }]\n",
      },
      [
        'x.collection.yaml:4:3 item-shape: This item has no price, but the item one has. → All items of a collection need the same keys with values of the same type; write an empty text where an item has none.',
      ],
    ],
    [
      'an item with one key more',
      {
        'x.collection.yaml': 'collection: things\nitems:\n  one: { name: A }\n  two: { name: B, price: 2 }\n',
        'x.page.yaml':
          "page: x\nforEach: things\npaths: ['/x/{{ item.slug }}']\ntitle: '{{ item.name }} of us'\nblocks: [{ type: hero, title: '{{ item.name }}' }]\n",
      },
      [
        'x.collection.yaml:4:19 item-shape: This item has price, but the item one does not. → All items of a collection need the same keys with values of the same type; write an empty text where an item has none.',
      ],
    ],
    [
      'an item with a value of another type',
      {
        'x.collection.yaml':
          'collection: things\nitems:\n  one: { name: A, price: 1 }\n  two: { name: B, price: much }\n',
        'x.page.yaml':
          "page: x\nforEach: things\npaths: ['/x/{{ item.slug }}']\ntitle: '{{ item.name }} of us'\nblocks: [{ type: hero, title: '{{ item.name }}' }]\n",
      },
      [
        'x.collection.yaml:4:26 item-shape: This is a text, but in the item one it is a number. → All items of a collection need the same keys with values of the same type; write an empty text where an item has none.',
      ],
    ],
    [
      'an item with a record in place of a list',
      {
        'x.collection.yaml':
          'collection: things\nitems:\n  one: { name: A, more: [a] }\n  two: { name: B, more: { a: b } }\n',
        'x.page.yaml':
          "page: x\nforEach: things\npaths: ['/x/{{ item.slug }}']\ntitle: '{{ item.name }} of us'\nblocks: [{ type: hero, title: '{{ item.name }}' }]\n",
      },
      [
        'x.collection.yaml:4:19 item-shape: This is a record, but in the item one it is a list. → All items of a collection need the same keys with values of the same type; write an empty text where an item has none.',
      ],
    ],
    [
      'an item with true in place of a text',
      {
        'x.collection.yaml': 'collection: things\nitems:\n  one: { name: A }\n  two: { name: true }\n',
        'x.page.yaml':
          "page: x\nforEach: things\npaths: ['/x/{{ item.slug }}']\ntitle: '{{ item.name }} of us'\nblocks: [{ type: hero, title: '{{ item.name }}' }]\n",
      },
      [
        'x.collection.yaml:4:16 item-shape: This is true or false, but in the item one it is a text. → All items of a collection need the same keys with values of the same type; write an empty text where an item has none.',
      ],
    ],
    [
      'an item with another key inside',
      {
        'x.collection.yaml':
          'collection: things\nitems:\n  one: { name: A, more: { a: 1 } }\n  two: { name: B, more: { b: 1 } }\n',
        'x.page.yaml':
          "page: x\nforEach: things\npaths: ['/x/{{ item.slug }}']\ntitle: '{{ item.name }} of us'\nblocks: [{ type: hero, title: '{{ item.name }}' }]\n",
      },
      [
        'x.collection.yaml:4:19 item-shape: This item has no a, but the item one has. → All items of a collection need the same keys with values of the same type; write an empty text where an item has none.',
        'x.collection.yaml:4:27 item-shape: This item has b, but the item one does not. → All items of a collection need the same keys with values of the same type; write an empty text where an item has none.',
      ],
    ],
    [
      'an item without a value',
      {
        'x.collection.yaml': 'collection: things\nitems:\n  one: { name: A, more: }\n  two: { name: B, more: }\n',
        'x.page.yaml':
          "page: x\nforEach: things\npaths: ['/x/{{ item.slug }}']\ntitle: '{{ item.name }} of us'\nblocks: [{ type: hero, title: '{{ item.name }}' }]\n",
      },
      [
        'x.collection.yaml:3:19 item-shape: more has no value. → All items of a collection need the same keys with values of the same type; write an empty text where an item has none.',
        'x.collection.yaml:4:19 item-shape: more has no value. → All items of a collection need the same keys with values of the same type; write an empty text where an item has none.',
      ],
    ],
    [
      'an item with a slug',
      {
        'x.collection.yaml': 'collection: things\nitems:\n  one: { name: A, slug: a }\n  two: { name: B, slug: b }\n',
        'x.page.yaml':
          "page: x\nforEach: things\npaths: ['/x/{{ item.slug }}']\ntitle: '{{ item.name }} of us'\nblocks: [{ type: hero, title: '{{ item.name }}' }]\n",
      },
      [
        'x.collection.yaml:3:19 item-shape: An item cannot have a slug: its own key is the slug. → All items of a collection need the same keys with values of the same type; write an empty text where an item has none.',
        'x.collection.yaml:4:19 item-shape: An item cannot have a slug: its own key is the slug. → All items of a collection need the same keys with values of the same type; write an empty text where an item has none.',
      ],
    ],
    [
      'an inner slug',
      {
        'x.collection.yaml':
          'collection: things\nitems:\n  one: { name: A, more: { slug: a } }\n  two: { name: B, more: { slug: b } }\n',
        'x.page.yaml':
          "page: x\nforEach: things\npaths: ['/x/{{ item.slug }}']\ntitle: '{{ item.name }} of us'\nblocks: [{ type: hero, title: '{{ item.name }}' }]\n",
      },
      [],
    ],
    [
      'an item with a key that is no name',
      {
        'x.collection.yaml':
          'collection: things\nitems:\n  one: { name: A, my-key: a }\n  two: { name: B, my-key: b }\n',
        'x.page.yaml':
          "page: x\nforEach: things\npaths: ['/x/{{ item.slug }}']\ntitle: '{{ item.name }} of us'\nblocks: [{ type: hero, title: '{{ item.name }}' }]\n",
      },
      [
        'x.collection.yaml:3:19 item-shape: my-key cannot be used in an expression: a name has only letters, digits and _. → All items of a collection need the same keys with values of the same type; write an empty text where an item has none.',
        'x.collection.yaml:4:19 item-shape: my-key cannot be used in an expression: a name has only letters, digits and _. → All items of a collection need the same keys with values of the same type; write an empty text where an item has none.',
      ],
    ],
    [
      'a list of lists',
      {
        'x.collection.yaml':
          'collection: things\nitems:\n  one: { name: A, more: [a, b] }\n  two: { name: B, more: [1] }\n',
        'x.page.yaml':
          "page: x\nforEach: things\npaths: ['/x/{{ item.slug }}']\ntitle: '{{ item.name }} of us'\nblocks: [{ type: hero, title: '{{ item.name }}' }]\n",
      },
      [],
    ],
    [
      'a path without the item',
      {
        'x.collection.yaml': 'collection: things\nitems:\n  one: { name: A }\n  two: { name: B }\n',
        'x.page.yaml':
          "page: x\nforEach: things\npaths: [/x]\ntitle: '{{ item.name }} of us'\nblocks: [{ type: hero, title: '{{ item.name }}' }]\n",
      },
      [
        '3:9 for-each-path: This page is repeated for a collection, but every repetition has the path /x. → Include the item in each path: /stories-{{ item.slug }}',
        '3:9 route-taken: /x already belongs to the page x-one. → Remove the path from one of them.',
      ],
    ],
    [
      'an unknown collection',
      {
        'x.collection.yaml': 'collection: things\nitems:\n  one: { name: A }\n',
        'x.page.yaml':
          "page: x\nforEach: thigns\npaths: ['/x/{{ item.slug }}']\ntitle: X\nblocks: [{ type: hero, title: X }]\n",
      },
      ['2:10 for-each-unknown: There is no collection called thigns. → Did you mean things?'],
    ],
    [
      'an unknown key of an item',
      {
        'x.collection.yaml': 'collection: things\nitems:\n  one: { name: A }\n',
        'x.page.yaml':
          "page: x\nforEach: things\npaths: ['/x/{{ item.slug }}']\ntitle: '{{ item.nmae }} X'\nblocks: [{ type: hero, title: X }]\n",
      },
      ['4:17 expression-unknown-field: There is no field nmae here. → Did you mean name?'],
    ],
    [
      'an item outside',
      { 'terms.page.yaml': [['paths: [/terms]', "paths: ['/terms/{{ item.slug }}']"]] },
      [
        'frame.page.yaml:6:29 link-unknown-route: No page or step has the path /terms. → Add the page, or link to an existing path.',
        'terms.page.yaml:2:9 item-outside: Only a page that is repeated for a collection has an item. → Give the page forEach: with a collection, or write the value itself.',
      ],
    ],
    [
      'a value that does not fit a path',
      {
        'x.collection.yaml': 'collection: things\nitems:\n  one: { name: A b }\n',
        'x.page.yaml':
          "page: x\nforEach: things\npaths: ['/x/{{ item.name }}']\ntitle: X\nblocks: [{ type: hero, title: X }]\n",
      },
      [
        '3:9 item-misfit: For the item one this is "/x/A b", which is not valid here. → Change the value in the collection, or use another one.',
      ],
    ],
  ])('%s', ([, edits, mistakes]) => {
    expect(mistakesAfter('x.page.yaml', edits, 'message', 'hint')).toEqual(mistakes);
  });
});
