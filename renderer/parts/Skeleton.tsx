import { classes } from './classes.ts';
import type { hidden as hiddenRecipe, skeleton } from './recipes.ts';
import { Section } from './Section.tsx';

const c = classes<typeof skeleton>('skeleton');
const hidden = classes<typeof hiddenRecipe>('hidden');

/** What a screen shows while its data is fetched. `label` is read aloud. */
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
