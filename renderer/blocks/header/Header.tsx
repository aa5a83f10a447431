import type { Link, Menu } from '../../../schemas/generated/types.ts';
import { Buttons, linkTo } from '../../parts/Buttons.tsx';
import { classes } from '../../parts/classes.ts';
import { each } from '../../parts/each.ts';
import { toneClass } from '../../parts/Section.tsx';
import type { BlockView, View } from '../../parts/view.ts';
import type { header } from './recipe.ts';

const c = classes<typeof header>('header');

function HeaderLink({ link, slot, view }: { link: Link; slot: 'link' | 'choice'; view: View }) {
  const { attributes, note } = linkTo(link, view);
  return (
    <li>
      <a className={c(slot)} {...attributes}>
        {view.text(link.label)}
        {note}
      </a>
    </li>
  );
}

/** Whether the links beside the menu include all of its links. */
const isCovered = (menu: Menu, links: readonly Link[], view: View): boolean => {
  const shown = new Set(links.map((link) => view.href(link.to)));
  return menu.links.every((link) => shown.has(view.href(link.to)));
};

/** A native disclosure, so that it opens without script. The menu behaviour closes it on a choice. */
const HeaderMenu = ({ menu, beside, view }: { menu: Menu; beside: readonly Link[]; view: View }) => (
  <details className={c('menu', { beside: isCovered(menu, beside, view) ? 'all' : undefined })} data-menu="">
    <summary className={c('button')}>
      <span className={c('sign')} aria-hidden="true" />
      <span className={c('label')}>{view.text(menu.label)}</span>
    </summary>
    <nav className={c('sheet')} aria-label={view.plain(menu.label)}>
      <ul className={c('choices')}>
        {each(menu.links, (link) => (
          <HeaderLink link={link} slot="choice" view={view} />
        ))}
      </ul>
    </nav>
  </details>
);

export const HeaderView: BlockView<'header'> = ({ block, view }) => (
  <header
    id={block.id}
    className={c('root', { sticky: block.sticky ? 'yes' : undefined }) + toneClass(block.tone ?? 'plain')}
  >
    <div className={c('body', { call: block.action && 'yes' })}>
      <a className={c('brand')} href={view.site.home}>
        {view.site.name}
      </a>
      {block.links && (
        <nav className={c('nav', { beside: block.menu && 'menu' })} aria-label={view.site.messages.menu}>
          <ul className={c('links')}>
            {each(block.links, (link) => (
              <HeaderLink link={link} slot="link" view={view} />
            ))}
          </ul>
        </nav>
      )}
      {block.action && (
        <div className={c('call')}>
          <Buttons actions={[block.action]} view={view} />
        </div>
      )}
      {block.menu && <HeaderMenu menu={block.menu} beside={block.links ?? []} view={view} />}
    </div>
  </header>
);
HeaderView.landmark = true;
HeaderView.frame = true;
