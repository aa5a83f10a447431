/**
 * Sixty-odd visits of all flows of the site, in one table: what the visitor does, and the ending that must be shown. All are
 * recorded, each is listed with the ending that it had, and the drop-off of each flow adds up.
 */
import type { Browser } from 'playwright';
import { SMTPServer } from 'smtp-server';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { VisitRow, VisitsReply } from '../../renderer/studio/contract.ts';
import { openStaff } from '../../server/store/open.ts';
import { hashPassword } from '../../server/studio/passwords.ts';
import { openVisitor, viewports } from '../harness/chromium.ts';
import { runFunnel } from '../harness/funnel-command.ts';
import { type HostedSite, hostSite } from '../harness/hosted-site.ts';
import { serveHosts } from '../harness/outside.ts';
import { returnChromium, shareChromium } from '../harness/shared-chromium.ts';
import { freePort } from '../harness/site-server.ts';
import {
  type Act,
  alerted,
  answered,
  answers,
  closes,
  crashes,
  fills,
  follows,
  goesBack,
  goesTo,
  hasStoppedClock,
  isEntered,
  isRecorded,
  leaves,
  losesNetwork,
  open,
  presses,
  regainsNetwork,
  reloads,
  repliesLost,
  says,
  sends,
  sendsTwice,
  shows,
  types,
  vanishes,
  visitorAt,
  wasDaysAgo,
} from '../harness/visit-acts.ts';

/** @param script whether the browser runs scripts; it does by default */
type Row = readonly [does: string, acts: readonly Act[], ended: string, script?: 'no script'];

const signUp = open('/cadastro-consultoria');
const guide = open('/baixar-guia-estrategico');
const ebook = open('/baixar-ebook');
const application = open('/form-aplicacao');
const quiz = open('/quiz');
const session = open('/consultoria', '#cta [data-open]');
const standard = open('/workshop', '#investimento [data-open="inscricao-standard"]');
const vip = open('/workshop', '#investimento [data-open="inscricao-vip"]');
const thanks = '/parabens-guia-enviado';

/** The server answers with 550 for this address only. */
const unknownAddress = 'recusado@exemplo.com.br';
const wrongEmail = fills({ email: 'ana' });
const paid = goesTo(/pagamento\.perfiletico/);
const sent = says('Guia enviado com sucesso!');
const failed = says('Não foi possível.');
const step = (screen: string): Act[] => [fills(), sends, shows(screen)];
const answer = (value: number, next: string): Act[] => [answers(value), shows(next)];
const identification = [
  ...[quiz, ...answer(10, 'quiz.frequencia'), ...answer(5, 'quiz.engajamento')],
  ...[...answer(10, 'quiz.autoridade'), ...answer(0, 'identificacao')],
];

