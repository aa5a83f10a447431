import { createElement, Fragment, type ReactNode } from 'react';
import type { ExtensionNode } from '../../../schemas/generated/types.ts';
import { classes } from '../../parts/classes.ts';
import { Heading } from '../../parts/Heading.tsx';
import { Picture } from '../../parts/Picture.tsx';
import type { copy as copyRecipe } from '../../parts/recipes/copy.ts';
import { Section } from '../../parts/Section.tsx';
import type { BlockProps, BlockView } from '../../parts/view.ts';
import type { extension } from './recipe.ts';

const c = classes<typeof extension>('extension');
const copy = classes<typeof copyRecipe>('copy');

type Props = BlockProps<{ readonly extension: string }>;

const has = (node: ExtensionNode, tag: string): boolean =>
  node.tag === tag || (node.children?.some((child) => has(child, tag)) ?? false);

/** The class of a slot of the block's own styles, such as `extension-prices__row`. */
const slotClass = (extension: string, slot: string | undefined): string | undefined =>
  slot === undefined ? undefined : slot === 'root' ? `extension-${extension}` : `extension-${extension}__${slot}`;

/** An element or a text of the view that the loader has run. */
function nodeOf(node: ExtensionNode, props: Props): ReactNode {
  const { view, block, heading = 2 } = props;
  const { tag, slot, to, image, alt, label, attributes, text, prose, literal, children = [] } = node;
  if (text !== undefined) return view.text(text);
  if (prose !== undefined) return createElement('div', { className: copy('root') }, view.prose(prose));
  if (tag === undefined) return literal ?? null;
  const className = slotClass(block.extension, slot);
  const inside = children.map((child) => nodeOf(child, props));
  if (tag === 'heading' || tag === 'subheading') {
    const isTitle = tag === 'heading';
    const level = (isTitle ? heading : heading + 1) as 1 | 2 | 3;
    const named = className === undefined ? {} : { className };
    return (
      <Heading level={level} size={isTitle ? 'section' : 'item'} {...named}>
        {createElement(Fragment, null, ...inside)}
      </Heading>
    );
  }
  if (tag === 'img') {
    const named = className === undefined ? {} : { className };
    return <Picture asset={image ?? ''} alt={alt === undefined ? '' : view.plain(alt)} {...named} view={view} />;
  }
  return createElement(
    tag,
    {
      className,
      ...attributes,
      ...(to === undefined ? {} : { href: view.href(to) }),
      ...(label === undefined ? {} : { 'aria-label': view.plain(label) }),
    },
    ...inside,
  );
}

/** A block of the site's own. */
export const ExtensionView: BlockView<'extension'> = ({ block, view, heading }) => (
  <Section block={block} headed={has(block.root, 'heading')}>
    <div className={c('root')}>
      {nodeOf(block.root, { block, view, ...(heading === undefined ? {} : { heading }) })}
    </div>
  </Section>
);
ExtensionView.headed = (block) => has(block.root, 'heading');
