/** Addresses as they may leave the site: without personal data. */

/** Parameters that say who somebody is, or what they answered. */
const personal = ['nome', 'name', 'answers', 'uid', 'email', 'phone', 'whatsapp'];

/** Parameters that are taken out of the browser's own address before anybody else's script reads it. */
const named = ['nome', 'name', 'email', 'phone', 'whatsapp'];

const without = (address: string, names: readonly string[]): string => {
  const url = new URL(address);
  for (const name of names) url.searchParams.delete(name);
  return url.href;
};

/** An absolute address without personal parameters. */
export const strippedAddress = (address: string): string => without(address, personal);

/** What the browser's own address becomes before a pixel may read it; the same when it names nobody. */
export function unnamedAddress(address: string): string {
  return named.some((name) => new URL(address).searchParams.has(name)) ? without(address, named) : address;
}
