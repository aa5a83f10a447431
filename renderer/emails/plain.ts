/** The text part of an e-mail, from the same blocks as its HTML. */
import type { MailBlock } from '../../schemas/generated/types.ts';
import { shownAnswers } from './answers.ts';
import { buttonAddress, type MailContext, mailAddress, plainMail, plainProse } from './words.ts';

type BlockOf<T extends MailBlock['type']> = Extract<MailBlock, { type: T }>;

const underlined = (text: string, mark: string): string => `${text}\n${mark.repeat(Math.min([...text].length, 72))}`;

/** The text of each type of block; null for nothing. A missing type does not compile. */
const texts: { readonly [T in MailBlock['type']]: (block: BlockOf<T>, context: MailContext) => string | null } = {
  heading: ({ eyebrow, text }, context) =>
    (eyebrow === undefined ? '' : `${plainMail(eyebrow, context)}\n\n`) + underlined(plainMail(text, context), '='),
  text: ({ body }, context) => plainProse(body, context),
  button: (block, context) =>
    `${plainMail(block.label, context)}:\n${buttonAddress(block, context)}${block.note === undefined ? '' : `\n\n${plainMail(block.note, context)}`}`,
  list: ({ title, marker, items }, context) =>
    (title === undefined ? '' : `${underlined(plainMail(title, context), '-')}\n\n`) +
    items.map((item, index) => `${marker === 'number' ? `${index + 1}.` : '-'} ${plainMail(item, context)}`).join('\n'),
  answers(block, context) {
    const lines = shownAnswers(block, context).map(({ label, text }) => `${label}: ${text}`);
    if (lines.length === 0) return null;
    const title = block.title === undefined ? '' : `${underlined(plainMail(block.title, context), '-')}\n\n`;
    return title + lines.join('\n');
  },
  image({ alt, to }, context) {
    const words = plainMail(alt, context);
    if (to !== undefined) return `${words === '' ? '' : `${words}: `}${mailAddress(to, context)}`;
    return words === '' ? null : `[${words}]`;
  },
  panel: ({ title, body }, context) =>
    (title === undefined ? '' : `${underlined(plainMail(title, context), '-')}\n\n`) + plainProse(body, context),
  divider: () => '----',
  signature: ({ closing, name, role }, context) =>
    [closing, name, role].flatMap((line) => (line === undefined ? [] : plainMail(line, context))).join('\n'),
  // The separator after which mail programs fold what is not the message.
  footer: ({ body }, context) => `-- \n${plainProse(body, context)}`,
};

/** The blocks as plain text. @throws ExpressionError when a value in them cannot be computed */
export const plainBlocks = (blocks: readonly MailBlock[], context: MailContext): string =>
  `${blocks
    .flatMap((block) => {
      const text = (texts[block.type] as (block: MailBlock, context: MailContext) => string | null)(block, context);
      return text === null ? [] : [text];
    })
    .join('\n\n')}\n`;