const table: Readonly<Record<string, readonly Row[]>> = {
  'cadastro-consultoria': [
    ['only looks', [signUp, leaves], 'left at “Consultoria digital para advogados”'],
    [
      'enters a name and leaves',
      [signUp, types('name'), leaves],
      'left at the field “Nome” of “Consultoria digital para advogados”',
    ],
    [
      'enters no e-mail address',
      [signUp, wrongEmail, sends, says('E-mail inválido'), leaves],
      'refused at “Consultoria digital para advogados”: “E-mail” by the rule email (E-mail inválido)',
    ],
    ['signs up', [signUp, fills(), sends, goesTo(/\/consultoria/), leaves], 'redirected to /consultoria'],
    [
      'clicks twice',
      [hasStoppedClock, signUp, fills(), sendsTwice, goesTo(/\/consultoria/), leaves],
      'redirected to /consultoria',
    ],
    [
      'meets a failing server',
      [signUp, answered(500), fills(), sends, alerted, leaves],
      'the server failed: POST /api/consultoria was answered with 500 (1 attempt)',
    ],
    [
      'meets a failing server and sends again',
      [signUp, answered(500, 1), fills(), sends, alerted, sends, goesTo(/\/consultoria/), leaves],
      'redirected to /consultoria',
    ],
    [
      'is refused by the server',
      [signUp, answered(422), fills(), sends, alerted, leaves],
      'refused by the server: POST /api/consultoria was answered with 422',
    ],
    [
      'loses the network for a time',
      [signUp, fills(), losesNetwork, sends, alerted, regainsNetwork, leaves],
      'network lost: POST /api/consultoria got no response, because the device was offline (3 attempts)',
    ],
    [
      'loses the network for good',
      [signUp, types('name'), losesNetwork, sends, vanishes],
      'still open at the field “Nome” of “Consultoria digital para advogados”',
    ],
    [
      'leaves before the reply, which is lost',
      [signUp, repliesLost, fills(), sends, isRecorded('"SUBMIT"'), leaves],
      'submitted: the form was accepted',
    ],
    [
      'has a crashed tab',
      [signUp, types('name'), crashes],
      'still open at the field “Nome” of “Consultoria digital para advogados”',
    ],
    [
      'had a crashed tab two days ago',
      [wasDaysAgo(2), signUp, types('name'), crashes],
      'lost sight of at the field “Nome” of “Consultoria digital para advogados”',
    ],
    [
      'has a crashed tab after the form was stored',
      [signUp, repliesLost, fills(), sends, isRecorded('"SUBMIT"'), crashes],
      'submitted: the form was accepted',
    ],
    ['signs up', [signUp, fills(), sends, goesTo(/\/consultoria/)], 'redirected to /consultoria', 'no script'],
    [
      'enters no e-mail address',
      [signUp, wrongEmail, sends, says('E-mail inválido')],
      'refused at “Consultoria digital para advogados”: “E-mail” by the rule email (E-mail inválido); the page may still be open',
      'no script',
    ],
  ],
  guia: [
    ['only looks', [guide, leaves], 'left at “Guia estratégico para advogadas”'],
    [
      'enters a name and leaves',
      [guide, types('name'), leaves],
      'left at the field “Nome completo” of “Guia estratégico para advogadas”',
    ],
    [
      'enters no e-mail address',
      [guide, wrongEmail, sends, says('informe um email válido'), leaves],
      'refused at “Guia estratégico para advogadas”: “E-mail” (Por favor, informe um email válido.)',
    ],
    ['orders, and is led on', [guide, fills(), sends, shows('parabens'), leaves], `redirected to ${thanks}`],
    ['orders and leaves', [guide, fills(), sends, sent, leaves], 'submitted: POST /api/ebook-lead was accepted'],
    [
      'orders to an address that does not exist',
      [guide, fills({ email: unknownAddress }), sends, sent, leaves],
      'submitted: POST /api/ebook-lead was accepted',
    ],
    [
      'meets a failing server and sends again',
      [guide, answered(500, 1), fills(), sends, failed, sends, sent, leaves],
      'submitted: POST /api/ebook-lead was accepted',
    ],
    [
      'is refused by the server',
      [guide, answered(422), fills(), sends, failed, leaves],
      'refused by the server: POST /api/ebook-lead was answered with 422',
    ],
    [
      'loses the network for a time',
      [guide, fills(), losesNetwork, sends, says('Erro ao processar seu cadastro'), regainsNetwork, leaves],
      'network lost: POST /api/ebook-lead got no response, because the device was offline (3 attempts)',
    ],
    [
      'has a crashed tab',
      [guide, types('email'), crashes],
      'still open at the field “E-mail” of “Guia estratégico para advogadas”',
    ],
    ['orders', [guide, fills(), sends, goesTo(/parabens/)], `redirected to ${thanks}`, 'no script'],
  ],
  ebook: [
    ['only looks', [ebook, leaves], 'left at “E-book gratuito: vídeos jurídicos”'],
    [
      'enters a name and leaves',
      [ebook, types('name'), leaves],
      'left at the field “Nome” of “E-book gratuito: vídeos jurídicos”',
    ],
    [
      // The browser itself refuses it.
      'enters no e-mail address',
      [ebook, types('name'), wrongEmail, sends, isRecorded('"field":"whatsapp"'), leaves],
      'left at the field “WhatsApp” of “E-book gratuito: vídeos jurídicos”',
    ],
    ['orders', [ebook, fills(), sends, alerted, leaves], 'submitted: the form was accepted'],
    [
      'orders without network',
      [ebook, fills(), losesNetwork, sends, alerted, regainsNetwork, leaves],
      'submitted: the form was accepted',
    ],
    [
      'has a crashed tab',
      [ebook, types('email'), crashes],
      'still open at the field “E-mail” of “E-book gratuito: vídeos jurídicos”',
    ],
    [
      'orders',
      [ebook, fills(), sends, says('E-book enviado com sucesso!')],
      'submitted: the form was accepted; the page may still be open',
      'no script',
    ],
  ],
  aplicacao: [
    ['only looks', [application, leaves], 'left at “Candidatura à mentoria Perfil Ético”'],
    [
      'enters no e-mail address',
      [application, wrongEmail, sends, says('E-mail inválido'), leaves],
      'refused at “Candidatura à mentoria Perfil Ético”: “E-mail” (E-mail inválido)',
    ],
    [
      'applies',
      [
        ...[application, ...step('presenca'), ...step('prioridades'), ...step('motivacao')],
        ...[fills(), sends, goesTo(/aplicacao-enviada/), leaves],
      ],
      'redirected to /aplicacao-enviada',
    ],
    [
      'leaves in the third step',
      [application, ...step('presenca'), ...step('prioridades'), leaves],
      'left at “O que importa para você agora”, after 2 accepted forms',
    ],
    [
      'meets a failing server in the second step',
      [application, ...step('presenca'), answered(500), fills(), sends, alerted, leaves],
      'the server failed: POST /api/form-aplicacao was answered with 500 (1 attempt)',
    ],
    [
      'goes back and leaves',
      [application, ...step('presenca'), presses('back'), shows('contato'), leaves],
      'left at the field “E-mail” of “Candidatura à mentoria Perfil Ético”, after 1 accepted form',
    ],
    [
      'reloads the second step and leaves',
      [application, ...step('presenca'), isRecorded('presenca'), reloads, shows('presenca'), leaves],
      'left at “Como está a sua presença hoje”, after 1 accepted form',
    ],
    [
      'has a crashed tab in the second step',
      [application, ...step('presenca'), types('incomodo_instagram'), crashes],
      'still open at the field “O que mais incomoda você no Instagram hoje?” of “Como está a sua presença hoje”, after 1 accepted form',
    ],
    [
      'applies',
      [
        ...[application, ...step('presenca'), ...step('prioridades'), ...step('motivacao')],
        ...[fills(), sends, goesTo(/aplicacao-enviada/)],
      ],
      'redirected to /aplicacao-enviada',
      'no script',
    ],
  ],
  diagnostico: [
    ['only looks', [quiz, leaves], 'left at “Quando alguém abre o seu perfil, o que encontra nos primeiros segundos?”'],
    [
      'arrives with an id that is none',
      [open('/resultado?uid=unknown'), leaves],
      'left at “Diagnóstico gratuito de perfil para advogados”',
    ],
    [
      'arrives with too few answers',
      [open('/identificacao?answers=[1,2]'), leaves],
      'left at “Diagnóstico gratuito de perfil para advogados”',
    ],
    [
      'arrives at a result that does not exist',
      [open('/resultado?uid=6f9619ff-8b86-4011-b42d-00c04fc964ff'), leaves],
      'refused by the server: GET /api/diagnostico/result was answered with 404',
    ],
    [
      'begins and leaves',
      [open('/diagnostico'), presses('begin'), shows('quiz.perfil'), leaves],
      'left at “Quando alguém abre o seu perfil, o que encontra nos primeiros segundos?”',
    ],
    [
      'answers two questions and leaves',
      [quiz, ...answer(10, 'quiz.frequencia'), ...answer(5, 'quiz.engajamento'), leaves],
      'left at “Como as pessoas respondem ao que você publica?”',
    ],
    [
      'goes back and leaves',
      [quiz, ...answer(10, 'quiz.frequencia'), isEntered, goesBack, shows('quiz.perfil'), leaves],
      'left at “Quando alguém abre o seu perfil, o que encontra nos primeiros segundos?”',
    ],
    [
      'enters no telephone number',
      [...identification, fills({ wa: '11' }), sends, says('informe um número de WhatsApp válido'), leaves],
      'refused at “Para onde enviamos o seu resultado?”: “WhatsApp com DDD” (Por favor, informe um número de WhatsApp válido.)',
    ],
    [
      'meets a failing server',
      [...identification, answered(500), fills(), sends, says('Ocorreu um erro'), leaves],
      'the server failed: POST /api/diagnostico/start was answered with 500 (1 attempt)',
    ],
    [
      'sees the result',
      [...identification, fills(), sends, shows('resultado'), leaves],
      'submitted: POST /api/diagnostico/finish was accepted',
    ],
    [
      'has a crashed tab in the quiz',
      [quiz, ...answer(10, 'quiz.frequencia'), isRecorded('"state":"quiz.frequencia"'), crashes],
      'still open at “Com que frequência você publica conteúdo profissional?”',
    ],
    [
      'sees the result',
      [...identification, fills(), sends, shows('resultado')],
      'submitted: POST /api/diagnostico/finish was accepted; the page may still be open',
      'no script',
    ],
    [
      'answers one question',
      [quiz, ...answer(10, 'quiz.frequencia')],
      'still open at “Com que frequência você publica conteúdo profissional?”',
      'no script',
    ],
  ],
  agendar: [
    ['opens the dialog and leaves', [session, shows('dados'), leaves], 'left at “Há horários disponíveis”'],
    [
      'enters a name and closes the dialog',
      [session, shows('dados'), types('name'), closes, leaves],
      'closed the dialog at the field “Nome” of “Há horários disponíveis”',
    ],
    [
      'goes on to payment',
      [session, shows('dados'), fills(), sends, paid, leaves],
      'went on to payment at pagamento.perfiletico.com.br',
    ],
    [
      'enters no e-mail address',
      [session, shows('dados'), wrongEmail, sends, says('E-mail inválido'), leaves],
      'refused at “Há horários disponíveis”: “E-mail” by the rule email (E-mail inválido)',
    ],
    [
      'loses the network for a time',
      [session, shows('dados'), fills(), losesNetwork, sends, says('Erro ao enviar dados'), regainsNetwork, leaves],
      'network lost: POST /api/consultoria got no response, because the device was offline (3 attempts)',
    ],
    [
      'has a crashed tab',
      [session, shows('dados'), types('name'), crashes],
      'still open at the field “Nome” of “Há horários disponíveis”',
    ],
    [
      'goes on to payment',
      [session, fills(), sends, paid],
      'went on to payment at pagamento.perfiletico.com.br',
      'no script',
    ],
  ],
  inscricao: [
    ['opens the dialog and leaves', [standard, leaves], 'left at “formulario”'],
    [
      'enters a name and closes the dialog',
      [standard, types('name'), closes, leaves],
      'closed the dialog at the field “Nome completo” of “formulario”',
    ],
    [
      'goes on to payment',
      [standard, fills(), sends, paid, leaves],
      'went on to payment at pagamento.perfiletico.com.br',
    ],
    [
      'clicks twice and goes on to payment',
      [hasStoppedClock, vip, fills(), sendsTwice, paid, leaves],
      'went on to payment at pagamento.perfiletico.com.br',
    ],
    [
      'meets a failing server and sends again',
      [vip, answered(500, 1), fills(), sends, failed, sends, paid, leaves],
      'went on to payment at pagamento.perfiletico.com.br',
    ],
    ['has a crashed tab', [vip, types('name'), crashes], 'still open at the field “Nome completo” of “formulario”'],
    [
      'goes on to payment',
      [vip, fills(), sends, paid],
      'went on to payment at pagamento.perfiletico.com.br',
      'no script',
    ],
  ],
  'parabens-guia': [
    ['only looks', [open(thanks), leaves], 'left at “Parabéns! Seu guia foi enviado”'],
    [
      'follows the offer',
      [open(`${thanks}?nome=Ana`), follows('/agendamento-estrategico'), leaves],
      'left at “Parabéns! Seu guia foi enviado”',
    ],
  ],
};

