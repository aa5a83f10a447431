/** Carries the source of a visit into links to other hosts, such as a checkout or WhatsApp. */
import { type CarriedHosts, carryInto } from '../../engine/attribution/carry.ts';
import type { Landing } from '../boot/protocol.ts';
import type { OpenedPage } from './attribution.ts';

/** As the server writes it into the page. */
export interface CarrySettings {
  readonly module: string;
  readonly hosts: CarriedHosts;
}

const valuesOf = (search: string): Record<string, string> =>
  Object.fromEntries([...new URLSearchParams(search)].filter(([, value]) => value !== ''));

/** Adds the parameters when a link is pressed, and when a flow leaves. Those of this page take precedence. */
export function startCarrying(
  { hosts }: CarrySettings,
  opened: OpenedPage,
  landing: Landing | undefined,
  isMarketingAllowed: () => boolean,
): void {
  const values = { ...valuesOf(landing?.search ?? ''), ...valuesOf(opened.search) };
  const carry = (address: URL): void => carryInto(address, hosts, values, isMarketingAllowed());
  if (window.funnel) window.funnel.carry = carry;
  const onPress = ({ target }: Event): void => {
    const link = (target as Element | null)?.closest?.('a');
    if (!(link instanceof HTMLAnchorElement) || !Object.hasOwn(hosts, link.host)) return;
    const address = new URL(link.href);
    carry(address);
    if (address.href !== link.href) link.href = address.href;
  };
  // `contextmenu`: before the address is copied.
  for (const type of ['click', 'auxclick', 'contextmenu']) document.addEventListener(type, onPress, { capture: true });
}
