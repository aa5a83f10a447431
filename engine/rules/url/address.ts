const label = '[\\p{L}\\p{N}](?:[\\p{L}\\p{N}-]{0,61}[\\p{L}\\p{N}])?';
const host = `(?:${label}\\.)+\\p{L}{2,63}`;
const address = new RegExp(`^(?:https?://)?${host}(?::\\d{1,5})?(?:[/?#]\\S*)?$`, 'iu');

/** Whether a text is the address of a page on the web, with or without `https://`. */
export const isWebAddress = (text: string): boolean => address.test(text);