/** The visits of each flow, and how many of them finished, failed, left, are open, and were lost sight of. */
const dropoffs: Readonly<Record<string, readonly number[]>> = {
  'cadastro-consultoria': [16, 6, 3, 3, 3, 1],
  guia: [11, 5, 2, 3, 1, 0],
  ebook: [7, 3, 0, 3, 1, 0],
  aplicacao: [9, 2, 1, 5, 1, 0],
  diagnostico: [13, 2, 2, 7, 2, 0],
  agendar: [7, 2, 1, 3, 1, 0],
  inscricao: [7, 4, 0, 2, 1, 0],
  // One was led here by its order of the guide.
  'parabens-guia': [3, 3, 0, 0, 0, 0],
};

/** The visits that the filters find. */
const findings: Readonly<Record<string, readonly string[]>> = {
  'repeated-call': [
    'cadastro-consultoria: meets a failing server and sends again',
    'guia: meets a failing server and sends again',
    'inscricao: meets a failing server and sends again',
  ],
  'double-press': ['cadastro-consultoria: clicks twice', 'inscricao: clicks twice and goes on to payment'],
  undelivered: ['guia: orders to an address that does not exist'],
};

interface Made {
  readonly name: string;
  readonly acts: readonly Act[];
  readonly ended: string;
  readonly hasScript: boolean;
  id: string | null;
}

