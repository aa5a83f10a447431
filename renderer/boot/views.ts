/** The views of a page's transition table, as text. */
import { type PageTable, partEnd } from './protocol.ts';

/** The HTML of each view. */
export function decodeViews(views: PageTable['views'], parts: string): Record<string, string> {
  const all = parts.split(partEnd);
  let html = '';
  return Object.fromEntries(
    views.map(([view, start, end], index) => {
      html = html.slice(0, start) + all[index] + html.slice(html.length - end);
      return [view, html];
    }),
  );
}
