const label = '[\\p{L}\\p{N}](?:[\\p{L}\\p{N}-]{0,61}[\\p{L}\\p{N}])?';
const host = `(?:${label}\\.)+\\p{L}{2,63}`;
/** Matches the address of a page on the web, with or without `https://`. */
export const webAddress = new RegExp(`^(?:https?://)?${host}(?::\\d{1,5})?(?:[/?#]\\S*)?$`, 'iu');

export const isWebAddress = (text: string): boolean => webAddress.test(text);
