import type { MaskDefinition } from '../../engine/forms/types.ts';

/** The mask of the site's own phones. */
export const phoneMask: MaskDefinition = {
  layouts: ['(##) ####-####', '(##) #####-####'],
  prefixes: ['0055', '550', '55', '0'],
};
