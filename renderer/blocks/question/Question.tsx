import { Spinner } from '../../parts/Buttons.tsx';
import { classes } from '../../parts/classes.ts';
import { describedBy } from '../../parts/description.ts';
import { each } from '../../parts/each.ts';
import { lettersClass } from '../../parts/letters.ts';
import { postsEvent, VisitLog } from '../../parts/Posting.tsx';
import type { button as buttonRecipe } from '../../parts/recipes/button.ts';
import { Section } from '../../parts/Section.tsx';
import type { BlockView } from '../../parts/view.ts';
import type { question } from './recipe.ts';

const c = classes<typeof question>('question');
const button = classes<typeof buttonRecipe>('button');

export const QuestionView: BlockView<'question'> = ({ block, view, heading = 2 }) => {
  const { screen } = view;
  const question = screen?.question;
  if (!question) return null;
  const { item, index, count, leadsBack, selected, error } = question;
  const busy = screen.status === 'calling' || screen.status === 'waiting';
  const Title = `h${heading}` as const;
  const next = index + 1 < count ? block.next : block.finish;
  const id = `question-${item.id}`;
  return (
    <Section block={block} headed>
      <form
        className={c('root') + lettersClass(block)}
        method="post"
        action={view.posting?.action}
        data-question={item.id}
        data-behaviour={block.advance}
      >
        <VisitLog posting={view.posting} />
        <fieldset
          // biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: HTML allows it, and a plain group cannot be invalid
          role="radiogroup"
          tabIndex={-1}
          disabled={busy}
          aria-describedby={describedBy(id, item.hint)}
          aria-invalid={error ? true : undefined}
        >
          <legend>
            <Title className={c('title')}>{view.text(item.question)}</Title>
          </legend>
          {item.hint !== undefined && (
            <p id={`${id}-hint`} className={c('hint')}>
              {view.text(item.hint)}
            </p>
          )}
          <p id={`${id}-error`} className={c('error')} data-error={item.id} hidden={!error}>
            {error}
          </p>
          <div className={c('options')}>
            {each(item.options, (option) => (
              <label className={c('option')}>
                <input
                  className={c('mark')}
                  type="radio"
                  name={item.id}
                  value={option.value}
                  defaultChecked={selected === option.value}
                />
                <span>{view.text(option.label)}</span>
              </label>
            ))}
          </div>
        </fieldset>
        <div className={c('foot')}>
          {/* A submit button for another form. It has no `type` attribute, so that `[type=submit]` selects only Next. */}
          <button
            {...postsEvent(view, 'previous')}
            className={button('root', { emphasis: 'normal' })}
            disabled={(index === 0 && !leadsBack) || busy}
            data-previous=""
          >
            {view.text(block.previous)}
          </button>
          <button
            type="submit"
            className={button('root', { emphasis: 'strong' })}
            disabled={busy}
            aria-busy={busy || undefined}
          >
            {busy && <Spinner />}
            {view.text((busy && block.busy) || next)}
          </button>
        </div>
        {block.notice !== undefined && <p className={c('hint')}>{view.text(block.notice)}</p>}
      </form>
    </Section>
  );
};
QuestionView.headed = () => true;
