import type { Text } from '../../../schemas/compiled.ts';
import type { PageFile } from '../../../schemas/generated/types.ts';
import type { FlowDefinition } from '../../definition.ts';
import { roleOfStep } from '../../steps/authoring.ts';
import { pageTitle } from '../../values/page-title.ts';
import type { Draft } from '../link/draft.ts';
import type { DataPath, Source } from '../source/source.ts';

/** The lengths that search results show in full, in characters. The authors' guide contains the same figures. */
export const recommended = { title: { most: 60 }, description: { least: 120, most: 155 } } as const;

interface TextSource {
  readonly text: Text;
  readonly source: Source<unknown>;
  readonly path: DataPath;
}

/**
 * Checks titles and descriptions: every page has a title; titles of pages in search results are unique; and titles and
 * descriptions have the recommended lengths.
 */
export function checkTitles(
  draft: Draft,
  pages: Readonly<Record<string, Pick<PageFile, 'title' | 'description'>>>,
  flows: Readonly<Record<string, Pick<FlowDefinition, 'steps'>>>,
): void {
  const { report, site } = draft;
  const siteName = site.data.name;
  const untitled = new Set<string>();
  const titles = new Map<string, string>();
  for (const [route, { page, flow, step, canonical, overlay }] of draft.routes) {
    // An overlay's own page is hidden from search engines and uses the overlay's label as its title.
    if (route !== canonical || overlay !== undefined) continue;
    // A step with a mistake has no definition, and no title that is known.
    if (flow !== null && flows[flow]?.steps[step ?? ''] === undefined) continue;
    const frame = draft.pages.get(page);
    const stepSource = flow === null ? undefined : draft.flows.get(flow);
    const at = stepSource?.data.steps[step ?? ''];
    const written = (key: 'title' | 'description'): TextSource | undefined => {
      const own = flow === null || step === null ? undefined : flows[flow]?.steps[step]?.[key];
      if (own !== undefined && stepSource !== undefined)
        return { text: own, source: stepSource, path: ['steps', step ?? '', key] };
      const framed = pages[page]?.[key];
      return framed === undefined || frame === undefined ? undefined : { text: framed, source: frame, path: [key] };
    };
    const title = written('title');
    // A step that continues or redirects immediately is never seen.
    if (at !== undefined && ['junction', 'exit'].includes(roleOfStep(at))) continue;
    if (title === undefined) untitled.add(page);
    const listed =
      (at?.search ?? frame?.data.search) !== 'hidden' && at?.query === undefined && at?.fetch === undefined;
    if (!listed) continue;
    if (typeof title?.text === 'string') {
      const { text, source, path } = title;
      const drawn = pageTitle(text, siteName);
      const other = titles.get(drawn);
      if (other !== undefined)
        draft.memo.once(`title again ${path.join(' ')}`, source, [text, route, other], () =>
          draft.report.add('title-repeated', source, source.place(path), { title: text, route, other }),
        );
      else if (drawn.length > recommended.title.most)
        draft.memo.once(`title ${path.join(' ')}`, source, [drawn], () =>
          draft.report.add('title-long', source, source.place(path), {
            ...{ title: drawn, length: drawn.length, most: recommended.title.most },
          }),
        );
      titles.set(drawn, other ?? route);
    }
    const description = written('description');
    if (typeof description?.text === 'string') {
      const { source, path } = description;
      const { length } = description.text;
      const { least, most } = recommended.description;
      if (length < least || length > most)
        draft.memo.once(`description ${path.join(' ')}`, source, [length], () =>
          draft.report.add('description-length', source, source.place(path), { length, least, most }),
        );
    }
  }
  for (const [id, { data }] of draft.pages) {
    const shown = untitled.has(id) || (data.role === 'not-found' && data.title === undefined);
    const source = draft.pages.get(id);
    if (shown && source !== undefined) report.add('title-missing', source, source.place(['page']), { siteName });
  }
}
