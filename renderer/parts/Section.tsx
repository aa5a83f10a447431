import type { ReactNode } from 'react';
import type { Tone } from '../../schemas/generated/types.ts';
import { classes } from './classes.ts';
import type { section } from './recipes/section.ts';
import type { tone as toneRecipe } from './recipes/tone.ts';

const c = classes<typeof section>('section');
const tone = classes<typeof toneRecipe>('tone');

/** The classes of a tone, after a space; empty without a tone, which inherits the surrounding background. */
export const toneClass = (as: Tone | undefined): string => (as ? ` ${tone('root', { as })}` : '');

interface SectionProps {
  block: { id?: string; tone?: Tone; title?: unknown };
  /** The width of the page, or of the stage, by default. */
  width?: 'narrow' | 'medium' | 'wide' | undefined;
  /** The block applies its tone to a card inside. */
  framed?: boolean;
  /** A narrow strip with less padding than a section. */
  strip?: boolean;
  /** Whether the block renders a heading; by default if it has a title. Without one it is a `div`, not a `section`. */
  headed?: boolean;
  children: ReactNode;
}

/** A full-width band with the block's anchor and tone. */
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
