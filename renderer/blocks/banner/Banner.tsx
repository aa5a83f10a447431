import { Buttons } from '../../parts/Buttons.tsx';
import { classes } from '../../parts/classes.ts';
import { each } from '../../parts/each.ts';
import { Section } from '../../parts/Section.tsx';
import type { BlockView } from '../../parts/view.ts';
import type { banner } from './recipe.ts';

const c = classes<typeof banner>('banner');

export const BannerView: BlockView<'banner'> = ({ block, view }) => (
  <Section block={block} strip={block.tone !== undefined} headed={false}>
    <div className={c('root', { toned: block.tone && 'yes' })}>
      <div className={c('words')}>
        <p className={c('title')}>{view.text(block.title)}</p>
        {block.items && (
          <ul className={c('items')}>
            {each(block.items, (item) => (
              <li className={c('item')}>{view.text(item)}</li>
            ))}
          </ul>
        )}
        {block.note !== undefined && <p className={c('note')}>{view.text(block.note)}</p>}
      </div>
      {block.actions && (
        <div className={c('actions')}>
          <Buttons actions={block.actions} view={view} />
        </div>
      )}
    </div>
  </Section>
);
