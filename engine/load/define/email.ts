import type { EmailFile, SiteFile } from '../../../schemas/generated/types.ts';
import type { EmailDefinition } from '../../definition.ts';
import type { Constants } from '../../expressions/index.ts';
import type { FormDefinition } from '../../forms/types.ts';
import { checkEmail, checkLoweredEmail } from '../check/emails.ts';
import type { Draft } from '../link/draft.ts';
import { answerRows } from '../lower/answers.ts';
import { lowerEmail } from '../lower/email.ts';
import { type Hash, mailedHash } from '../lower/hashes.ts';
import type { Source } from '../source/source.ts';

interface Around {
  readonly draft: Draft;
  readonly site: SiteFile;
  readonly constants: Constants;
  /** Every form, by id. */
  readonly forms: Readonly<Record<string, FormDefinition>>;
  readonly hash: Hash;
}

/** Checks and lowers an e-mail. */
export function defineEmail(
  source: Source<EmailFile>,
  { draft, site, constants, forms, hash }: Around,
): EmailDefinition {
  checkEmail(draft, source);
  const email = lowerEmail(draft, source, constants);
  checkLoweredEmail(draft, source, email);
  const mailed = { ...email, answers: answerRows(draft, source, forms, constants) };
  return { ...mailed, hash: mailedHash(hash, mailed, site) };
}