const made: readonly Made[] = Object.entries(table).flatMap(([flow, rows]) =>
  rows.map(([does, acts, ended, script]): Made => {
    const name = `${flow}: ${does}${script === undefined ? '' : `, ${script}`}`;
    return { name, acts, ended, hasScript: script === undefined, id: null };
  }),
);

const password = 'correct horse battery';
const checkout = serveHosts(['pagamento.perfiletico.com.br'], () => ({
  type: 'text/html',
  body: '<!doctype html><title>checkout</title>',
}));
let browser: Browser;
let site: HostedSite;
let mail: SMTPServer;
let admin = '';
let cookie = '';
const env = () => ({ DATA_DIR: site.dataDir, FUNNELS_DIR: 'funnels', DATABASE_URL: '' });

beforeAll(async () => {
  mail = new SMTPServer({
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    onRcptTo: ({ address }, _, done) =>
      done(address === unknownAddress ? Object.assign(new Error('no such user'), { responseCode: 550 }) : null),
    onData: (stream, _, done) => void stream.on('end', () => done()).resume(),
  });
  const smtp = await new Promise<number>((done) => {
    const listener = mail.listen(0, '127.0.0.1', () => done((listener.address() as { port: number }).port));
  });
  const port = await freePort();
  admin = `http://127.0.0.1:${port}`;
  // Each visitor has an address of their own for rate limits.
  const more = { TRUST_PROXY: '1', SMTP_URL: `smtp://127.0.0.1:${smtp}?tls=off` };
  site = await hostSite({ env: { ADMIN_PORT: String(port), TRACES: 'on', ...more } });
  const staff = await openStaff({ dataDir: site.dataDir, databaseUrl: null });
  await staff.addUser({ name: 'ana', role: 'viewer', password: await hashPassword(password), createdAt: Date.now() });
  await staff.close();
  cookie = await logIn();
  browser = await shareChromium('shell');
});
afterAll(async () => {
  await returnChromium(browser);
  await site.remove();
  await new Promise<void>((done) => mail.close(() => done()));
});

