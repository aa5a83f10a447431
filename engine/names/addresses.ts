/** Names in addresses of the site: their paths, and the blocks that their anchors lead to. */
import type { Collector, NamePlace } from './mentions.ts';
import { nameKey } from './name.ts';
import { blockScope } from './scopes.ts';

/** Reads an address, up to what follows its path. @param shift the offset of the address in the text at the place */
export function readAddress({ scopes, mentions }: Collector, address: string, shift: number, at: NamePlace): void {
  const [, route = '', anchor] = /^([^?#]*)[^#]*(?:#([\w-]+))?$/s.exec(address) ?? [];
  const isWhole = at.role === 'defines' || !/^[^?#]*\{\{/.test(address);
  if (route.startsWith('/') && !route.startsWith('//') && isWhole) {
    const path = at.role === 'defines' ? address : route;
    mentions.value(nameKey('path', path), at, { offset: shift, length: path.length });
  }
  if (anchor === undefined) return;
  const offset = shift + address.length - anchor.length;
  for (const source of route === '' ? scopes.seenWith(at.source) : scopes.shownAt(route))
    if (scopes.isBlock(source, anchor))
      mentions.value(nameKey('block', blockScope(source), anchor), at, { offset, length: anchor.length });
}

/** Reads the addresses of the links in a text with markup. */
export function readLinks(collector: Collector, text: string, at: NamePlace): void {
  for (const { 1: address = '', index } of text.matchAll(/\]\(([^)\s]+)\)/g))
    readAddress(collector, address, index + 2, { ...at, role: 'links' });
}
