/** The pages of the gallery: every block in every tone and state, and typical compositions. */
import { readFileSync } from 'node:fs';
import type { PageDefinition, SiteDefinition } from '../../engine/definition.ts';
import { formMessages, pageMessages } from '../../engine/messages/catalogue.ts';
import { type SessionEvent, sendEvent, startSession } from '../../engine/session/session.ts';
import type { Screen } from '../../engine/steps/screen.ts';
import { Skeleton } from '../../renderer/parts/Skeleton.tsx';
import {
  blockViews,
  createView,
  type RenderedDocument,
  renderPage,
  type StageInput,
  stageHeading,
} from '../../renderer/server.tsx';
import type { Block, Tone } from '../../schemas/generated/types.ts';
import { blockTypes } from '../../schemas/generated/types.ts';
import { loadFolder } from '../../server/definitions/load.ts';
import { examples } from '../contracts/blocks/generated/examples.ts';
import { screens } from '../contracts/blocks/screens.ts';
import { createBareRenderer } from '../harness/bare-renderer.ts';
import { loadFixture } from '../harness/fixture-sites.ts';
import { heldIn } from '../harness/held.ts';
import { compiledFlow } from '../harness/load-site.ts';

const { site: definition } = await loadFolder('funnels');
if (definition === null) throw new Error('The funnels folder has problems: run `funnel check`');
const site: SiteDefinition = { ...definition, routes: {} };
const scope = { score: 55, step: 1, steps: 4 };
const messages = pageMessages({ locale: site.site.locale });
const font = (name: string): string =>
  `data:font/woff2;base64,${readFileSync(`renderer/theme/fonts/${name}.woff2`).toString('base64')}`;
// Inlined, so that a page is a single file.
const fontUrls = { newsreader: font('newsreader'), inter: font('inter'), fraunces: font('fraunces') };

interface Options {
  readonly screen?: Screen;
  readonly show?: readonly Block[];
  readonly skeleton?: boolean;
  readonly toast?: { readonly title: string; readonly text: string };
  readonly values?: Readonly<Record<string, number>>;
  readonly fonts?: boolean;
  /** The content of an open dialog. */
  readonly dialog?: { readonly screen: Screen; readonly show: readonly Block[] };
}

function inDialog({ screen, show }: NonNullable<Options['dialog']>): StageInput {
  const view = createView({
    views: blockViews,
    scope,
    site: { name: site.site.name, home: '/', messages },
    screen,
    ids: 'dialogo-',
  });
  return {
    flow: 'dialogo',
    element: <div>{view.blocks(show)}</div>,
    identifierPrefix: 'd',
    held: heldIn(show),
    looks: [],
    attributes: {},
  };
}

function draw(blocks: readonly Block[], options: Options = {}): RenderedDocument {
  const page = {
    page: 'galeria',
    title: 'Galeria',
    description: 'Todas as peças.',
    blocks,
  } as unknown as PageDefinition;
  const { screen, show = [], skeleton = false, toast } = options;
  const view = createView({
    views: blockViews,
    scope: { ...scope, ...options.values },
    site: { name: site.site.name, home: '/', messages },
    screen: screen ?? null,
  });
  const element = skeleton ? (
    <Skeleton label={messages.loading} />
  ) : (
    <div>{view.blocks(show, stageHeading(heldIn(blocks)))}</div>
  );
  return renderPage({
    site,
    page,
    held: heldIn(blocks),
    canonical: `${site.site.url}/galeria`,
    scope,
    fontUrls: options.fonts === false ? { newsreader: '/f/newsreader.woff2', inter: '/f/inter.woff2' } : fontUrls,
    assetUrl: (asset) => `/assets/${asset}`,
    boot: options.dialog ? 'document.querySelector("dialog").showModal()' : '',
    ...(options.dialog
      ? { overlays: [{ id: 'inscricao', label: 'Acesso VIP', stage: inDialog(options.dialog) }] }
      : {}),
    ...(screen || skeleton
      ? {
          stage: {
            flow: 'galeria',
            element,
            identifierPrefix: 'g',
            held: heldIn(show),
            looks: ['options', 'amount'],
            attributes: {},
          },
        }
      : {}),
    ...(toast ? { toast } : {}),
  });
}

