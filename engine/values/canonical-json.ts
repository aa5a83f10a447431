/**
 * JSON with sorted keys (by UTF-16 code units) and no spaces, so that equal values give equal texts. As in
 * `JSON.stringify`, undefined members are omitted and values that JSON cannot represent become null.
 */
export function canonicalJson(value: unknown): string {
  if (typeof value !== 'object' || value === null) return JSON.stringify(value) ?? 'null';
  // Each lead is written several times, so no lists are made on the way.
  let text = '';
  if (Array.isArray(value)) {
    for (let index = 0; index < value.length; index += 1)
      text += `${index === 0 ? '' : ','}${canonicalJson(value[index])}`;
    return `[${text}]`;
  }
  const record = value as Readonly<Record<string, unknown>>;
  for (const key of sortedKeys(record)) {
    const part = record[key];
    if (part !== undefined) text += `${text === '' ? '' : ','}${JSON.stringify(key)}:${canonicalJson(part)}`;
  }
  return `{${text}}`;
}

function sortedKeys(record: object): string[] {
  const keys = Object.keys(record);
  // `sort` copies the list twice, and most lists are short.
  if (keys.length > 20) return keys.sort();
  for (let index = 1; index < keys.length; index += 1) {
    const key = keys[index] as string;
    let place = index;
    for (; place > 0 && (keys[place - 1] as string) > key; place -= 1) keys[place] = keys[place - 1] as string;
    keys[place] = key;
  }
  return keys;
}
