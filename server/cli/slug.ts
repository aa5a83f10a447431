/** An id made of a text, empty if the text has no letter of the Latin alphabet: `Horta em Casa` becomes `horta-em-casa`. */
export const slugOf = (text: string): string =>
  text
    .normalize('NFD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, '-')
    .replaceAll(/^[^a-z]+|-+$/g, '');
