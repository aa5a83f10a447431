/** Compiled texts as React nodes: markup becomes elements, expressions become their values. */
import { createElement, Fragment, type ReactNode } from 'react';
import type { FormatDate, Scope } from '../../engine/expressions/code.ts';
import { renderTemplate } from '../../engine/expressions/render.ts';
import type { Inline, Prose, Template, Text } from '../../schemas/compiled.ts';
import { isExternal, safeHref } from './href.ts';
import { NewTabNote } from './NewTabNote.tsx';

/** The context in which a text is rendered. */
export interface TextContext {
  readonly scope: Scope;
  readonly formatDate?: FormatDate | undefined;
  /** Note for screen readers after a link that opens in a new tab. */
  readonly newTab: string;
  /** Whether it belongs to a form: links to this site then open in a new tab too, so that typed values are kept. */
  readonly isForm?: boolean;
}

type Piece = Exclude<Inline, string>;

/** Renders a template as a string. @throws ExpressionError as `renderTemplate` */
export const renderPlainTemplate = (template: Template, { scope, formatDate }: TextContext): string =>
  // The compiled types differ only in being readonly.
  renderTemplate(template, scope, formatDate);

const textOf = (piece: Extract<Piece, { v: unknown }>, context: TextContext): string =>
  renderPlainTemplate([piece], context);

function renderPiece(piece: Inline, context: TextContext): ReactNode {
  if (typeof piece === 'string') return piece;
  if ('v' in piece) return textOf(piece, context);
  if ('b' in piece) return createElement('strong', null, ...renderPieces(piece.b, context));
  if ('i' in piece) return createElement('em', null, ...renderPieces(piece.i, context));
  const href = safeHref(renderPlainTemplate(piece.to, context));
  const words = renderPieces(piece.a, context);
  const opensTab = isExternal(href) || (context.isForm === true && href.startsWith('/'));
  if (!opensTab) return createElement('a', { href }, ...words);
  const note = createElement(NewTabNote, { text: context.newTab });
  return createElement('a', { href, target: '_blank', rel: 'noopener noreferrer' }, ...words, note);
}

/** Joins adjacent strings, so that the text nodes of server and browser match. */
function renderPieces(pieces: readonly Inline[], context: TextContext): ReactNode[] {
  const nodes: ReactNode[] = [];
  for (const piece of pieces) {
    const node = renderPiece(piece, context);
    const last = nodes.at(-1);
    if (typeof node === 'string' && typeof last === 'string') nodes[nodes.length - 1] = last + node;
    else nodes.push(node);
  }
  return nodes;
}

/** Renders a text as nodes. @throws ExpressionError when a value in it cannot be computed */
export function renderText(text: Text, context: TextContext): ReactNode {
  if (typeof text === 'string') return text;
  const nodes = renderPieces(text, context);
  return nodes.length === 1 ? nodes[0] : createElement(Fragment, null, ...nodes);
}

/** Renders a text without its markup. @throws ExpressionError when a value in it cannot be computed */
export function renderPlain(text: Text, context: TextContext): string {
  if (typeof text === 'string') return text;
  return text
    .map((piece): string => {
      if (typeof piece === 'string') return piece;
      if ('v' in piece) return textOf(piece, context);
      return renderPlain('b' in piece ? piece.b : 'i' in piece ? piece.i : piece.a, context);
    })
    .join('');
}

/** Renders paragraphs and lists. @throws ExpressionError when a value in it cannot be computed */
export function renderProse(prose: Prose, context: TextContext): ReactNode {
  const parts = prose.map((part) =>
    'p' in part
      ? createElement('p', null, renderText(part.p, context))
      : createElement('ul', null, ...part.ul.map((item) => createElement('li', null, renderText(item, context)))),
  );
  return createElement(Fragment, null, ...parts);
}
