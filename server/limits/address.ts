/** The client's address, and its truncated form for storage. */
import { hash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import { isIPv4, isIPv6 } from 'node:net';
import type { Brand } from '../../engine/values/brand.ts';

/**
 * The visitor's address.
 * @param proxies how many proxies in front of the server are trusted: the address that the outermost of them saw
 *   counts
 * @returns null when there is no readable address
 */
export function clientAddress(request: Pick<IncomingMessage, 'socket' | 'headers'>, proxies: number): string | null {
  const direct = plain(request.socket.remoteAddress ?? '');
  if (proxies === 0) return direct;
  const header = request.headers['x-forwarded-for'];
  const seen = (Array.isArray(header) ? header.join(',') : (header ?? ''))
    .split(',')
    .filter((each) => each.trim() !== '');
  // Each proxy appends the address it saw, so addresses made up by a visitor are further left. An entry that cannot be
  // read keeps its place: without it, an entry of the visitor would count.
  const hops = [...seen.map(readHop), direct];
  return hops.slice(Math.max(0, hops.length - 1 - proxies)).find((each) => each !== null) ?? direct;
}

/** The address of a proxy's entry, which may have quotes, the brackets of IPv6 and a port: `"[2001:db8::1]:4711"`. */
function readHop(entry: string): string | null {
  const text = entry.trim().replace(/^"(.*)"$/, '$1');
  return plain(/^\[([^\]]*)\](?::\w+)?$/.exec(text)?.[1] ?? /^([\d.]+):\w+$/.exec(text)?.[1] ?? text);
}

/** Unwraps an IPv4 address that is embedded in an IPv6 one. */
function plain(text: string): string | null {
  const address = text.split('%')[0] ?? '';
  const [, dotted, high, low] =
    /^(?:0{1,4}:){0,5}:{0,2}ffff:(?:(\d+\.\d+\.\d+\.\d+)|([\da-f]{1,4}):([\da-f]{1,4}))$/i.exec(address) ?? [];
  if (dotted !== undefined && isIPv6(address)) return dotted;
  if (high !== undefined && low !== undefined && isIPv6(address)) {
    const [first, second] = [Number.parseInt(high, 16), Number.parseInt(low, 16)];
    return [first >> 8, first & 255, second >> 8, second & 255].join('.');
  }
  return isIPv4(address) || isIPv6(address) ? address : null;
}

/** The first `count` of the eight groups of an IPv6 address, without leading zeros. */
function groups(address: string, count: number): string {
  const [head = '', tail] = address.split('::');
  const left = head === '' ? [] : head.split(':');
  const right = tail === undefined || tail === '' ? [] : tail.split(':');
  const embedded = (list: string[]): number => list.length + (list.at(-1)?.includes('.') ? 1 : 0);
  const gap = tail === undefined ? 0 : Math.max(0, 8 - embedded(left) - embedded(right));
  const all = [...left, ...new Array<string>(gap).fill('0'), ...right];
  return all
    .slice(0, count)
    .map((group) => (Number.parseInt(group, 16) || 0).toString(16))
    .join(':');
}

/** The key under which a client's requests are counted. */
export type ClientKey = Brand<'ClientKey'>;

/** The key of a rate limit: an IPv4 address, or the /64 of an IPv6 one, which is what one customer gets. */
export const limitKeyOf = (address: string | null): ClientKey =>
  (address === null ? 'unknown' : address.includes(':') ? `${groups(address, 4)}::/64` : address) as ClientKey;

/** The key of a rate limit for a person, from an e-mail address in its normal form. Memory holds only its hash. */
export const personKeyOf = (email: string): ClientKey => hash('sha256', email, 'base64url').slice(0, 22) as ClientKey;

/** An address that no longer identifies a person: /24 of IPv4, /48 of IPv6. */
export function truncatedAddress(address: string | null): string | null {
  if (address === null) return null;
  return isIPv6(address) ? `${groups(address, 3)}::` : address.replace(/\.\d+$/, '.0');
}
