import type { ConversationsBlock } from '../../../schemas/generated/types.ts';
import { Carousel } from '../../parts/Carousel.tsx';
import { classes } from '../../parts/classes.ts';
import { each } from '../../parts/each.ts';
import { Intro } from '../../parts/Intro.tsx';
import { Outro } from '../../parts/Outro.tsx';
import type { grid as gridRecipe } from '../../parts/recipes/grid.ts';
import { Section, toneClass } from '../../parts/Section.tsx';
import type { BlockView, View } from '../../parts/view.ts';
import type { conversations } from './recipe.ts';

const c = classes<typeof conversations>('conversations');
const grid = classes<typeof gridRecipe>('grid');

/** A chat on a phone. Screen readers get one description of the whole drawing. */
const Chat = ({ chat, view }: { chat: ConversationsBlock['items'][number]; view: View }) => (
  <div className={c('chat') + toneClass('plain')} role="img" aria-label={view.plain(chat.alt)}>
    <div className={c('bar')} aria-hidden="true">
      <span className={c('face')} />
      <span className={c('who')}>{view.text(chat.title)}</span>
    </div>
    <div className={c('messages')} aria-hidden="true">
      {each(chat.messages, ({ from, text, time }) => (
        <p className={c('message', { from })}>
          {view.text(text)}
          {time !== undefined && (
            <span className={c('time', { from: from === 'me' ? from : undefined })}>{view.text(time)}</span>
          )}
        </p>
      ))}
    </div>
  </div>
);

/** The class of the grid on wide screens. `gridCount` has its own layout, because hidden items would count as columns. */
function gridOf({ separateLast, gridCount: count, items }: ConversationsBlock): string {
  if (separateLast && items.length > 2) return c('items', { layout: 'apart' });
  return count === undefined ? grid('root', { kind: '3' }) : c('items', { layout: 'even' });
}

export const ConversationsView: BlockView<'conversations'> = ({ block, view, heading = 2 }) => (
  <Section block={block}>
    <Intro block={block} heading={heading} view={view} />
    <Carousel
      label={block.title === undefined ? view.plain(block.items[0]?.title ?? '') : view.plain(block.title)}
      items={block.items}
      render={(chat) => <Chat chat={chat} view={view} />}
      until="md"
      inGrid={block.gridCount}
      className={gridOf(block)}
      view={view}
    />
    <Outro note={block.note} actions={block.actions} view={view} />
  </Section>
);
ConversationsView.headed = (block) => block.title !== undefined;
