/** The query parameters that an address may contain when a third party can read it. */
import { attributionSettings } from '../attribution/attribution.ts';
import { carriedHosts, carriedNames } from '../attribution/platforms.ts';
import type { SiteDefinition } from '../definition.ts';
import { firstSignals } from '../signals/page.ts';
import { configuredTags } from '../tags/configuration.ts';
import { attributionParameters } from './attribution.ts';

export interface AddressParameters {
  /** Names that may be sent off the site: attribution, and values that the author declares anonymous. */
  readonly outgoing: readonly string[];
  /** Names that stay in the browser's own address, which third-party scripts in the page can read. */
  readonly visible: readonly string[];
}

/** The part of a field or value declaration that decides whether its name is personal. */
interface Privacy {
  readonly pii?: string | undefined;
  readonly aliases?: readonly string[] | undefined;
  readonly fields?: Readonly<Record<string, Privacy>>;
}

/** The engine's own parameters. A page needs them after a reload. */
export const ownParameters: readonly string[] = ['trace', 'at'];

/**
 * The parameters of a site's addresses. An undeclared parameter may contain anything, so it is never sent. A name that
 * is marked as personal data in one place is personal everywhere.
 */
export function addressParameters({ site, flows, forms, intakes }: SiteDefinition): AddressParameters {
  const personal = new Set<string>();
  const mark = (name: string, { pii, aliases = [], fields = {} }: Privacy, within = false): void => {
    const isPersonal = within || pii !== undefined;
    if (isPersonal) for (const each of [name, ...aliases]) personal.add(each);
    for (const [member, type] of Object.entries(fields)) mark(member, type, isPersonal);
  };
  for (const form of Object.values(forms))
    for (const { name, pii, aliases = [], prefill = [] } of form.fields)
      mark(name, { pii, aliases: [...aliases, ...[prefill].flat()] });
  const values = [...Object.values(flows).map(({ data }) => data), ...Object.values(intakes).map((each) => each.input)];
  for (const types of values) for (const [name, type] of Object.entries(types ?? {})) mark(name, type);

  const allowed = (names: readonly string[]): string[] => [...new Set(names)].filter((name) => !personal.has(name));
  const read = Object.values(flows).flatMap(({ steps, data }) =>
    Object.values(steps).flatMap(({ query }) => Object.keys(query ?? {}).map((name) => ({ name, type: data?.[name] }))),
  );
  const prefilled = Object.values(forms).flatMap(({ fields }) => fields.flatMap(({ prefill }) => prefill ?? []));
  const anonymous = read.filter(({ type }) => type?.anonymous === true).map(({ name }) => name);
  const clickIds = configuredTags(site).flatMap((tag) => tag.clickIds);
  const declared = site.integrations?.pixel?.parameters ?? [];
  const outgoing = allowed([...attributionParameters, ...declared, ...clickIds, ...anonymous]);
  const kept = [...(attributionSettings(site)?.parameters ?? []), ...carriedNames(carriedHosts(site))];
  const visible = allowed([
    ...outgoing,
    ...kept,
    ...read.map(({ name }) => name),
    ...prefilled,
    ...Object.keys(firstSignals.query),
    ...ownParameters,
  ]);
  return { outgoing, visible };
}
