/** What the walks of a flow reach, and what they find unreachable, on small flows with seeded mistakes. */

import { describe, expect, test } from 'vitest';
import { type FlowPaths, findFlowPaths, unreachedOf } from '../../../engine/walks/paths.ts';
import { replayWalk } from '../../../engine/walks/replay.ts';
import { goalWords, walkWords } from '../../../engine/walks/words.ts';
import { copyFixture, fixtureFolder, loadFixture } from '../../harness/fixture-sites.ts';
import { runFunnel } from '../../harness/funnel-command.ts';
import type { Edit } from '../../harness/funnels-copy.ts';
import { compiledFlow, loadFunnels } from '../../harness/load-site.ts';

/** The flow `teste` with a branch after its questions. */
const branched = (...branches: string[]): Edit => [
  'teste.flow.yaml',
  '    next: pessoa',
  [
    '    next: nivel',
    '  nivel:',
    '    branch:',
    ...branches.map((branch) => `      - ${branch}`),
    '  premio:',
    '    show: [{ type: text, title: Parabéns, body: Você ganhou. }]',
    '    final: true',
  ].join('\n'),
];

const compiledWith = async (...edits: Edit[]) => compiledFlow(await loadFunnels(copyFixture('visits', edits)), 'teste');

const statusOf = (paths: FlowPaths, words: string, flow: Parameters<typeof goalWords>[0]) =>
  paths.goals.find(({ goal }) => goalWords(flow, goal) === words)?.status;

describe('a flow without mistakes', async () => {
  const site = await loadFixture('visits');
  const compiled = compiledFlow(site, 'teste');
  const paths = findFlowPaths(compiled);

  test('is reached as a whole', () => {
    expect(paths.goals.length).toBeGreaterThan(50);
    expect(paths.goals.filter(({ status }) => status !== 'reached')).toEqual([]);
    expect([paths.missed, paths.errors, paths.unfilled, paths.unbroken]).toEqual([[], [], [], []]);
  });

  test('is covered by walks that lead to the same states again', () => {
    expect(paths.walks.length).toBeLessThan(8);
    expect(paths.walks.map((walk) => replayWalk(compiledFlow(site, 'teste'), walk))).toEqual(
      paths.walks.map(() => null),
    );
  });

  test('has a shortest walk to each transition, in words', () => {
    const found = paths.goals.find(({ goal }) => goalWords(compiled.flow, goal) === 'inicio: press begin → perguntas');
    expect(walkWords(compiled.flow, found?.shortest ?? [])).toBe('inicio → press begin → perguntas.um');
    const complete = paths.goals.find(({ goal }) => goalWords(compiled.flow, goal).includes('all answered'));
    expect(walkWords(compiled.flow, complete?.shortest ?? [])).toBe(
      'open /teste/perguntas → perguntas.um → answer um=0 → next → perguntas.dois → answer dois=0 → next → pessoa',
    );
  });

  test('goes back only to screens that were shown', () => {
    for (const { steps } of paths.walks) {
      let shown = new Set<string>();
      for (const { move, screen } of steps) {
        if (move.kind === 'open') shown = new Set();
        else if (move.event.type === 'GO')
          expect([...shown].map((each) => each.split('.')[0])).toContain(move.event.screen.split('.')[0]);
        shown.add(screen);
      }
    }
  });
});

