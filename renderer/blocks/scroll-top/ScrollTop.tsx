import { classes } from '../../parts/classes.ts';
import type { hidden as hiddenRecipe } from '../../parts/recipes/hidden.ts';
import { toneClass } from '../../parts/Section.tsx';
import type { BlockView } from '../../parts/view.ts';
import type { scrollTop } from './recipe.ts';

const c = classes<typeof scrollTop>('scroll-top');
const hidden = classes<typeof hiddenRecipe>('hidden');

/** `#top` scrolls to the top of the page in every browser, even if no element has this id. */
export const ScrollTopView: BlockView<'scroll-top'> = ({ block, view }) => {
  const label = view.plain(block.label);
  return (
    <nav id={block.id} className={c('root', { device: block.device ?? 'desktop' })} aria-label={label}>
      <a className={c('button') + toneClass(block.tone ?? 'dark')} href="#top">
        <span className={c('sign')} aria-hidden="true" />
        <span className={hidden('root')}>{label}</span>
      </a>
    </nav>
  );
};
ScrollTopView.landmark = true;
