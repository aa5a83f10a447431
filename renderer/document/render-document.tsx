/** The page as text, with what a content security policy must allow by its hash. */
import { renderToStaticMarkup } from 'react-dom/server';
import { Document, type DocumentProps } from './Document.tsx';
import type { Sources } from './sources.ts';

export interface RenderedDocument {
  readonly html: string;
  /** The exact contents of inline `<style>` elements. */
  readonly inlineStyles: readonly string[];
  /** The exact contents of inline scripts that run; JSON is data and needs no leave. */
  readonly inlineScripts: readonly string[];
  /** What the page loads from elsewhere; nothing when left out. */
  readonly sources?: Sources;
}

/** The page's own HTML: everything between the skip link and the notifications. */
export interface DrawnBody {
  readonly before: string;
  /** What `<main>` holds. */
  readonly main: string;
  readonly after: string;
}

// React escapes every `<` of a text, so these are found only where `Document` draws them.
const marks = { style: '<style></style>', main: '<main id="main"', toasts: '<div id="toasts"' };

function bodyOf(html: string): DrawnBody {
  const start = html.indexOf('</a>', html.indexOf('<body')) + '</a>'.length;
  const main = html.indexOf(marks.main, start);
  const inside = html.indexOf('>', main) + 1;
  const end = html.indexOf('</main>', inside);
  return {
    before: html.slice(start, main),
    main: html.slice(inside, end),
    after: html.slice(end + '</main>'.length, html.indexOf(marks.toasts, end)),
  };
}

/**
 * Renders a document once; its CSS follows from the HTML.
 * @param cssOf the CSS of a body
 * @throws RangeError when a script or the CSS could end its own element
 */
export function renderDocument(props: DocumentProps, cssOf: (body: DrawnBody) => string): RenderedDocument {
  const scripts = [props.hold ?? '', props.boot].filter((script) => script !== '');
  if (/<\/script|<!--/i.test(scripts.join(' '))) throw new RangeError('A script would end its element');
  const html = renderToStaticMarkup(<Document {...props} />);
  const css = cssOf(bodyOf(html));
  if (/<\/style/i.test(css)) throw new RangeError('The CSS would end its element');
  return {
    html: `<!doctype html>${html.replace(marks.style, () => `<style>${css}</style>`)}`,
    inlineStyles: [css],
    inlineScripts: scripts,
  };
}
