import type { ReactNode } from 'react';
import type { Tone } from '../../schemas/generated/types.ts';
import { classes } from './classes.ts';
import type { section, tone as toneRecipe } from './recipes.ts';

const c = classes<typeof section>('section');
const tone = classes<typeof toneRecipe>('tone');

/** The classes of a ground, with a space before; nothing without a tone, which means the ground it stands on. */
export const toneClass = (as: Tone | undefined): string => (as ? ` ${tone('root', { as })}` : '');

interface SectionProps {
  block: { id?: string; tone?: Tone; title?: unknown };
  /** The page's measure, or the stage's, when left out. */
  width?: 'narrow' | 'medium' | 'wide' | undefined;
  /** The block paints its tone on a card of its own. */
  framed?: boolean;
  /** A strip of its ground, not a section of its own. */
  strip?: boolean;
  /** The block draws a heading; as its title says when left out. Without one it is no section of the outline. */
  headed?: boolean;
  children: ReactNode;
}

/** A band across the page with the block's anchor and tone. */
export function Section({ block, width, framed, strip, headed = block.title !== undefined, children }: SectionProps) {
  const Tag = headed ? 'section' : 'div';
  return (
    <Tag
      id={block.id}
      className={c('root', { pace: strip ? 'strip' : undefined }) + toneClass(framed ? undefined : block.tone)}
    >
      <div className={c('body', { width })}>{children}</div>
    </Tag>
  );
}