describe('a branch by score', () => {
  test('is taken in each direction by a visitor with suitable answers', async () => {
    const { flow, ...rest } = await compiledWith(
      branched('{ when: score == 75, to: premio }', '{ when: score >= 50, to: inicio }', '{ to: pessoa }'),
    );
    const paths = findFlowPaths({ flow, ...rest });
    expect(unreachedOf(paths)).toEqual([]);
    expect(statusOf(paths, 'nivel: condition 1 holds → premio', flow)).toBe('reached');
    const premio = paths.goals.find(({ goal }) => goal.id === 'screen premio');
    // 75 percent of 20 points: 5 and 10.
    expect(walkWords(flow, premio?.shortest ?? [])).toMatch(/um=(5|10) .* dois=(5|10) → next → premio$/);
  });

  test('that no answer takes makes its step unreachable', async () => {
    const { flow, ...rest } = await compiledWith(branched('{ when: score > 100, to: premio }', '{ to: pessoa }'));
    const paths = findFlowPaths({ flow, ...rest });
    expect(unreachedOf(paths).map((goal) => goalWords(flow, goal))).toEqual([
      'premio',
      'nivel: condition 1 holds → premio',
    ]);
  });

  test('whose condition always holds makes what follows unreachable', async () => {
    const { flow, ...rest } = await compiledWith(
      branched('{ when: score >= 0, to: premio }', '{ to: pessoa }'),
      // Otherwise the address leads to the step.
      ['teste.flow.yaml', '    path: [/teste/pessoa]\n', ''],
      [
        'teste.flow.yaml',
        '    query:\n      answers: { missing: Sem respostas., invalid: Respostas ilegíveis. }\n',
        '',
      ],
      ['teste.flow.yaml', '    fallback: { toast: Erro, to: inicio }\n    form', '    form'],
      [
        'teste.flow.yaml',
        '    title: Quem é você?\n    description: Os seus dados.\n    search: hidden\n    form',
        '    form',
      ],
    );
    const unreached = unreachedOf(findFlowPaths({ flow, ...rest })).map((goal) => goalWords(flow, goal));
    expect(unreached).toEqual(
      expect.arrayContaining(['pessoa', 'nivel: otherwise → pessoa', 'nivel: condition 1 does not hold']),
    );
  });

  test('that a fact decides is switched off, not unreachable', async () => {
    const { flow, ...rest } = await compiledWith(branched('{ when: 1 > 2, to: premio }', '{ to: pessoa }'));
    const paths = findFlowPaths({ flow, ...rest });
    expect(unreachedOf(paths)).toEqual([]);
    expect(statusOf(paths, 'premio', flow)).toBe('off');
  });
});

test('a walk finds a wrong target', async () => {
  const { walks } = findFlowPaths(compiledFlow(await loadFixture('visits'), 'teste'));
  const wrong = await compiledWith(['teste.flow.yaml', '    next: resultado', '    next: perguntas']);
  const differences = walks.flatMap((walk) => replayWalk(wrong, walk) ?? []);
  expect(differences[0]).toMatchObject({
    expected: { state: 'resultado.load-0', move: { event: { type: 'DONE' } } },
    found: 'perguntas.um',
  });
});

test('a walk finds a wrong fallback', async () => {
  const { walks } = findFlowPaths(compiledFlow(await loadFixture('visits'), 'teste'));
  const wrong = await compiledWith([
    'teste.flow.yaml',
    'fallback: { toast: Erro, to: inicio }\n    form',
    'fallback: { toast: Erro, to: perguntas }\n    form',
  ]);
  const differences = walks.flatMap((walk) => replayWalk(wrong, walk) ?? []);
  expect(differences[0]).toMatchObject({ expected: { state: 'inicio.ready' }, found: 'perguntas.um' });
});

test('a search that stops at its limit says so', async () => {
  const compiled = compiledFlow(await loadFixture('visits'), 'teste');
  const paths = findFlowPaths(compiled, null, 3);
  expect(paths.isCut).toBe(true);
  expect(unreachedOf(paths)).not.toEqual([]);
});