/** Makes a visit. @returns what went wrong; null if nothing did */
async function make(visit: Made, number: number): Promise<string | null> {
  const { page, leave } = await openVisitor(browser, {
    viewport: viewports.desktop,
    javaScriptEnabled: visit.hasScript,
    extraHTTPHeaders: { 'x-forwarded-for': `10.0.0.${number}` },
  });
  const person = {
    ...{ name: 'Ana Prado', email: `ana.${number}@exemplo.com.br`, phone: '11987654321' },
    text: 'Quero aparecer com ética.',
  };
  const { hasScript } = visit;
  const visiting = await visitorAt({ page, url: site.url, dataDir: site.dataDir, hasScript, person });
  try {
    for (const act of visit.acts) await act(visiting);
    return null;
  } catch (error) {
    return `${visit.name}: ${(error as Error).message} At ${page.url()}.`;
  } finally {
    visit.id = visiting.id;
    await leave();
  }
}

interface ListedTrace {
  readonly visit: string;
  readonly flow: string;
  readonly ended: string;
}

async function listedTraces(...options: readonly string[]): Promise<ListedTrace[]> {
  const { out, err } = await runFunnel(['traces', 'list', '--json', '--limit', '1000', ...options], env());
  expect(err).toBe('');
  return (JSON.parse(out) as { traces: ListedTrace[] }).traces;
}

/** Logs in to the studio. @returns the cookie of the session */
async function logIn(): Promise<string> {
  const login = await fetch(`${admin}/studio/login`, {
    ...{ method: 'POST', redirect: 'manual', headers: { origin: admin } },
    body: new URLSearchParams({ name: 'ana', password, to: '/studio' }),
  });
  return String(login.headers.get('set-cookie')).split(';')[0] as string;
}

