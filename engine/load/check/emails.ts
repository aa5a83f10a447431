/** Checks e-mails for what mail programs cannot show, and for names that they cannot read. */
import type { EmailFile } from '../../../schemas/generated/types.ts';
import { emailPattern } from '../../values/mail-address.ts';
import type { Draft } from '../link/draft.ts';
import type { Source } from '../source/source.ts';
import { reservedNames } from '../types/value-types.ts';

/** The formats that mail programs show. Outlook shows neither SVG nor WebP nor AVIF. */
const shownFormats = /\.(?:png|jpe?g|gif)$/i;

/** Checks an e-mail as it is written. */
export function checkEmail({ report }: Draft, source: Source<EmailFile>): void {
  const { values = {}, blocks } = source.data;
  for (const name of Object.keys(values))
    if (reservedNames.has(name))
      report.add('name-reserved', source, source.place(['values', name], { key: true }), { name });
  blocks.forEach((block, index) => {
    if (block.type === 'button' && (block.to === undefined) === (block.document === undefined))
      report.add('email-content', source, source.place(['blocks', index]), {
        reason: `This button has ${block.to === undefined ? 'neither to nor document' : 'both to and document'}.`,
        fix: 'Write to: with an address, or document: with the id of a document.',
      });
    if (block.type === 'image' && !shownFormats.test(block.image))
      report.add('email-content', source, source.place(['blocks', index, 'image']), {
        reason: `Many mail programs cannot show ${block.image}.`,
        fix: 'Use a picture in the format JPEG, PNG or GIF.',
      });
  });
}

/** Checks a compiled e-mail. */
export function checkLoweredEmail({ report }: Draft, source: Source<EmailFile>, { replyTo }: EmailFile): void {
  if (typeof replyTo === 'string' && !emailPattern.test(replyTo))
    report.add('email-content', source, source.place(['replyTo']), {
      reason: `${replyTo === '' ? 'An empty text' : replyTo} is not an e-mail address.`,
      fix: 'Write one address, such as hello@example.com, or remove replyTo.',
    });
}
