import type { Mask } from '../../schemas/generated/types.ts';

/** The mask of the site's own phones. */
export const phoneMask: Mask = {
  layouts: ['(##) ####-####', '(##) #####-####'],
  prefixes: ['0055', '550', '55', '0'],
};
