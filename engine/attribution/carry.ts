/** Carries the parameters of a visit into an address of another host. Browser and server share this rule. */

/** A parameter of an address, and the parameters of the visit that it takes its value from; the first one known counts. */
export interface CarriedParameter {
  readonly name: string;
  readonly from: readonly string[];
  /** Whether the host accepts only letters, digits, - and _, at most 150 of them. */
  readonly token?: true;
  /** Whether it identifies a click on an ad: it is carried only if marketing is allowed. */
  readonly click?: true;
}

/** The parameters by host. */
export type CarriedHosts = Readonly<Record<string, readonly CarriedParameter[]>>;

/** The members of a parsed address that are used here; the platform's `URL` has them. */
export interface CarriedAddress {
  readonly host: string;
  search: string;
  readonly searchParams: { has(name: string): boolean };
}

const longest = 300;

/**
 * Adds the parameters that the address does not have yet. The others stay as they are written: WhatsApp shows a space that
 * is written as + as a plus.
 */
export function carryInto(
  address: CarriedAddress,
  hosts: CarriedHosts,
  values: Readonly<Record<string, unknown>>,
  isMarketingAllowed: boolean,
): void {
  for (const { name, from, token, click } of Object.hasOwn(hosts, address.host) ? (hosts[address.host] ?? []) : []) {
    const found = from.map((each) => values[each]).find((each) => typeof each === 'string' && each !== '');
    if (typeof found !== 'string' || (click && !isMarketingAllowed)) continue;
    if (found.length > longest || /\S(?:@|%40)\S|^[+ ]\d[\d ().-]{9,}$/i.test(found) || address.searchParams.has(name))
      continue;
    const value = token ? found.replace(/[^A-Za-z0-9_-]+/g, '_').slice(0, 150) : found;
    address.search += `${address.search === '' ? '?' : '&'}${encodeURIComponent(name)}=${encodeURIComponent(value)}`;
  }
}
