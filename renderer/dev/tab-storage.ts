/** What the tools keep for the next page of the tab. If storage is denied, the next page begins without it. */

export const stored = <Value>(key: string): Value | null => {
  try {
    return JSON.parse(sessionStorage.getItem(key) ?? 'null') as Value | null;
  } catch {
    return null;
  }
};

export const store = (key: string, value: unknown): void => {
  try {
    sessionStorage.setItem(key, JSON.stringify(value));
  } catch {
    // Storage is denied.
  }
};
