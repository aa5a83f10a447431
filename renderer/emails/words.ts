/** The texts of e-mails: markup as elements with inline styles, and as plain text. */
import { createElement, Fragment, type ReactNode } from 'react';
import type { AnswerRow } from '../../engine/definition.ts';
import type { FormatDate, Scope } from '../../engine/expressions/code.ts';
import { renderTemplate } from '../../engine/expressions/render.ts';
import { emailPattern } from '../../engine/values/mail-address.ts';
import type { Inline, Prose, Template, Text } from '../../schemas/compiled.ts';
import { safeHref } from '../text/href.ts';

export interface MailContext {
  readonly scope: Scope;
  readonly formatDate: FormatDate;
  /** The site's public origin, without a trailing slash. */
  readonly origin: string;
  /** The signed links to documents, by id. */
  readonly documents: Readonly<Record<string, string>>;
  /** The colour of links. */
  readonly linkColor: string;
  /** What blocks of type `answers` list. */
  readonly answers: readonly AnswerRow[];
}

// biome-ignore lint/suspicious/noControlCharactersInRegex: these are the characters to remove
const lineBreaks = /[\u0000-\u001f\u007f-\u009f\u2028\u2029]+/g;
/** Characters that reorder or hide the text around them. */
const directions = /[\u200b\u200e\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g;
const mostShown = 1000;

/** A text on one line, without characters that could end a header or reorder it. */
export const oneLine = (text: string): string =>
  text.replace(lineBreaks, ' ').replace(directions, '').replace(/\s+/g, ' ').trim();

/**
 * A visitor's value as it is shown. Mail programs turn an address in a text into a link, so that a form could be used to
 * send a stranger a link in the site's name: an invisible character breaks it.
 */
export const inert = (value: string): string =>
  value
    .slice(0, mostShown)
    .replace(lineBreaks, ' ')
    .replace(directions, '')
    .replace(/\S+/g, (word) =>
      emailPattern.test(word) ? word : word.replaceAll('://', ':\u200c//').replace(/\.(?=\p{L})/gu, '.\u200c'),
    );

const shownValue = (piece: Extract<Inline, { v: unknown }>, { scope, formatDate }: MailContext): string =>
  inert(renderTemplate([piece], scope, formatDate));

/** The absolute address of a link; a path is one of this site. */
export function mailAddress(template: Template, { scope, formatDate, origin }: MailContext): string {
  const href = safeHref(renderTemplate(template, scope, formatDate));
  return href.startsWith('/') ? origin + href : href.startsWith('#') || href.startsWith('?') ? `${origin}/` : href;
}

/** The address of a button. @throws RangeError for a document without a link */
export function buttonAddress(
  { to, document }: { readonly to?: Template; readonly document?: string },
  context: MailContext,
): string {
  if (to !== undefined) return mailAddress(to, context);
  const link = context.documents[document ?? ''];
  if (link === undefined) throw new RangeError(`There is no link to the document ${document}.`);
  return link;
}

function pieceOf(piece: Inline, context: MailContext): ReactNode {
  if (typeof piece === 'string') return piece;
  if ('v' in piece) return shownValue(piece, context);
  if ('b' in piece) return createElement('strong', { style: { fontWeight: 600 } }, ...piecesOf(piece.b, context));
  if ('i' in piece) return createElement('em', null, ...piecesOf(piece.i, context));
  const link = { href: mailAddress(piece.to, context), className: 'm-accent', style: linkStyle(context) };
  return createElement('a', link, ...piecesOf(piece.a, context));
}
const piecesOf = (pieces: readonly Inline[], context: MailContext): ReactNode[] =>
  pieces.map((piece) => pieceOf(piece, context));
const linkStyle = ({ linkColor }: MailContext) => ({ color: linkColor, textDecoration: 'underline' });

/** A text as nodes. @throws ExpressionError when a value in it cannot be computed */
export const mailText = (text: Text, context: MailContext): ReactNode =>
  typeof text === 'string' ? text : createElement(Fragment, null, ...piecesOf(text, context));

/** A text without its markup; the address of a link follows in brackets. @throws ExpressionError */
export function plainMail(text: Text, context: MailContext): string {
  if (typeof text === 'string') return text;
  return text
    .map((piece): string => {
      if (typeof piece === 'string') return piece;
      if ('v' in piece) return shownValue(piece, context);
      if ('b' in piece) return plainMail(piece.b, context);
      if ('i' in piece) return plainMail(piece.i, context);
      const [words, address] = [plainMail(piece.a, context), mailAddress(piece.to, context)];
      const shown = address.replace(/^(?:mailto|tel):/, '');
      return words === shown ? words : `${words} (${shown})`;
    })
    .join('');
}

/** Paragraphs and lists as plain text. @throws ExpressionError */
export const plainProse = (prose: Prose, context: MailContext): string =>
  prose
    .map((part) =>
      'p' in part ? plainMail(part.p, context) : part.ul.map((item) => `- ${plainMail(item, context)}`).join('\n'),
    )
    .join('\n\n');
