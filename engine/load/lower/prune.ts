/**
 * Removes blocks whose `when` reads only constants and is false, so that a page carries neither their texts nor their
 * styles: blocks for other phases of an event, and blocks that a fact turns off.
 */
export function withoutHidden<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.filter((item) => !isNever(item)).map(withoutHidden) as Value;
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withoutHidden(item)])) as Value;
}

const isNever = (item: unknown): boolean =>
  typeof item === 'object' && item !== null && 'type' in item && 'when' in item && item.when === false;
