import type { SiteDefinition } from '../../engine/definition.ts';
import type { FormMessages } from '../../engine/forms/types.ts';
import { serverMessages } from './catalogue.ts';

/** The texts of what every form refuses, in the site's words; a browser is given the same. */
export function formMessages({ site }: Pick<SiteDefinition, 'site'>): FormMessages {
  const messages = serverMessages(site);
  return {
    tooLong: messages.formTooLong,
    wrongType: messages.formWrongType,
    unknownOption: messages.formUnknownOption,
    beyondMask: messages.formBeyondMask,
  };
}
