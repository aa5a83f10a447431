import type { FormEvent, MouseEvent } from 'react';
import { hiddenFields } from '../../../engine/forms/conditions.ts';
import { readField, readFields } from '../../../engine/session/posted.ts';
import type { FieldDefinition } from '../../../schemas/generated/types.ts';
import { Spinner } from '../../parts/Buttons.tsx';
import { classes } from '../../parts/classes.ts';
import { FormField } from '../../parts/FormField.tsx';
import { Heading } from '../../parts/Heading.tsx';
import { lettersClass } from '../../parts/letters.ts';
import { postsEvent, VisitLog } from '../../parts/Posting.tsx';
import type { button as buttonRecipe } from '../../parts/recipes/button.ts';
import { Section, toneClass } from '../../parts/Section.tsx';
import type { BlockOf, BlockView, View } from '../../parts/view.ts';
import type { form } from './recipe.ts';

const c = classes<typeof form>('form');
const button = classes<typeof buttonRecipe>('button');

function listen(view: View, fields: readonly FieldDefinition[]) {
  const { send } = view;
  if (!send) return {};
  return {
    onInput: (event: FormEvent<HTMLFormElement>) => {
      const { name } = event.target as HTMLInputElement;
      const field = fields.find((one) => one.name === name);
      if (field) send({ type: 'INPUT', field: name, value: readField(new FormData(event.currentTarget), field) });
    },
    onSubmit: (event: FormEvent<HTMLFormElement>) => {
      event.preventDefault();
      // While a call is under way the flow does not take it: a trace has the second press.
      send({ type: 'SUBMIT', values: readFields(new FormData(event.currentTarget), fields) });
    },
  };
}

/** A field with the texts that the block has in place of its own. */
function withTexts(field: FieldDefinition, { labels, hints }: BlockOf<'form'>): FieldDefinition {
  const [label, hint] = [labels?.[field.name], hints?.[field.name]];
  return {
    ...field,
    ...(label === undefined ? {} : { label }),
    ...(hint === undefined ? {} : { hint }),
  } as FieldDefinition;
}

export const FormView: BlockView<'form'> = ({ block, view, heading = 2 }) => {
  const form = view.screen?.form;
  if (!form) return null;
  const { id, fields } = form.definition;
  const hidden = hiddenFields(fields, form.values);
  const name = `${view.ids}form-${id}`;
  const last = fields.findLast(({ type }) => type !== 'hidden' && type !== 'checkbox');
  const sending = view.screen?.status === 'calling';
  const { send } = view;
  const { look } = block;
  const goBack = (event: MouseEvent) => {
    event.preventDefault();
    send?.({ type: 'on', name: 'back' });
  };
  return (
    <Section block={block} width="narrow" framed>
      <form
        id={name}
        className={
          c('root', { look: look && 'question', asks: look === 'titled' ? 'group' : undefined }) +
          lettersClass(block) +
          toneClass(block.tone)
        }
        method="post"
        action={view.posting?.action}
        noValidate={!block.nativeValidation}
        data-form={id}
        data-behaviour={block.advance}
        // If its heading takes the focus, a form with the same name would be announced before it.
        aria-labelledby={block.title === undefined || heading === 1 || view.ids ? undefined : `${name}-title`}
        {...listen(view, fields)}
      >
        <VisitLog posting={view.posting} />
        {(block.title !== undefined || block.lead !== undefined) && (
          <div className={c('head')}>
            {block.title !== undefined && (
              <Heading level={heading} size="card" id={`${name}-title`}>
                {view.text(block.title)}
              </Heading>
            )}
            {block.lead !== undefined && <p className={c('lead')}>{view.textOfForm(block.lead)}</p>}
          </div>
        )}
        <div className={c('fields', { state: sending ? 'sending' : undefined })}>
          {fields.map((field) => (
            <FormField
              key={field.name}
              field={withTexts(field, block)}
              form={name}
              value={form.values[field.name] ?? field.default ?? null}
              error={form.errors[field.name]}
              last={field === last}
              hidden={hidden.has(field.name)}
              native={block.nativeValidation}
              view={view}
            />
          ))}
        </div>
        <div className={c('foot')}>
          {form.problem !== null && (
            <p className={c('problem')} role="alert" id={`${name}-problem`}>
              {form.problem}
            </p>
          )}
          <div className={c('buttons', { back: block.back === undefined ? undefined : 'yes' })}>
            {block.back !== undefined && (
              // A submit button for another form. It has no `type` attribute, so that `[type=submit]` does not select it.
              <button
                {...postsEvent(view, 'on.back')}
                className={button('root', { emphasis: 'normal' })}
                disabled={sending}
                data-send="back"
                onClick={send ? goBack : undefined}
              >
                {view.text(block.back)}
              </button>
            )}
            <button
              type="submit"
              className={button('root', { emphasis: 'strong', width: 'full' })}
              // Not `disabled`, because that would remove the focus.
              aria-disabled={sending || undefined}
              aria-busy={sending || undefined}
              aria-describedby={form.problem ? `${name}-problem` : undefined}
            >
              {sending && <Spinner />}
              {sending && view.screen?.retrying
                ? view.site.messages.retrying
                : view.text((sending && block.busy) || block.submit)}
            </button>
          </div>
          {block.notice !== undefined && <p className={c('notice')}>{view.textOfForm(block.notice)}</p>}
        </div>
      </form>
    </Section>
  );
};
FormView.headed = (block) => block.title !== undefined;
