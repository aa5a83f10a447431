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

/**
 * Renders a document. A boot script or CSS that could end its own element is refused.
 * @throws RangeError when `boot` or `css` holds a closing tag
 */
export function renderDocument(props: DocumentProps): RenderedDocument {
  const scripts = [props.hold ?? '', props.boot].filter((script) => script !== '');
  if (/<\/script|<!--/i.test(scripts.join(' '))) throw new RangeError('A script would end its element');
  if (/<\/style/i.test(props.css)) throw new RangeError('The CSS would end its element');
  const html = `<!doctype html>${renderToStaticMarkup(<Document {...props} />)}`;
  return { html, inlineStyles: [props.css], inlineScripts: scripts };
}
