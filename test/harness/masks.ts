import type { Mask } from '../../schemas/generated/types.ts';

/** The mask of the site's phone fields. */
export const phoneMask: Mask = {
  formats: ['(##) ####-####', '(##) #####-####'],
  prefixes: ['0055', '550', '55', '0'],
};
