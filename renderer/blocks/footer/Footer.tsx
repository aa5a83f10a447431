import type { Link } from '../../../schemas/generated/types.ts';
import { linkTo } from '../../parts/Buttons.tsx';
import { classes } from '../../parts/classes.ts';
import { each } from '../../parts/each.ts';
import { toneClass } from '../../parts/Section.tsx';
import type { BlockView, View } from '../../parts/view.ts';
import type { footer } from './recipe.ts';

const c = classes<typeof footer>('footer');

function FooterLink({ link, view }: { link: Link; view: View }) {
  const { attributes, note } = linkTo(link, view);
  return (
    <li>
      <a className={c('link')} {...attributes}>
        {view.text(link.label)}
        {note}
      </a>
    </li>
  );
}

export const FooterView: BlockView<'footer'> = ({ block, view }) => (
  <footer id={block.id} className={c('root') + toneClass(block.tone ?? 'dark')}>
    <div className={c('body')}>
      <p className={c('brand')}>{view.site.name}</p>
      <div className={c('columns')}>
        {block.company !== undefined && <p className={c('text')}>{view.text(block.company)}</p>}
        {block.contact !== undefined && <p className={c('text')}>{view.text(block.contact)}</p>}
      </div>
      {block.links && (
        <ul className={c('links')}>
          {each(block.links, (link) => (
            <FooterLink link={link} view={view} />
          ))}
        </ul>
      )}
      {block.disclaimer !== undefined && (
        <div className={c('small')}>
          <p>{view.text(block.disclaimer)}</p>
        </div>
      )}
    </div>
  </footer>
);
FooterView.landmark = true;
FooterView.frame = true;
