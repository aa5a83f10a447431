/** Which IP addresses belong to the public Internet. */
import { BlockList, isIP } from 'node:net';

type Range = readonly [network: string, prefix: number];

const listOf = (family: 'ipv4' | 'ipv6', ranges: readonly Range[]): BlockList => {
  const list = new BlockList();
  for (const [network, prefix] of ranges) list.addSubnet(network, prefix, family);
  return list;
};

/** The special-purpose IPv4 networks of IANA's registry, by what they are called. */
const special4: readonly (readonly [name: string, list: BlockList])[] = Object.entries({
  'a loopback address': [['127.0.0.0', 8]],
  'a private address': [
    ['10.0.0.0', 8],
    ['172.16.0.0', 12],
    ['192.168.0.0', 16],
  ],
  'a link-local address': [['169.254.0.0', 16]],
  'a carrier-grade NAT address': [['100.64.0.0', 10]],
  'a multicast address': [['224.0.0.0', 4]],
  'a reserved address': [
    ['0.0.0.0', 8],
    ['192.0.0.0', 24],
    ['192.0.2.0', 24],
    ['192.88.99.0', 24],
    ['198.18.0.0', 15],
    ['198.51.100.0', 24],
    ['203.0.113.0', 24],
    ['240.0.0.0', 4],
  ],
} satisfies Record<string, Range[]>).map(([name, ranges]) => [name, listOf('ipv4', ranges as Range[])]);

/** The same for IPv6. Addresses that contain an IPv4 address could lead to any of the networks above. */
const special6: readonly (readonly [name: string, list: BlockList])[] = Object.entries({
  'a loopback address': [['::1', 128]],
  'a unique local address': [['fc00::', 7]],
  'a link-local address': [['fe80::', 10]],
  'a multicast address': [['ff00::', 8]],
  'an IPv6 address that contains an IPv4 address': [
    ['::ffff:0:0', 96],
    ['::ffff:0:0:0', 96],
    ['64:ff9b::', 96],
    ['64:ff9b:1::', 48],
    ['2001::', 32],
    ['2002::', 16],
  ],
  'a reserved address': [
    ['2001::', 23],
    ['2001:db8::', 32],
    ['3fff::', 20],
  ],
} satisfies Record<string, Range[]>).map(([name, ranges]) => [name, listOf('ipv6', ranges as Range[])]);

/** IANA has assigned public addresses from this network only. */
const assigned6 = listOf('ipv6', [['2000::', 3]]);

/** What an address that is not public is called; null for a public one. Anything that is no address is not public. */
export function whyNotPublic(address: string): string | null {
  const version = isIP(address);
  if (version === 0 || address.includes('%')) return version === 0 ? 'no IP address' : 'a link-local address';
  const family = version === 4 ? 'ipv4' : 'ipv6';
  const found = (version === 4 ? special4 : special6).find(([, list]) => list.check(address, family));
  if (found !== undefined) return found[0];
  return version === 6 && !assigned6.check(address, family) ? 'a reserved address' : null;
}
