/** Notes about pages and flows that nothing links to. */
import { holesIn } from '../../values/inline.ts';
import { doubtfulNames } from '../link/doubt.ts';
import type { Draft, DraftRoute } from '../link/draft.ts';
import type { DataPath, Source } from '../source/source.ts';

/** A part of a text that may be an address of the site. It may contain `{{ … }}`. */
const addressPattern = /(?<![\w/:.}-])\/(?:\{\{.*?\}\}|[^\s?#'"<>()[\]{}|\\])*/gs;

/** An address in a text, and the page or flow that the text belongs to; null for all other texts. */
interface Link {
  readonly to: string;
  readonly from: string | null;
}

/** A page or flow with an address. */
interface AddressGroup {
  readonly things: ReadonlySet<string>;
  readonly routes: readonly string[];
}

const thingOf = ({ flow, page, overlay }: DraftRoute): string =>
  flow === null || overlay !== undefined ? `page ${page}` : `flow ${flow}`;

/**
 * Notes each page and flow that no other definition links to. An advertisement may lead there, which its author says in an
 * acceptance.
 * @param code the site's extensions, which may contain links
 */
export function checkUnlinked(draft: Draft, code: readonly { readonly text: string }[]): void {
  const links = [...linksOf(draft), ...code.flatMap(({ text }) => addressesIn(text).map((to) => ({ to, from: null })))];
  const doubtful = doubtfulNames(draft);
  const direct = new Map<string, Link[]>();
  for (const link of links) direct.set(link.to, [...(direct.get(link.to) ?? []), link]);
  const open = links.flatMap((link) => {
    const pattern = holePattern(link.to);
    return pattern === null ? [] : [{ ...link, pattern }];
  });
  for (const [, { things, routes, source, path }] of addressedThings(draft)) {
    const isElsewhere = ({ from }: Link): boolean => from === null || !things.has(from);
    const isLinked = routes.some(
      (route) =>
        (direct.get(route) ?? []).some(isElsewhere) ||
        open.some((link) => isElsewhere(link) && link.pattern.test(route)),
    );
    if (!isLinked && !routes.some((route) => doubtful.has(route)))
      draft.report.add('page-unlinked', source, source.place(path), { path: routes[0] ?? '' });
  }
}

/** The pages and flows with addresses, by their place: the pages of a collection are one. The home page needs no link. */
function addressedThings(draft: Draft): Map<string, AddressGroup & { source: Source<unknown>; path: DataPath }> {
  const found = new Map<string, AddressGroup & { source: Source<unknown>; path: DataPath }>();
  const home = draft.routes.get('/');
  for (const [route, each] of draft.routes) {
    const thing = thingOf(each);
    if (home !== undefined && thingOf(home) === thing) continue;
    const source = thing.startsWith('flow') ? draft.flows.get(each.flow ?? '') : draft.pages.get(each.page);
    // The frame of a flow has no address of its own, and the page for unknown addresses has none that matters.
    if (source === undefined || (source.data as { role?: string }).role === 'not-found') continue;
    const path =
      each.flow === null || each.overlay !== undefined ? ['paths', 0] : ['steps', each.step ?? '', 'path', 0];
    const { offset, file } = source.place(path);
    const key = thing.startsWith('flow') ? thing : `${(file ?? source).path} ${offset}`;
    const known = found.get(key);
    found.set(key, {
      ...(known ?? { source, path }),
      things: new Set([...(known?.things ?? []), thing]),
      routes: [...(known?.routes ?? []), route],
    });
  }
  return found;
}

function linksOf(draft: Draft): Link[] {
  const { site, pages, flows, forms, emails, documents, intakes } = draft;
  const url = site.data.url.replace(/\/$/, '');
  const within = (text: string): string => text.replaceAll(/\{\{\s*site\.url\s*\}\}/g, '').replaceAll(url, '');
  const rest = new Set<Source<unknown>>([
    ...[site, ...forms.values(), ...emails.values(), ...documents.values()],
    ...[...intakes.values()].map(({ source }) => source),
  ]);
  const linksIn = (source: Source<unknown>, from: string | null): Link[] =>
    draft.memo
      .once('addresses', source, [url], () =>
        draft
          .contents(source)
          .annotated.filter(({ path }) => !isRouteDefinition(source, path))
          .flatMap(({ value }) => textsIn(value).flatMap((text) => addressesIn(within(text)))),
      )
      .map((to) => ({ to, from }));
  return [
    ...[...pages].flatMap(([id, source]) => linksIn(source, frameThing(draft, id))),
    ...[...flows].flatMap(([id, source]) => linksIn(source, `flow ${id}`)),
    ...[...rest].flatMap((source) => linksIn(source, null)),
  ];
}

/** What a link on a page is from: a frame belongs to its flow, and to none if it has several. */
function frameThing({ flowsByPage }: Draft, page: string): string | null {
  const [flow, ...more] = flowsByPage.get(page) ?? [];
  if (flow === undefined) return `page ${page}`;
  return more.length > 0 ? null : `flow ${flow.data.flow}`;
}

const isRouteDefinition = ({ kind }: Source<unknown>, path: DataPath): boolean =>
  (kind === 'page' && path[0] === 'paths') || (kind === 'flow' && path[0] === 'steps' && path[2] === 'path');

const textsIn = (value: unknown): string[] =>
  typeof value === 'string'
    ? [value]
    : typeof value === 'object' && value !== null
      ? Object.values(value).flatMap(textsIn)
      : [];

const addressesIn = (text: string): string[] =>
  (text.match(addressPattern) ?? []).map((to) => to.replace(/[.,;:!]+$/, ''));

/** What an address with `{{ … }}` can be, as a pattern; null for one without. */
function holePattern(address: string): RegExp | null {
  const holes = holesIn(address);
  if (holes.length === 0) return null;
  const parts = [
    ...holes.map(({ from }, index) => [holes[index - 1]?.to ?? 0, from]),
    [holes.at(-1)?.to ?? 0, address.length],
  ];
  return new RegExp(
    `^${parts.map(([from, to]) => address.slice(from, to).replaceAll(/[^\w/-]/g, '\\$&')).join('.+')}$`,
  );
}
