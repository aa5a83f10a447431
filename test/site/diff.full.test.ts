/** `funnel diff` on edits of the site: every consequence of each, and no other. */
import { execFileSync } from 'node:child_process';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { runFunnel } from '../harness/funnel-command.ts';
import { applyEdits, copyFunnels, type Edit } from '../harness/funnels-copy.ts';
import { projectRoot } from '../harness/site-server.ts';

const funnels = join(projectRoot, 'funnels');

const consequencesOf = async (edits: readonly Edit[]): Promise<string[]> => {
  const { code, out, err } = await runFunnel(['diff', funnels, copyFunnels(edits), '--json']);
  expect(err).toBe('');
  const { consequences } = JSON.parse(out) as { consequences: { kind: string; text: string }[] };
  expect(code).toBe(consequences.some(({ kind }) => kind !== 'texts') ? 1 : 0);
  return consequences.map(({ kind, text }) => `${kind}: ${text}`);
};

const edits: Readonly<Record<string, { edits: readonly Edit[]; expected: readonly unknown[] }>> = {
  'another threshold': {
    edits: [['diagnostico/diagnostico.flow.yaml', "VISIVEL: '>= 70'", "VISIVEL: '>= 60'"]],
    expected: [
      'flows: diagnostico: computed level.ranges.VISIVEL: >= 70 → >= 60.',
      'flows: diagnostico: level is another for 16 of 81 answer sets (INTERMEDIARIO → VISIVEL for 16).',
    ],
  },
  'a stricter rule': {
    edits: [['diagnostico/identificacao.form.yaml', 'digits, min: 10', 'digits, min: 11']],
    expected: [
      'forms: Form identificacao: wa: rule digits min: 10 → 11. It refuses more.',
      'forms: Form identificacao. Now refused: wa “1198765432” (Por favor, informe um número de WhatsApp válido.)',
    ],
  },
  'a price': {
    edits: [['site.yaml', 'price: 19700\n      minutes', 'price: 24700\n      minutes']],
    expected: [
      expect.stringMatching(
        /^facts: offer\.consultancy\.price: R\$\s197,00 → R\$\s247,00\. Read at \d+ places in \d files\.$/,
      ),
    ],
  },
  'another address': {
    edits: [
      ['legal/termos-de-uso.page.yaml', 'paths: [/termos-de-uso]', 'paths: [/termos, /termos-de-uso]'],
      ['compra/aguardando-pagamento.page.yaml', 'paths: [/aguardando-pagamento]', 'paths: [/pagamento-pendente]'],
    ],
    expected: [
      'addresses: The page aguardando-pagamento moves from /aguardando-pagamento to /pagamento-pendente. /aguardando-pagamento is unknown from then on.',
      'addresses: The page termos-de-uso is also at /termos. Its first address is /termos, not /termos-de-uso.',
    ],
  },
  'a step between two others': {
    edits: [
      [
        'guia/guia.flow.yaml',
        '    next: parabens\n',
        '    next: convite\n\n  convite:\n    show:\n      - { type: notice, title: Antes de ir, body: Conheça a mentoria. }\n    track: { name: Convite }\n    delay: 2s\n    next: parabens\n',
      ],
    ],
    expected: [
      'flows: guia: after enviado comes convite, not parabens.',
      'flows: guia: step convite is new (then parabens).',
      'tracking: Convite now fires on 1 of 1 path of guia; before, on 0 of 1 path.',
    ],
  },
  'an event that is no longer tracked': {
    edits: [
      [
        'workshop/inscricao.flow.yaml',
        "        resetForm: true\n        track:\n          name: Lead\n          idPrefix: lead\n          params: { value: 0, currency: \"'BRL'\", content_name: \"planType == 'vip' ? 'Workshop VIP' : 'Workshop Standard'\", content_category: \"'workshop'\" }\n          user: { name: name, email: email, phone: phone }\n",
        '        resetForm: true\n',
      ],
    ],
    expected: [
      'tracking: inscricao: step formulario no longer tracks Lead.',
      'tracking: Lead now fires on 0 of 2 paths of inscricao; before, on 2 of 2 paths.',
    ],
  },
  'a required field': {
    edits: [
      [
        'guia/guia.form.yaml',
        'consent:\n',
        '  empresa:\n    type: text\n    label: Escritório\n    maxLength: 80\n    rules:\n      - { rule: required, message: Informe o escritório. }\nconsent:\n',
      ],
    ],
    expected: [
      'forms: Form guia: empresa is a new field (text), required.',
      'forms: Form guia. Now refused: empresa empty (Informe o escritório.)',
      'intakes: POST /api/ebook-lead requires empresa; a submission without is refused.',
    ],
  },
  'texts only': {
    edits: [
      ['guia/guia.form.yaml', 'label: Nome completo', 'label: O seu nome'],
      ['guia/guia.flow.yaml', 'title: Recebemos o seu pedido', 'title: Pedido recebido'],
      ['diagnostico/diagnostico.flow.yaml', 'action: Escalar agora', 'action: Quero escalar'],
      ['geral/topo.part.yaml', 'label: Workshop', 'label: Oficina'],
    ],
    expected: [
      'texts: 1 text of flow diagnostico changed.',
      'texts: 1 text of part topo changed.',
      'texts: 1 text of flow guia changed.',
      'texts: 1 text of form guia changed.',
    ],
  },
  'what an intake answers, sends and keeps': {
    edits: [
      ['guia/guia.api.yaml', "      success: 'true'\n", "      success: 'true'\n      email: email\n"],
      ['guia/guia.api.yaml', 'days: 731', 'days: 365'],
      ['guia/guia.api.yaml', 'minutes: 1440', 'minutes: 60'],
    ],
    expected: [
      'intakes: Intake ebook-lead keeps records for 365 days, not 731.',
      'intakes: Intake ebook-lead: dedupe.minutes: 1440 → 60.',
      'intakes: POST /api/ebook-lead also responds with email.',
    ],
  },
  'a fact that decides a branch': {
    edits: [['site.yaml', 'signUp: current', 'signUp: older']],
    expected: [
      'flows: inscricao: the step versao leads elsewhere for 2 of 2 answer sets (formulario → antigo for 2).',
      'tracking: Lead now fires on 0 of 1 path of inscricao; before, on 2 of 2 paths.',
      'tracking: InitiateCheckout now fires on 0 of 1 path of inscricao; before, on 1 of 2 paths.',
      'facts: offer.workshop.signUp: current → older. Read at 1 place in 1 file.',
    ],
  },
  'a branch that leads elsewhere, and another delay': {
    edits: [
      ['workshop/inscricao.flow.yaml', '      - { to: fechado }', '      - { to: esperando }'],
      ['consultoria/agendar.flow.yaml', 'delay: 3500ms to 4500ms', 'delay: 1s to 2s'],
    ],
    expected: [
      'flows: agendar: step verificando: delay: 3500ms to 4500ms → 1s to 2s.',
      'flows: inscricao: step depois: a branch leads to esperando, not fechado.',
      'flows: inscricao: the step depois leads elsewhere for 1 of 2 answer sets (fechado → esperando for 1).',
    ],
  },
  'a block and an event field': {
    edits: [
      [
        'guia/guia.flow.yaml',
        '      - type: actions\n        align: center\n        actions:\n          - { label: Preencher novamente, send: again }\n    on:\n      again: { to: pedido }\n',
        '',
      ],
      [
        'diagnostico/diagnostico.flow.yaml',
        'track: { name: DiagnosticoIniciado }',
        'track: { name: DiagnosticoIniciado, params: { origem: "\'hero\'" } }',
      ],
    ],
    expected: [
      "tracking: diagnostico: step inicio: event field origem is now 'hero'; it was not set.",
      'pages: guia: step enviado no longer has its block actions.',
      'flows: guia: again on enviado has no effect any more.',
    ],
  },
};