const { header, footer } = { header: examples.header.full, footer: examples.footer.full };
const framed = (...blocks: Block[]): Block[] => [header, ...blocks, footer];
const inStage = (screen: Screen, show: readonly Block[], more: Options = {}): RenderedDocument =>
  draw(framed({ type: 'stage' }), { screen, show, ...more });

const tones: readonly Tone[] = ['plain', 'soft', 'dark', 'accent', 'success', 'warning', 'danger'];
const toned = (...blocks: readonly Block[]): Block[] =>
  tones.flatMap((tone) => blocks.map((block) => ({ ...block, id: `${block.id}-${tone}`, tone }) as Block));

/** A block as on a real page, after a page heading, on its intended backgrounds. */
const inPage = (block: Block): RenderedDocument =>
  draw(
    framed(
      { type: 'text', title: 'Galeria' },
      ...(['plain', 'soft', 'dark', 'accent'] as const).map(
        (tone) => ({ ...block, id: `${block.id}-${tone}`, tone }) as Block,
      ),
    ),
  );

const result: readonly Block[] = [
  { ...examples.progress.full, caption: 'Diagnóstico concluído', from: 100, to: 100 },
  examples.score.full,
  examples.panel.full,
  {
    ...examples.panel.full,
    id: 'presente',
    tone: 'dark',
    eyebrow: 'Um presente',
    title: 'Roteiro de três stories',
    quote: undefined,
  } as unknown as Block,
  { ...examples.actions.full, align: 'start' },
];

const fields = screens.form.form.definition.fields.filter(({ name }) => ['nome', 'email', 'wa'].includes(name));
const contact = {
  ...screens.form,
  form: { ...screens.form.form, definition: { ...screens.form.form.definition, fields } },
};
const atFault = {
  ...contact.form,
  errors: { email: 'Por favor, informe um e-mail válido.' },
  problem: 'Erro ao enviar dados. Tente novamente.',
};
const vip: readonly Block[] = [
  { ...examples.countdown.full, id: 'contagem-vip', note: undefined } as unknown as Block,
  {
    ...examples.form.full,
    title: 'Acesso VIP',
    lead: 'Preencha os dados para reservar o seu lugar.',
    submit: 'QUERO ACESSO VIP',
    back: undefined,
  } as unknown as Block,
];

