import { classes } from './classes.ts';
import type { hidden as hiddenRecipe } from './recipes/hidden.ts';
import type { skeleton } from './recipes/skeleton.ts';
import { Section } from './Section.tsx';

const c = classes<typeof skeleton>('skeleton');
const hidden = classes<typeof hiddenRecipe>('hidden');

/** The placeholder of a screen while its data is fetched. @param label for screen readers */
export const Skeleton = ({ label }: { label: string }) => (
  <div>
    <Section block={{}}>
      <div className={c('root')} role="status" aria-busy="true">
        <span className={hidden('root')}>{label}</span>
        <div className={c('line', { size: 'title' })} />
        <div className={c('line', { size: 'text' })} />
        <div className={c('line', { size: 'text' })} />
        <div className={c('line', { size: 'short' })} />
        <div className={c('line', { size: 'card' })} />
      </div>
    </Section>
  </div>
);