test.each(Object.entries(edits))('%s', async (_, { edits: own, expected }) => {
  expect(await consequencesOf(own)).toEqual(expected);
});

test('16 of the 81 answer sets are between the thresholds', () => {
  const values = [0, 5, 10];
  const sums = values.flatMap((a) => values.flatMap((b) => values.flatMap((c) => values.map((d) => a + b + c + d))));
  const moved = sums.filter((sum) => (sum / 40) * 100 >= 60 && (sum / 40) * 100 < 70);
  expect([sums.length, moved.length]).toEqual([81, 16]);
});

describe('a version', () => {
  test('can be a revision of git, and its difference Markdown', async () => {
    const folder = copyFunnels();
    const git = (...args: string[]) =>
      execFileSync('git', ['-C', folder, '-c', 'user.name=Ana', '-c', 'user.email=ana@example.com', ...args]);
    git('init', '--quiet');
    git('add', '.');
    git('commit', '--quiet', '-m', 'Start');
    expect(await runFunnel(['diff', 'HEAD', folder])).toEqual({ code: 0, out: 'No difference.', err: '' });
    applyEdits(folder, edits['a branch that leads elsewhere, and another delay']?.edits ?? []);
    const { code, out } = await runFunnel(['diff', 'HEAD', folder, '--markdown']);
    expect(code).toBe(1);
    expect(out.split('\n').slice(0, 5)).toEqual([
      '### Funnels: 3 changes beside texts.',
      '',
      '#### Flows',
      '',
      '- agendar: step verificando: delay: 3500ms to 4500ms → 1s to 2s. (`consultoria/agendar.flow.yaml:10`)',
    ]);
    expect(await runFunnel(['diff', 'nope', folder])).toMatchObject({
      code: 2,
      err: `nope is neither a folder nor a revision of git in which ${folder} exists.`,
    });
  });

  test('with errors is not compared', async () => {
    const broken = copyFunnels([['workshop/inscricao.flow.yaml', '    next: esperando', '    next: esperndo']]);
    const { code, out, err } = await runFunnel(['diff', funnels, broken]);
    expect([code, out]).toEqual([2, '']);
    expect(err).toContain(`\`funnel check ${broken}\` shows them.`);
    expect((await runFunnel(['diff'])).code).toBe(2);
  });
});

