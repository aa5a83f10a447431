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

/** The view of a state with an error behind which it has no other; undefined if there is none. */
export const viewEnding = (views: readonly string[], state: string, error: string): string | undefined =>
  views.find((view) => view.startsWith(`${state}!`) && view.endsWith(`!${error}`));
