/** Renders minimal pages, so that tests of the server depend on the server only. */

import { plainText } from '../../../engine/flow/scope.ts';
import { scopeAt, screenOf } from '../../../engine/session/session.ts';
import type { PageRenderer, RenderedPage, RenderFacts } from '../../../renderer/contract.ts';
import type { Prose, Text } from '../../../schemas/compiled.ts';

export interface PlainRenderer extends PageRenderer {
  /** Page, or page and step, of every static page rendered, in order. */
  readonly drawn: string[];
}

const style = 'body{color:#123}';
const escaped = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);

function document({ site, route }: RenderFacts, body: string, data: unknown): RenderedPage {
  const script = `window.page=${JSON.stringify(route.page)}`;
  const html =
    `<!doctype html><html lang="${site.site.locale}"><head><title>${escaped(route.page)}</title><style>${style}</style></head>` +
    `<body>${body}<script id="funnel-session" type="application/json">${JSON.stringify(data).replaceAll('<', '\\u003c')}</script>` +
    `<script>${script}</script></body></html>`;
  return { html, inlineScripts: [script], inlineStyles: [style] };
}

const textOf = (block: unknown, lookup: (name: string) => unknown): string =>
  ['title', 'body']
    .map((key) => (block as Record<string, unknown>)[key])
    .filter((text) => text !== undefined)
    .map((text) => plainOf(text, lookup))
    .join(' ');

/** Titles are texts; bodies are paragraphs and lists of texts. */
function plainOf(text: unknown, lookup: (name: string) => unknown): string {
  const prose = Array.isArray(text) && text.every((part) => typeof part === 'object' && ('p' in part || 'ul' in part));
  const texts = prose ? (text as Prose).flatMap((part) => ('p' in part ? [part.p] : part.ul)) : [text as Text];
  return texts.map((each) => plainText(each, lookup as never)).join(' ');
}

/** A renderer that records its calls. `broken` names a page that fails to render, `brokenStep` a per-visitor step. */
export function plainRenderer(
  broken: () => string | null = () => null,
  brokenStep: () => string | null = () => null,
): PlainRenderer {
  const drawn: string[] = [];
  return {
    drawn,
    renderStatic(facts) {
      const { site, route } = facts;
      drawn.push(route.step === null ? route.page : `${route.page}:${route.step}`);
      if (route.page === broken()) throw new TypeError('it cannot be drawn');
      const blocks = site.pages[route.page]?.blocks ?? [];
      const body = blocks.map((block) => `<p>${escaped(textOf(block, () => null))}</p>`).join('');
      const bundles = Object.values(facts.bundles).join(' ');
      return document(facts, `<main data-bundles="${bundles}">${body}${'é'.repeat(300)}</main>`, null);
    },
    renderDocument: async ({ document }) => Buffer.from(`%PDF-1.7 ${document}`),
    renderNotice: ({ site, title, text, link }) => ({
      html: `<!doctype html><html lang="${site.site.locale}"><title>${escaped(title)}</title><p>${escaped(text)}</p><a href="${escaped(link.to)}">${escaped(link.label)}</a></html>`,
      inlineScripts: [],
      inlineStyles: [],
    }),
    renderEmail: ({ email, values }) => ({
      subject: email,
      html: `<!doctype html><p>${escaped(JSON.stringify(values))}</p>`,
      text: JSON.stringify(values),
      replyTo: null,
    }),
    renderSession(facts, visit) {
      if (facts.route.step === brokenStep()) throw new TypeError('it cannot be drawn');
      const step = facts.site.flows[facts.route.flow as string]?.steps[facts.route.step as string];
      const failed = visit.toasts.length > 0;
      const body = failed
        ? ''
        : (step?.show ?? []).map((block) => `<p>${escaped(textOf(block, scopeAt(visit.session)))}</p>`).join('');
      const toasts = visit.toasts
        .map(
          ({ title, text, link }) =>
            `<div role="status">${escaped(title)}: ${escaped(text)} ${escaped(link ?? '')}</div>`,
        )
        .join('');
      const { form } = screenOf(visit.session);
      const errors = Object.entries(form?.errors ?? {})
        .map(([field, error]) => `<p data-error="${field}">${escaped(error)}</p>`)
        .join('');
      const sealed = visit.sealed === null ? '' : `<input type="hidden" name="_log" value="${visit.sealed}">`;
      const screen = screenOf(visit.session).id;
      return document(
        facts,
        `<main data-path="${escaped(visit.address ?? '')}" data-step="${facts.route.step}" data-screen="${screen}">${body}${errors}${toasts}${sealed}</main>`,
        visit.log,
      );
    },
    looks: () => ({
      mark: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 8 8"><path d="M0 0h8v8H0z" fill="#123"/></svg>',
      color: '#112233',
      background: '#FFFFFF',
    }),
    bundle: (site, flow, formMessages) => ({ flow: site.flows[flow], site: { name: site.site.name, formMessages } }),
  };
}