describe('a rename is one change', () => {
  const renamed = async (renames: readonly (readonly string[])[], edits: readonly Edit[] = []): Promise<string[]> => {
    const edited = copyFunnels();
    for (const [old = '', now = '', ...more] of renames)
      expect(await runFunnel(['rename', old, now, edited, ...more])).toMatchObject({ code: 0, err: '' });
    applyEdits(edited, edits);
    const { out, err } = await runFunnel(['diff', funnels, edited, '--json']);
    expect(err).toBe('');
    return (JSON.parse(out).consequences as { text: string }[]).map(({ text }) => text);
  };

  test('of a field, with its former name', async () => {
    const [only, ...more] = await renamed([['identificacao.wa', 'fone']]);
    expect(more).toEqual([]);
    expect(only).toMatch(/^\w+:\S+ \(.*\) is renamed to fone, at \d+ places, with /);
    expect(only).toContain('Submissions are accepted by the new name, and still by the former one.');
  });

  test('of a field, without it', async () => {
    const texts = await renamed([['identificacao.wa', 'fone', '--no-aliases']]);
    expect(texts).toEqual([expect.stringContaining('accepted by the new name, and no longer by the former one.')]);
  });

  test.each([
    ['step:diagnostico.identificacao', 'contato'],
    ['form:identificacao', 'contato'],
    ['flow:diagnostico', 'perfil'],
    ['fact:offer.consultancy.price', 'amount'],
  ])('of %s', async (old, now) => {
    expect(await renamed([[old, now]])).toEqual([expect.stringContaining(`is renamed to ${now}, at `)]);
  });

  test('beside other edits and other renames', async () => {
    const texts = await renamed(
      [
        ['identificacao.wa', 'fone'],
        ['step:diagnostico.identificacao', 'contato'],
      ],
      [['diagnostico/diagnostico.flow.yaml', "VISIVEL: '>= 70'", "VISIVEL: '>= 60'"]],
    );
    expect(texts.filter((text) => text.includes('is renamed to'))).toHaveLength(2);
    expect(texts.filter((text) => !text.includes('is renamed to'))).toEqual([
      'diagnostico: computed level.ranges.VISIVEL: >= 70 → >= 60.',
      'diagnostico: level is another for 16 of 81 answer sets (INTERMEDIARIO → VISIVEL for 16).',
    ]);
  });
});
