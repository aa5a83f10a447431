/** Flows as graphs: what is drawn, where it stands, and the command. */
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { flowGraph } from '../../../engine/graph/flow-graph.ts';
import { layered } from '../../../engine/graph/layers.ts';
import { mermaidOf } from '../../../engine/graph/mermaid.ts';
import type { FlowGraph } from '../../../engine/graph/model.ts';
import { placed } from '../../../engine/graph/places.ts';
import { svgOf } from '../../../engine/graph/svg.ts';
import { textWidth, wrappedLines } from '../../../engine/graph/text.ts';
import { findFlowPaths } from '../../../engine/walks/paths.ts';
import { copyFixture, fixtureFolder, loadFixture } from '../../harness/fixture-sites.ts';
import { runFunnel } from '../../harness/funnel-command.ts';
import type { Edit } from '../../harness/funnels-copy.ts';
import { compiledFlow, loadFunnels } from '../../harness/load-site.ts';

const folder = mkdtempSync(join(tmpdir(), 'graph-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** The flow `teste` with branches after its questions, of which one is never taken. */
const branches: Edit = [
  'teste.flow.yaml',
  '    next: pessoa',
  `    next: nivel
  nivel:
    branch:
      - { when: "answers[0] == 10 && answers[1] == 10", to: premio }
      - { when: "answers[0] == 10 && answers[0] == 5", to: nunca }
      - { to: pessoa }
  premio:
    show: [{ type: text, title: Parabéns, body: Você ganhou. }, { type: actions, actions: [{ label: De novo, send: again }] }]
    on:
      again: { to: perguntas }
  nunca:
    show: [{ type: text, title: Ninguém, body: Nunca. }]
    final: true`,
];

const drawn = (compiled: ReturnType<typeof compiledFlow>): FlowGraph =>
  flowGraph(compiled, { paths: findFlowPaths(compiled), condition: (step, branch) => `${step} ${branch + 1}` });

const edgesOf = ({ edges }: FlowGraph): string[] =>
  edges.map(
    ({ from, to, label, status }) =>
      `${from} → ${to}${label === null ? '' : `: ${label}`}${status === 'reached' ? '' : ` (${status})`}`,
  );

describe('the graph of a flow', async () => {
  const plain = drawn(compiledFlow(await loadFixture('visits'), 'teste'));
  const branched = drawn(compiledFlow(await loadFunnels(copyFixture('visits', [branches])), 'teste'));

  test('joins steps as the machine does, without ways back', () => {
    expect(edgesOf(plain)).toEqual([
      '(start) → inicio',
      'inicio → perguntas: “Começar”',
      'perguntas → pessoa',
      'pessoa → resultado',
      'resultado → (end of resultado)',
    ]);
  });

  test('names titles, addresses, questions and calls', () => {
    expect(plain.nodes.find(({ id }) => id === 'pessoa')).toEqual({
      id: 'pessoa',
      role: 'form',
      title: 'Quem é você?',
      details: [
        { kind: 'path', text: '/teste/pessoa' },
        { kind: 'note', text: 'asks name, email, phone' },
        { kind: 'call', text: 'POST /api/teste' },
        { kind: 'note', text: 'without answers: to inicio' },
      ],
      status: 'reached',
    });
  });

  test('marks what nobody reaches, and draws a repetition', () => {
    const edges = edgesOf(branched);
    expect(edges).toContain('nivel → premio: nivel 1');
    expect(edges).toContain('nivel → nunca: nivel 2 (unreached)');
    expect(edges).toContain('premio → perguntas: “De novo”');
    expect(branched.nodes.filter(({ status }) => status !== 'reached').map(({ id, status }) => [id, status])).toEqual([
      ['nunca', 'unreached'],
      ['(end of nunca)', 'unreached'],
    ]);
  });

  test('is the same in Mermaid, with texts that cannot be taken for syntax', () => {
    const graph: FlowGraph = {
      ...branched,
      nodes: branched.nodes.map((node) =>
        node.id === 'premio' ? { ...node, title: 'a "b" <i> #1; `c` & end' } : node,
      ),
    };
    const lines = mermaidOf(graph).split('\n');
    expect(lines.filter((line) => /^ {2}n\d+ -.*-?> ?/.test(line))).toHaveLength(graph.edges.length);
    expect(lines.find((line) => line.includes('<b>premio</b>'))).toContain(
      'a #quot;b#quot; #lt;i#gt; #35;1; #96;c#96; #amp; end',
    );
    expect(lines.find((line) => line.includes('<b>nunca</b>'))).toMatch(/unreachable.*:::unreachedStep$/);
    // A class or node named `end` ends the diagram.
    expect(lines.filter((line) => /(:::|classDef )end\b/.test(line))).toEqual([]);
  });

  test('is described in SVG for those who do not see it', () => {
    const svg = svgOf(branched, 'at x & y');
    expect(svg).toContain('<title id="title-teste">Flow teste (at x &amp; y)</title>');
    expect(svg).toContain('nivel (decides) → nivel 1: premio; nivel 2: nunca; nivel 3: pessoa');
    expect(svg).toContain('nunca (screen, unreachable)');
  });
});

describe('the layout', () => {
  /** Numbers that look random and are the same in every run. */
  function* randoms(seed: number): Generator<number> {
    for (let state = seed; ; ) {
      state = (state * 1103515245 + 12345) % 2147483648;
      yield state / 2147483648;
    }
  }

  test('never lets boxes and labels overlap, and leads edges downwards', () => {
    for (let seed = 1; seed <= 40; seed += 1) {
      const random = randoms(seed);
      const next = (most: number): number => Math.floor((random.next().value as number) * most);
      const nodes = Array.from({ length: 3 + next(18) }, () => ({ width: 40 + next(240), height: 20 + next(160) }));
      const edges = Array.from({ length: nodes.length + next(12) }, (_, index) => {
        const from = index < nodes.length - 1 ? index : next(nodes.length);
        const to = index < nodes.length - 1 ? index + 1 : next(nodes.length);
        return { from, to, label: next(2) === 0 ? null : { width: 20 + next(160), height: 20 } };
      }).filter(({ from, to }) => from !== to);
      const layers = layered(nodes, edges);
      const { x, y, width, height } = placed(layers, 10);
      const boxes = layers.items.map((item, index) => ({
        left: (x[index] as number) - item.width / 2,
        right: (x[index] as number) + item.width / 2,
        top: (y[index] as number) - item.height / 2,
        bottom: (y[index] as number) + item.height / 2,
      }));
      boxes.forEach((box, index) => {
        expect(box.left).toBeGreaterThanOrEqual(9.9);
        expect(box.right).toBeLessThanOrEqual(width - 9.9);
        expect(box.bottom).toBeLessThanOrEqual(height - 9.9);
        for (const other of boxes.slice(index + 1))
          expect(
            box.right <= other.left || other.right <= box.left || box.bottom <= other.top || other.bottom <= box.top,
          ).toBe(true);
      });
      for (const [edge, chain] of layers.chains.entries()) {
        expect([chain[0], chain.at(-1)]).toEqual([edges[edge]?.from, edges[edge]?.to]);
        expect(chain.filter((item) => layers.items[item]?.kind === 'label')).toHaveLength(
          edges[edge]?.label === null ? 0 : 1,
        );
      }
    }
  });

  test('puts a path below itself and avoids a crossing', () => {
    const size = { width: 100, height: 20 };
    const edge = (from: number, to: number) => ({ from, to, label: null });
    const straight = placed(layered([size, size, size], [edge(0, 1), edge(1, 2)]), 0);
    expect(new Set(straight.x.map(Math.round)).size).toBe(1);
    // 0 → 1, 2; 1 → 4; 2 → 3: in the order of the nodes, the last two would cross.
    const { rows } = layered([size, size, size, size, size], [edge(0, 1), edge(0, 2), edge(1, 4), edge(2, 3)]);
    expect(rows.at(-1)).toEqual([4, 3]);
  });

  test('wraps and cuts texts to their width', () => {
    const lines = wrappedLines('Onde o seu perfil aparece quando alguém procura', 13, 120, 2);
    expect(lines).toHaveLength(2);
    expect(lines[1]?.endsWith('…')).toBe(true);
    for (const line of lines) expect(textWidth(line, 13)).toBeLessThanOrEqual(120);
    expect(wrappedLines('x'.repeat(90), 13, 120, 2)).toEqual([expect.stringMatching(/^x{5,}…$/)]);
  });
});

describe('funnel graph', () => {
  const funnels = fixtureFolder('visits');

  test('prints Mermaid with the conditions as written', async () => {
    const edited = copyFixture('visits', [branches]);
    const { code, out } = await runFunnel(['graph', 'teste', '--funnels', edited]);
    expect(code).toBe(0);
    expect(out).toContain('title: "teste"');
    expect(out).toContain('|"answers[0] == 10 #amp;#amp; answers[1] == 10"|');
    expect(out).toContain('|"otherwise"|');
  });

  test('writes a folder with both formats, or one file', async () => {
    const all = await runFunnel(['graph', '--funnels', funnels, '--out', join(folder, 'all')]);
    expect(all.code).toBe(0);
    expect(readdirSync(join(folder, 'all'))).toEqual(
      expect.arrayContaining(['teste.svg', 'teste.mmd', 'pedido.svg', 'inscricao.mmd']),
    );
    const file = join(folder, 'one.svg');
    expect((await runFunnel(['graph', 'teste', '--funnels', funnels, '--out', file])).out).toBe(`Wrote ${file}.`);
    expect(readFileSync(file, 'utf8')).toMatch(/^<svg .*role="img"/);
  });

  test.each([
    [['teste', '--svg', '--mermaid'], 'Use either --svg or --mermaid'],
    [['--svg'], 'Name the flow'],
    [['--out', 'x.svg'], 'is one file'],
    [['teste', '--out', 'x.png'], 'write .svg or .mmd'],
    [['teste', '--out', 'x.mmd', '--svg'], 'does not end in .svg'],
    [['test'], 'There is no flow test. Did you mean teste?'],
    [['teste', '--at', 'soon'], '--at needs a date and time'],
  ])('refuses %j', async (args, message) => {
    const { code, err } = await runFunnel(['graph', ...args, '--funnels', funnels]);
    expect([code, err]).toEqual([2, expect.stringContaining(message)]);
  });

  test('says what cannot be written', async () => {
    writeFileSync(join(folder, 'file'), '');
    const { code, err } = await runFunnel(['graph', '--funnels', funnels, '--out', join(folder, 'file')]);
    expect([code, err]).toEqual([2, expect.stringContaining('could not be written')]);
  });
});
