import { linkTo } from '../../parts/Buttons.tsx';
import { classes } from '../../parts/classes.ts';
import { each } from '../../parts/each.ts';
import { Heading } from '../../parts/Heading.tsx';
import type { copy as copyRecipe } from '../../parts/recipes/copy.ts';
import { Section } from '../../parts/Section.tsx';
import type { BlockOf, BlockView, View } from '../../parts/view.ts';
import type { prose } from './recipe.ts';

const c = classes<typeof prose>('prose');
const copy = classes<typeof copyRecipe>('copy');

type ProseBlock = BlockOf<'prose'>;

const anchorOf = (block: ProseBlock, index: number): string =>
  block.sections[index]?.id ?? `${block.id ? `${block.id}-` : ''}secao-${index + 1}`;

function BackLink({ block, view }: { block: ProseBlock; view: View }) {
  if (!block.back) return null;
  const { attributes, note } = linkTo(block.back, view);
  return (
    <a className={c('back')} {...attributes}>
      {view.text(block.back.label)}
      {note}
    </a>
  );
}

function Contents({ block, view }: { block: ProseBlock; view: View }) {
  if (block.contents === undefined) return null;
  return (
    <nav className={c('contents')} aria-label={view.plain(block.contents)}>
      <p className={c('contentsTitle')}>{view.text(block.contents)}</p>
      <ol>
        {each(block.sections, (section, index) => (
          <li>
            <a className={c('contentsLink')} href={`#${anchorOf(block, index)}`}>
              <span className={c('number')}>{index + 1}</span>
              <span>{view.text(section.title)}</span>
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}

export const ProseView: BlockView<'prose'> = ({ block, view, heading = 2 }) => (
  <Section block={block} width={block.contents === undefined ? 'narrow' : undefined}>
    <article className={c('root')}>
      <BackLink block={block} view={view} />
      <div className={c('head')}>
        <Heading level={heading} size="page">
          {view.text(block.title)}
        </Heading>
        {block.updated !== undefined && <p className={c('updated')}>{view.text(block.updated)}</p>}
        {block.lead !== undefined && <p className={c('lead')}>{view.text(block.lead)}</p>}
      </div>
      <div className={c('columns', { contents: block.contents === undefined ? 'no' : 'yes' })}>
        <Contents block={block} view={view} />
        <div className={c('sections')}>
          {each(block.sections, (section, index) => (
            <section id={anchorOf(block, index)} className={c('section')}>
              <Heading level={heading === 1 ? 2 : 3} size="card">
                {block.numbered && <span className={c('number')}>{index + 1}.</span>}
                {view.text(section.title)}
              </Heading>
              <div className={copy('root')}>{view.prose(section.body)}</div>
            </section>
          ))}
        </div>
      </div>
      <BackLink block={block} view={view} />
    </article>
  </Section>
);
ProseView.headed = () => true;
