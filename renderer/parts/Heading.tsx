import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import type { eyebrow } from './recipes/eyebrow.ts';
import type { heading } from './recipes/heading.ts';
import type { HeadingLevel } from './view.ts';

const c = classes<typeof heading>('heading');

interface HeadingProps {
  level: HeadingLevel | 3;
  size?: 'page' | 'section' | 'card' | 'item';
  className?: string;
  id?: string;
  children: ReactNode;
}

/** A heading. The page's main heading can take the focus when the screen changes. */
export function Heading({ level, size = 'section', className, id, children }: HeadingProps) {
  const Tag = `h${level}` as const;
  const names = className ? `${c('root', { size })} ${className}` : c('root', { size });
  return (
    <Tag id={id} className={names} tabIndex={level === 1 ? -1 : undefined}>
      {children}
    </Tag>
  );
}

const e = classes<typeof eyebrow>('eyebrow');

/** A short line above a title. */
export const Eyebrow = ({ align, children }: { align?: 'start' | 'center'; children: ReactNode }) => (
  <p className={e('root', { align })}>{children}</p>
);
