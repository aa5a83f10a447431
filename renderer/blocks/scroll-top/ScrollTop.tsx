import { classes } from '../classes.ts';
import { toneClass } from '../parts/Section.tsx';
import type { BlockView } from '../view.ts';

const c = classes('scroll-top');
const hidden = classes('hidden');

/** `#top` is the top of the page in every browser, whatever ids it has. */
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