describe('a form', () => {
  const rule = '      - { rule: required, message: Informe o nome. }';
  const pattern = `${rule}\n      - { rule: pattern, pattern: '[A-Z]{3}\\d[A-Z]\\d{2}', message: Confira a placa. }`;

  test('is submitted with the example that its author shows', async () => {
    const shown: Edit = ['contato.form.yaml', '    label: Nome', '    label: Placa\n    placeholder: ABC1D23'];
    const paths = findFlowPaths(await compiledWith(['contato.form.yaml', rule, pattern], shown));
    expect([paths.unfilled, unreachedOf(paths)]).toEqual([[], []]);
  });

  test('whose values cannot be guessed is named', async () => {
    const paths = findFlowPaths(await compiledWith(['contato.form.yaml', rule, pattern]));
    expect(paths.unfilled).toEqual([{ form: 'contato', field: 'name' }]);
    expect(unreachedOf(paths)).not.toEqual([]);
  });
});

test('more combinations of answers than can be tried are reported', async () => {
  const items = Array.from({ length: 10 }, (_, index) => {
    const options = [0, 5, 10].map((value) => `{ value: ${value}, label: Nota ${value} }`);
    return `      - { id: q${index}, question: Pergunta ${index}?, options: [${options.join(', ')}] }`;
  });
  const { flow, ...rest } = await compiledWith(
    // One of 59,049 combinations scores 25 with this answer.
    branched(
      '{ when: score > 500, to: premio }',
      "{ when: 'score == 25 && answers[9] == 5', to: inicio }",
      '{ to: pessoa }',
    ),
    ['teste.flow.yaml', 'length: 2', 'length: 10'],
    ['teste.flow.yaml', '    items:\n', `    items:\n${items.slice(2).join('\n')}\n`],
  );
  const paths = findFlowPaths({ flow, ...rest });
  expect(paths.combinations).toEqual({ all: 3 ** 10, tried: 20_000 });
  expect(paths.isCut).toBe(false);
  expect(unreachedOf(paths).map((goal) => goalWords(flow, goal))).toEqual([
    'premio',
    'nivel: condition 1 holds → premio',
  ]);
});

describe('funnel paths', () => {
  const run = (...args: string[]) => runFunnel(['paths', ...args]);

  test('counts what is reached, in each phase that a flow depends on', async () => {
    const { code, out } = await run('--funnels', fixtureFolder('visits'));
    expect(code).toBe(0);
    expect(out).toMatch(/^teste +5 of 5 screens {2}35 of 35 transitions/m);
    expect(out).toMatch(/^inscricao +2 of 2 screens .* switched off$/m);
    expect(out).toMatch(/^inscricao \(at turma.during\) +1 of 1 screens/m);
  });

  test('names an unreachable step with its place', async () => {
    const folder = copyFixture('visits', [branched('{ when: score > 100, to: premio }', '{ to: pessoa }')]);
    const { code, out } = await run('--funnels', folder);
    expect(code).toBe(1);
    expect(out).toMatch(/^teste\.flow\.yaml:\d+:3 unreachable screen premio$/m);
    expect(out).toMatch(/^teste\.flow\.yaml:\d+:9 unreachable transition nivel: condition 1 holds → premio$/m);
  });

  test('prints everything as JSON', async () => {
    const { code, out } = await run('pedido', '--json', '--funnels', fixtureFolder('visits'));
    expect(code).toBe(0);
    const { flows } = JSON.parse(out);
    expect(flows).toHaveLength(1);
    expect(flows[0]).toMatchObject({ flow: 'pedido', complete: true, counts: { screens: { all: 3, reached: 3 } } });
    expect(flows[0].walks[0].moves[0]).toMatchObject({ words: 'start', state: 'pedido.ready' });
  });

  test.each([
    [['testes', '--funnels', fixtureFolder('visits')], 'There is no flow testes. Did you mean teste?'],
    [['--funnels', '/nowhere'], 'The folder /nowhere could not be read.'],
    [['--browser', 'localhost', '--funnels', fixtureFolder('visits')], '--browser needs the address of a site'],
    [['--at', 'hoje', '--funnels', fixtureFolder('visits')], '--at needs a date and time'],
  ])('refuses %j', async (args, message) => {
    const { code, err } = await run(...args);
    expect(code).toBe(2);
    expect(err).toContain(message);
  });
});
