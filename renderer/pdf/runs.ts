/** The texts of documents as runs of one style each. */
import type { Inline, Text } from '../../schemas/compiled.ts';
import { safeHref } from '../text/href.ts';

export interface Run {
  readonly text: string;
  readonly strong: boolean;
  readonly oblique: boolean;
  /** The absolute address that it links to. */
  readonly link: string | null;
}

type Style = Omit<Run, 'text'>;

/** The runs of a text. A document has no values of a visitor, so that all of its expressions are folded at load. */
export function runsOf(
  text: Text,
  origin: string,
  style: Style = { strong: false, oblique: false, link: null },
): Run[] {
  if (typeof text === 'string') return text === '' ? [] : [{ text, ...style }];
  return text.flatMap((piece: Inline): Run[] => {
    if (typeof piece === 'string') return [{ text: piece, ...style }];
    if ('v' in piece) return [];
    if ('b' in piece) return runsOf(piece.b, origin, { ...style, strong: true });
    if ('i' in piece) return runsOf(piece.i, origin, { ...style, oblique: true });
    const href = safeHref(typeof piece.to === 'string' ? piece.to : '');
    const link = href.startsWith('/') ? origin + href : href.startsWith('#') ? null : href;
    return runsOf(piece.a, origin, { ...style, link });
  });
}

/** A text without its markup. */
export const plainRuns = (runs: readonly Run[]): string => runs.map(({ text }) => text).join('');
