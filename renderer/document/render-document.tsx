/** Renders a page as HTML, with the inline contents that its content security policy must allow by hash. */
import { renderToStaticMarkup } from 'react-dom/server';
import { Document, type DocumentProps } from './Document.tsx';
import type { Sources } from './sources.ts';

export interface RenderedDocument {
  readonly html: string;
  /** The exact contents of inline `<style>` elements. */
  readonly inlineStyles: readonly string[];
  /** The exact contents of inline scripts that run. JSON is data, which the policy does not restrict. */
  readonly inlineScripts: readonly string[];
  /** The external sources of the page; none by default. */
  readonly sources?: Sources;
}

/** The page's HTML between the skip link and the notifications. */
export interface RenderedBody {
  readonly before: string;
  /** The inner HTML of `<main>`. */
  readonly main: string;
  readonly after: string;
}

// React escapes `<` in texts, so these strings occur only where `Document` renders them.
const marks = { style: '<style></style>', main: '<main id="main"', toasts: '<div id="toasts"' };

/** Without scripts a field cannot appear when its condition holds. All fields are shown, and the server evaluates the conditions. */
const withoutScript = {
  field__when: '.field__when[hidden]:not(:empty){display:block!important}',
  // Only a script can show the value of a slider that moves.
  amount__value: '.amount__value{display:none!important}',
  // As for fields: the server refuses an option that is not offered.
  options__varied:
    '.options__varied label[hidden]{display:grid!important}.options__varied option[hidden]{display:block!important}',
  // Only a script can search.
  options__search: '.options__search{display:none}',
  // Only a script can draw.
  signature__pad: '.signature__pad{display:none}',
};

function bodyOf(html: string): RenderedBody {
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
 * Renders a document and the CSS that its HTML needs.
 * @param cssOf returns the CSS of a body
 * @throws RangeError when a script or the CSS would end its element
 */
export function renderDocument(props: DocumentProps, cssOf: (body: RenderedBody) => string): RenderedDocument {
  const { hold = '', preload, consent, shuffle = '', scripts: more = '', boot } = props;
  const scripts = [preload?.script ?? '', hold, consent?.script ?? '', shuffle, more, boot].filter(
    (script) => script !== '',
  );
  if (/<\/script|<!--/i.test(scripts.join(' '))) throw new RangeError('A script would end its element');
  const html = renderToStaticMarkup(<Document {...props} />);
  const css = cssOf(bodyOf(html));
  if (/<\/style/i.test(css)) throw new RangeError('The CSS would end its element');
  const withoutScripts = Object.entries(withoutScript).flatMap(([name, rule]) =>
    html.includes(`class="${name}"`) ? [rule] : [],
  );
  const styles = [
    `<style>${css}</style>`,
    ...withoutScripts.map((more) => `<noscript><style>${more}</style></noscript>`),
  ];
  return {
    html: `<!doctype html>${html.replace(marks.style, () => styles.join(''))}`,
    inlineStyles: [css, ...withoutScripts],
    inlineScripts: scripts,
  };
}