const pages: Readonly<Record<string, () => RenderedDocument>> = {
  landing: () =>
    draw(
      framed(
        { ...examples.hero.full, tone: 'dark' },
        examples.text.full,
        examples.stats.full,
        { ...examples.list.full, tone: 'soft' },
        examples.steps.full,
        { ...examples.list.full, id: 'tres', columns: 3, marker: 'check', title: 'Para quem é' },
        { ...examples.notice.full },
        examples.split.full,
        { ...examples.faq.full, id: 'perguntas' },
        {
          type: 'hero',
          id: 'fim',
          tone: 'dark',
          align: 'center',
          eyebrow: 'Sessão privada',
          title: 'Agende a sua sessão estratégica',
          lead: 'Sessenta minutos, um plano de ação e trinta dias de garantia.',
          actions: [{ label: 'Agendar Sessão Privada – R$ 197', to: '/agendamento', emphasis: 'strong', newTab: true }],
        },
      ),
    ),
  offer: () =>
    draw([
      header,
      { ...examples.hero.full, tone: 'dark' },
      { ...examples.hero.full, id: 'hero-2', title: 'O guia de quem prefere ser lembrado' },
      {
        ...examples.hero.full,
        id: 'hero-3',
        title: 'O guia de quem prefere ser lembrado',
        align: 'center',
        tone: 'soft',
      },
      examples.banner.full,
      { ...examples.countdown.full, size: 'normal' },
      { ...examples.countdown.full, id: 'contagem-2' },
      { ...examples.pricing.full, tone: 'soft' },
      examples.video.full,
      { ...examples.video.minimal, tone: 'soft' },
      examples.calendar.full,
      { ...examples.panel.full, dots: true },
      footer,
      examples.sticky.full,
      { ...examples['scroll-top'].full, tone: 'dark' },
    ]),
  legal: () => draw(framed(examples.prose.full)),
  'legal-size': () => draw(framed(examples.prose.full), { fonts: false }),
  'not-found': () =>
    draw(
      framed(
        {
          type: 'text',
          eyebrow: 'Erro 404',
          title: 'Página não encontrada',
          body: [{ p: 'O endereço pode ter mudado ou nunca ter existido.' }],
        },
        examples.actions.minimal,
      ),
    ),
  intro: () => inStage(screens.ready, [{ ...examples.hero.full, tone: 'dark' }, examples.steps.full]),
  starting: () => inStage(screens.starting, [examples.hero.full]),
  question: () => inStage(screens.question, [examples.progress.full, examples.question.full]),
  answered: () =>
    inStage(screens.answered, [examples.progress.full, examples.question.full], {
      toast: { title: 'Aviso', text: 'Por favor, selecione uma opção para continuar.' },
    }),
  form: () => inStage(screens.form, [{ ...examples.progress.full, caption: 'Último passo' }, examples.form.full]),
  survey: () => inStage(screens.survey, [examples.form.full]),
  failing: () => inStage(screens.failing, [{ ...examples.progress.full, caption: 'Último passo' }, examples.form.full]),
  sending: () => inStage(screens.sending, [examples.form.full]),
  result: () => inStage(screens.ready, result),
  'result-good': () => inStage(screens.ready, result.slice(0, 2), { values: { score: 88 } }),
  'result-poor': () => inStage(screens.ready, result.slice(0, 2), { values: { score: 25 } }),
  loading: () => draw(framed({ type: 'stage' }), { skeleton: true }),
  signup: () =>
    draw(framed({ type: 'split', main: examples.split.full.main as unknown as Block[], aside: [{ type: 'stage' }] }), {
      screen: screens.form,
      show: [{ ...examples.form.full, title: 'Quero saber mais', lead: 'Preencha e fale com a nossa equipe.' }],
    }),
  'signup-dark': () =>
    draw(
      framed({
        type: 'split',
        tone: 'dark',
        main: examples.split.full.main as unknown as Block[],
        aside: [{ type: 'stage' }],
      }),
      {
        screen: screens.failing,
        show: [examples.form.full],
      },
    ),
  'tones-1': () => draw(toned(examples.hero.full, examples.stats.full)),
  'tones-2': () => draw(toned(examples.panel.full, examples.notice.full, examples.score.full)),
  'part-before-after': () => inPage(examples['before-after'].full),
  'part-conversations': () => inPage(examples.conversations.full),
  'part-cards': () => inPage(examples.cards.full),
  'part-testimonials': () => inPage(examples.testimonials.full),
  'part-portrait': () => inPage(examples.portrait.full),
  'part-modules': () => inPage(examples.modules.full),
  'part-compare': () => inPage(examples.compare.full),
  'part-image': () => inPage(examples.image.full),
  'tones-3': () => draw(toned(examples.list.full, examples.faq.full, examples.actions.full)),
  'dialog-form': () => draw(framed(examples.hero.full), { dialog: { screen: contact, show: vip } }),
  'dialog-failing': () =>
    draw(framed(examples.hero.full), { dialog: { screen: { ...contact, form: atFault }, show: vip } }),
  'dialog-sending': () =>
    draw(framed(examples.hero.full), { dialog: { screen: { ...contact, status: 'calling' }, show: vip } }),
  'dialog-checking': () =>
    draw(framed(examples.hero.full), {
      dialog: {
        screen: screens.ready,
        show: [
          {
            type: 'panel',
            title: 'Verificando a agenda…',
            body: [{ p: 'Estamos procurando horários nos próximos 7 dias.' }],
            dots: true,
          },
        ],
      },
    }),
  'form-back': () =>
    inStage(screens.form, [
      { ...examples.form.full, nativeValidation: true, submit: 'Enviar candidatura com descrição' },
    ]),
  'tones-4': () => draw(toned(examples.banner.full, examples.countdown.full, examples.calendar.full)),
  'tones-5': () => draw(toned(examples.pricing.full)),
  'tones-6': () => draw(toned(examples.video.full)),
  'header-dark': () =>
    draw([{ ...header, tone: 'dark', sticky: false }, { ...examples.hero.full, tone: 'accent' }, footer]),
  minimal: () =>
    draw(
      blockTypes.map((type) => examples[type].minimal),
      { screen: screens.ready },
    ),
};