/** The rows of the studio's list. @param query its filters */
async function studioRows(query: Readonly<Record<string, string>> = {}): Promise<VisitRow[]> {
  const rows: VisitRow[] = [];
  for (let page = 1, pages = 1; page <= pages; page += 1) {
    const parameters = new URLSearchParams({ ...query, page: String(page) });
    const reply = await fetch(`${admin}/studio/api/visits?${parameters}`, { headers: { cookie } });
    const list = (await reply.json()) as VisitsReply;
    pages = list.pages;
    rows.push(...list.visits);
  }
  return rows;
}

/** A sentence without how long something took. */
const untimed = (sentence: string): string => sentence.replace(/\((?:[\d.]+ m?s, )/, '(');

const shownAs = (visit: Pick<Made, 'name'>, ended: string | undefined): string => `${visit.name} – ${ended}`;

describe('visits of every flow', () => {
  test('are made', { timeout: 600_000 }, async () => {
    checkout.reach();
    const work = async (visits: Made[]): Promise<(string | null)[]> => {
      const faults: (string | null)[] = [];
      for (let next = visits.shift(); next !== undefined; next = visits.shift())
        faults.push(await make(next, made.indexOf(next)));
      return faults;
    };
    // Those without script are made one after another, and are known by their order.
    const scripted = made.filter(({ hasScript }) => hasScript);
    const others = made.filter(({ hasScript }) => !hasScript);
    const faults = await Promise.all([work(others), ...Array.from({ length: 4 }, () => work(scripted))]);
    expect(faults.flat().filter((fault) => fault !== null)).toEqual([]);
    expect(made.length).toBeGreaterThanOrEqual(60);
  });

  test('are all recorded, and each is listed with the ending that it had', async () => {
    const rows = await studioRows();
    const ids = new Set(made.map(({ id }) => id));
    const withoutScript = rows.filter(({ id }) => !ids.has(id)).sort((one, other) => one.at - other.at);
    for (const visit of made) if (!visit.hasScript) visit.id = withoutScript.shift()?.id ?? null;
    expect(withoutScript).toEqual([]);
    const endedIn = new Map(rows.map(({ id, ended }) => [id, untimed(ended)]));
    const expected = made.map((visit) => shownAs(visit, visit.ended));
    expect(made.map((visit) => shownAs(visit, endedIn.get(visit.id ?? '')))).toEqual(expected);
    // A visit has a trace for each page; its ending is that of one of them.
    const traces = await listedTraces();
    const inList = (visit: Made): string | undefined => {
      const own = traces.filter((trace) => trace.visit === visit.id).map(({ ended }) => untimed(ended));
      return own.find((ended) => ended === visit.ended) ?? own[0];
    };
    expect(made.map((visit) => shownAs(visit, inList(visit)))).toEqual(expected);
  });

  test.each(Object.entries(findings))('are found by %s, in the studio and by the command', async (finding, names) => {
    const expected = [...names].sort();
    const nameOf = (id: string): string => made.find((visit) => visit.id === id)?.name ?? id;
    await expect
      .poll(async () => (await studioRows({ with: finding })).map(({ id }) => nameOf(id)).sort())
      .toEqual(expected);
    const traces = await listedTraces('--with', finding);
    expect(traces.map(({ visit }) => nameOf(visit)).sort()).toEqual(expected);
  });

  test.each(Object.entries(dropoffs))('of %s add up', async (flow, numbers) => {
    const { out } = await runFunnel(['dropoff', flow, '--json'], env());
    type Counts = Readonly<
      Record<'came' | 'wentOn' | 'wentBack' | 'finished' | 'failed' | 'left' | 'open' | 'lost', number>
    >;
    const { screens, total } = JSON.parse(out) as { screens: readonly Counts[]; total: Counts };
    expect([total.came, total.wentOn, total.failed, total.left, total.open, total.lost]).toEqual(numbers);
    const [came = 0, ...parts] = numbers;
    expect(parts.reduce((sum, part) => sum + part, 0)).toBe(came);
    for (const { wentOn, wentBack, finished, failed, left, open, lost, ...screen } of screens)
      expect(wentOn + wentBack + finished + failed + left + open + lost).toBe(screen.came);
  });
});
