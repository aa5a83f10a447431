import type { FormEvent, MouseEvent } from 'react';
import { classes } from '../classes.ts';
import { Spinner } from '../parts/Buttons.tsx';
import { each } from '../parts/each.ts';
import { postsEvent, VisitLog } from '../parts/Posting.tsx';
import { Section } from '../parts/Section.tsx';
import type { BlockView } from '../view.ts';

const c = classes('question');
const button = classes('button');

export const QuestionView: BlockView<'question'> = ({ block, view, heading = 2 }) => {
  const { screen, send } = view;
  const question = screen?.question;
  if (!question) return null;
  const { item, index, count, selected } = question;
  const busy = screen.status === 'calling' || screen.status === 'waiting';
  const Title = `h${heading}` as const;
  const next = index + 1 < count ? block.next : block.finish;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    send?.({ type: 'NEXT' });
  };
  const back = (event: MouseEvent) => {
    event.preventDefault();
    send?.({ type: 'PREVIOUS' });
  };
  return (
    <Section block={block} headed>
      <form
        className={c('root')}
        method="post"
        action={view.posting?.action}
        data-question={item.id}
        onSubmit={send ? submit : undefined}
      >
        <VisitLog posting={view.posting} />
        <fieldset disabled={busy} aria-describedby={item.hint === undefined ? undefined : `question-${item.id}-hint`}>
          <legend>
            <Title className={c('title')} tabIndex={-1}>
              {view.text(item.question)}
            </Title>
          </legend>
          {item.hint !== undefined && (
            <p id={`question-${item.id}-hint`} className={c('hint')}>
              {view.text(item.hint)}
            </p>
          )}
          <div className={c('options')}>
            {each(item.options, (option) => (
              <label className={c('option')}>
                <input
                  className={c('mark')}
                  type="radio"
                  name={item.id}
                  value={option.value}
                  defaultChecked={selected === option.value}
                  onChange={send ? () => send({ type: 'SELECT', value: option.value }) : undefined}
                />
                <span>{view.text(option.label)}</span>
              </label>
            ))}
          </div>
        </fieldset>
        <div className={c('foot')}>
          {/* A submit button without saying so: it submits another form; `[type=submit]` in this one finds Next alone */}
          <button
            {...postsEvent('previous')}
            className={button('root', { emphasis: 'normal' })}
            disabled={index === 0 || busy}
            data-previous=""
            onClick={send ? back : undefined}
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
      </form>
    </Section>
  );
};
QuestionView.headed = () => true;
