/** White space, and signs that cannot be seen: soft hyphens, joiners, marks and overrides of the direction. */
const unseen = /[\s\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u206f]/;

/** A typed or pasted text without what cannot be seen at its beginning and end. */
export function visibleText(whole: string): string {
  const text = whole.trim();
  let [start, end] = [0, text.length];
  while (start < end && unseen.test(text[start] as string)) start++;
  while (start < end && unseen.test(text[end - 1] as string)) end--;
  return text.slice(start, end);
}
