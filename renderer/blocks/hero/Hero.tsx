import { classes } from '../classes.ts';
import { Buttons } from '../parts/Buttons.tsx';
import { each } from '../parts/each.ts';
import { Eyebrow, Heading } from '../parts/Heading.tsx';
import { Picture } from '../parts/Picture.tsx';
import { toneClass } from '../parts/Section.tsx';
import type { BlockView } from '../view.ts';

const c = classes('hero');
const section = classes('section');

export const HeroView: BlockView<'hero'> = ({ block, view, heading = 2 }) => {
  const align = block.align === 'center' ? 'center' : undefined;
  const words = (
    <>
      {block.eyebrow !== undefined && <Eyebrow align={align ?? 'start'}>{view.text(block.eyebrow)}</Eyebrow>}
      <Heading level={heading} size="page">
        {view.text(block.title)}
      </Heading>
      {block.lead !== undefined && <p className={c('lead', { align })}>{view.text(block.lead)}</p>}
      {block.chips && (
        <ul className={c('chips', { align })}>
          {each(block.chips, (chip) => (
            <li className={c('chip')}>{view.text(chip)}</li>
          ))}
        </ul>
      )}
      {block.actions && (
        <div className={c('actions')}>
          <Buttons actions={block.actions} note={block.note} align={align} view={view} />
        </div>
      )}
    </>
  );
  return (
    <section id={block.id} className={`${section('root')} ${c('root', { align })}${toneClass(block.tone)}`}>
      {block.picture === undefined ? (
        <div className={`${section('body', { width: 'wide' })} ${c('body', { align })}`}>{words}</div>
      ) : (
        <div className={`${section('body', { width: 'wide' })} ${c('columns', { align })}`}>
          <div className={c('body', { align })}>{words}</div>
          <Picture
            asset={block.picture}
            alt={block.alt === undefined ? '' : view.plain(block.alt)}
            sizes="(min-width:62rem) 30rem, 92vw"
            first={heading === 1}
            className={c('picture')}
            view={view}
          />
        </div>
      )}
    </section>
  );
};
HeroView.headed = () => true;
