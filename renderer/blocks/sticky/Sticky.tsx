import { Buttons } from '../../parts/Buttons.tsx';
import { classes } from '../../parts/classes.ts';
import { toneClass } from '../../parts/Section.tsx';
import type { BlockView } from '../../parts/view.ts';
import type { sticky } from './recipe.ts';

const c = classes<typeof sticky>('sticky');

export const StickyView: BlockView<'sticky'> = ({ block, view }) => {
  const name = block.text ?? block.actions[0]?.label;
  return (
    <section
      id={block.id}
      className={c('root', { device: block.device ?? 'phone' }) + toneClass(block.tone ?? 'dark')}
      aria-label={name === undefined ? undefined : view.plain(name)}
    >
      <div className={c('body')}>
        {block.text !== undefined && <p className={c('text')}>{view.text(block.text)}</p>}
        <div className={c('actions')}>
          <Buttons actions={block.actions} view={view} />
        </div>
      </div>
    </section>
  );
};
StickyView.landmark = true;
