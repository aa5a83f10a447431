/** The digits 0-9 of a text, in their order. */
export const digitsOf = (text: string): string => text.replace(/[^0-9]+/g, '');