const renderer = createBareRenderer({ fonts: fontUrls });
const texts = formMessages(definition.site);
// The first screen of every path of the real site.
const paths = Object.entries(definition.routes).filter(([path, { canonical }]) => path === canonical);
const real = Object.fromEntries(
  paths.map(([path, route]) => [
    `site${path.replaceAll('/', '-')}`,
    () =>
      renderer.renderStatic({
        site: definition,
        route,
        hidden: false,
        picture: () => '/card.png',
        origin: site.site.url,
        bundles: {},
        formMessages: texts,
      }),
  ]),
);

const fixtures = { short: await loadFixture('short'), fields: await loadFixture('fields') };

/** A screen of a visit. @param order the id of the visit, which options in a random order depend on */
function inVisit(of: SiteDefinition, path: string, events: readonly SessionEvent[], order?: string): RenderedDocument {
  const route = of.routes[path];
  if (route === undefined || route.flow === null) throw new RangeError(`No flow has a step at ${path}.`);
  const input = { screen: null, query: {}, visit: {}, at: 0, random: 0, ids: {}, saved: {} };
  let { session } = startSession(compiledFlow(of, route.flow), input);
  for (const event of events) ({ session } = sendEvent(session, event, { at: 0, random: 0 }));
  const facts = {
    ...{ site: of, route, hidden: true, origin: 'https://casa.example', bundles: {} },
    ...{ picture: () => '/card.png', formMessages: formMessages(of.site) },
  };
  const log = { input, events: [] };
  return renderer.renderSession(facts, {
    ...{ session, log, toasts: [], address: null, sealed: null, opened: null, over: false },
    ...(order === undefined ? {} : { order }),
  });
}

const ana = { nome: 'Ana', email: 'ana@exemplo.com.br' };
/** Words that are no block and no type of field. */
const words: Readonly<Record<string, () => RenderedDocument>> = {
  'word-shuffle': () => inVisit(fixtures.short, '/pesquisa', [], '1f0k3q9z7m2x5c8v'),
  'word-shuffle-other': () => inVisit(fixtures.short, '/pesquisa', [], '3f0k3q9z7m2x5c8v'),
  'word-call': () => inVisit(fixtures.short, '/palestra', []),
  'word-call-inside': () =>
    inVisit(fixtures.short, '/convite', [
      { type: 'SUBMIT', values: { tema: 'impostos' } },
      { type: 'SUBMIT', values: ana },
    ]),
  'word-call-after': () => inVisit(fixtures.short, '/palestra', [{ type: 'SUBMIT', values: ana }]),
  'word-rounds': () =>
    inVisit(fixtures.fields, '/canais', [
      { type: 'on', name: 'begin' },
      { type: 'SUBMIT', values: { canais: ['busca'] } },
    ]),
};
const all: Readonly<Record<string, () => RenderedDocument>> = { ...pages, ...words, ...real };

export const names = Object.keys(all);
/** A page of the gallery, or of the site (`site-…`). */
export const page = (name: string): RenderedDocument => (all[name] as () => RenderedDocument)();
