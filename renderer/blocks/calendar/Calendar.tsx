import { classes } from '../classes.ts';
import { Buttons } from '../parts/Buttons.tsx';
import { Heading } from '../parts/Heading.tsx';
import { Section } from '../parts/Section.tsx';
import type { BlockView } from '../view.ts';

const c = classes('calendar');

export const CalendarView: BlockView<'calendar'> = ({ block, view, heading = 2 }) => (
  <Section block={block} framed>
    <div className={c('root')}>
      {block.title !== undefined && (
        <Heading level={heading} size="card">
          {view.text(block.title)}
        </Heading>
      )}
      <Buttons actions={[{ label: block.file, to: `/calendario/${block.event}.ics` }]} note={block.note} view={view} />
    </div>
  </Section>
);
CalendarView.headed = (block) => block.title !== undefined;
