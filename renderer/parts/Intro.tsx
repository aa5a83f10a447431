import type { Text } from '../../schemas/compiled.ts';
import { classes } from './classes.ts';
import { Eyebrow, Heading } from './Heading.tsx';
import type { intro } from './recipes/intro.ts';
import type { HeadingLevel, View } from './view.ts';

const c = classes<typeof intro>('intro');

interface IntroProps {
  block: { eyebrow?: Text; title?: Text; lead?: Text };
  heading: HeadingLevel;
  view: View;
}

/** The eyebrow, title and lead of a section; null if it has none of them. */
export const Intro = ({ block: { eyebrow, title, lead }, heading, view }: IntroProps) =>
  (eyebrow ?? title ?? lead) === undefined ? null : (
    <div className={c('root')}>
      {eyebrow !== undefined && <Eyebrow>{view.text(eyebrow)}</Eyebrow>}
      {title !== undefined && <Heading level={heading}>{view.text(title)}</Heading>}
      {lead !== undefined && <p className={c('lead')}>{view.text(lead)}</p>}
    </div>
  );
