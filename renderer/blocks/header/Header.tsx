import type { Link } from '../../../schemas/generated/types.ts';
import { classes } from '../classes.ts';
import { linkTo } from '../parts/Buttons.tsx';
import { each } from '../parts/each.ts';
import { toneClass } from '../parts/Section.tsx';
import type { BlockView, View } from '../view.ts';

const c = classes('header');

function HeaderLink({ link, view }: { link: Link; view: View }) {
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

export const HeaderView: BlockView<'header'> = ({ block, view }) => (
  <header id={block.id} className={c('root') + toneClass(block.tone)}>
    <div className={c('body')}>
      <a className={c('brand')} href={view.site.home}>
        {view.site.name}
      </a>
      {block.links && (
        <nav className={c('nav')} aria-label={view.site.messages.menu}>
          <ul className={c('links')}>
            {each(block.links, (link) => (
              <HeaderLink link={link} view={view} />
            ))}
          </ul>
        </nav>
      )}
    </div>
  </header>
);
HeaderView.landmark = true;
