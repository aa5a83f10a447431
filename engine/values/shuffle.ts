/** A random order that a seed determines: the same seed gives the same order everywhere. */

/** A number in [0, 2³²) for a text, without a visible relation between the numbers of similar texts. */
function mixed(text: string): number {
  // FNV-1a, then the last steps of MurmurHash3: FNV alone hardly mixes the last character.
  let hash = 0x811c9dc5;
  for (let index = 0; index < text.length; index += 1) hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) >>> 0;
}

/**
 * Puts items into the order of a seed. The order in which they are passed does not matter, except for the items that keep
 * their places.
 * @param keyOf names an item; null for one that keeps its place
 */
export function shuffled<Item>(
  items: readonly Item[],
  seed: string,
  keyOf: (item: Item, index: number) => string | null,
): Item[] {
  const keys = items.map(keyOf);
  const moving = items
    .flatMap((item, index) => {
      const key = keys[index] ?? null;
      return key === null ? [] : [{ item, key, rank: mixed(`${seed}\n${key}`) }];
    })
    .sort((one, other) => one.rank - other.rank || (one.key < other.key ? -1 : 1));
  let next = 0;
  return items.map((item, index) => (keys[index] === null ? item : (moving[next++]?.item ?? item)));
}
