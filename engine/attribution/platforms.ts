/** The names under which platforms expect the source of a visitor. */
import type { CarriedPlatform } from '../../schemas/generated/types.ts';
import { sourceParameters } from './attribution.ts';
import type { CarriedHosts, CarriedParameter } from './carry.ts';

const isClick = (name: string): boolean => !/^(utm_|src$|sck$)/.test(name);
const same = (name: string): CarriedParameter => ({ name, from: [name], ...(isClick(name) ? { click: true } : {}) });

const common = sourceParameters.map(same);

/** The parameters of each platform, besides those with equal names. A sale is reported with these. */
export const platforms = {
  default: [],
  hotmart: [{ name: 'sck', from: ['sck', 'src', 'utm_source'] }],
  kiwify: [{ name: 's1', from: ['src', 'sck', 'utm_source'] }],
  stripe: [{ name: 'client_reference_id', from: ['src', 'sck', 'utm_campaign', 'utm_source'], token: true }],
} as const satisfies Record<NonNullable<CarriedPlatform['platform']>, readonly CarriedParameter[]>;

/** The parameters of a host: those of the author, of the platform, and those with equal names, each name once. */
function parametersFor({ platform = 'default', params = {} }: CarriedPlatform): CarriedParameter[] {
  const written = Object.entries(params).map(
    ([name, from]): CarriedParameter => ({ name, from: [from], ...(isClick(from) ? { click: true } : {}) }),
  );
  const all = [...written, ...platforms[platform], ...common];
  return all.filter(({ name }, index) => all.findIndex((each) => each.name === name) === index);
}

/** The parameters by host of a site. @param isAllowed whether a parameter of the visit is free of personal data */
export function carriedHosts(
  {
    integrations,
  }: { readonly integrations?: { readonly carry?: Readonly<Record<string, CarriedPlatform>> | undefined } },
  isAllowed: (name: string) => boolean = () => true,
): CarriedHosts {
  return Object.fromEntries(
    Object.entries(integrations?.carry ?? {}).map(([host, platform]) => [
      host,
      parametersFor(platform).flatMap((each) => {
        const from = each.from.filter(isAllowed);
        return from.length === 0 ? [] : [{ ...each, from }];
      }),
    ]),
  );
}

/** The parameters of a visit that are carried to some host. */
export const carriedNames = (hosts: CarriedHosts): string[] => [
  ...new Set(Object.values(hosts).flatMap((parameters) => parameters.flatMap(({ from }) => from))),
];
