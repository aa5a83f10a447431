/**
 * Caches the results of a pure function of texts, such as formats of Intl, which take milliseconds to create. An exception
 * is not cached.
 * @param most - how many results are kept; the oldest is dropped first
 */
export function remembered<Texts extends readonly string[], Result>(
  make: (...texts: Texts) => Result,
  most = 20,
): (...texts: Texts) => Result {
  const results = new Map<string, Result>();
  return (...texts) => {
    const key = JSON.stringify(texts);
    if (results.has(key)) return results.get(key) as Result;
    const result = make(...texts);
    if (results.size >= most) results.delete(results.keys().next().value as string);
    results.set(key, result);
    return result;
  };
}
