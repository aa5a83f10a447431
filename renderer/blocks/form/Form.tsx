import { hiddenFields } from '../../../engine/forms/conditions.ts';
import type { FieldDefinition } from '../../../schemas/generated/types.ts';
import { Spinner } from '../../parts/Buttons.tsx';
import { classes } from '../../parts/classes.ts';
import { FormField } from '../../parts/FormField.tsx';
import { Heading } from '../../parts/Heading.tsx';
import { lettersClass } from '../../parts/letters.ts';
import { postsEvent, VisitLog } from '../../parts/Posting.tsx';
import type { button as buttonRecipe } from '../../parts/recipes/button.ts';
import { Section, toneClass } from '../../parts/Section.tsx';
import type { BlockOf, BlockView } from '../../parts/view.ts';
import type { form } from './recipe.ts';

const c = classes<typeof form>('form');
const button = classes<typeof buttonRecipe>('button');

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
  const { look } = block;
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
          <p className={c('problem')} role="alert" id={`${name}-problem`} data-problem="" hidden={!form.problem}>
            {form.problem}
          </p>
          <div className={c('buttons', { back: block.back === undefined ? undefined : 'yes' })}>
            {block.back !== undefined && (
              // A submit button for another form. It has no `type` attribute, so that `[type=submit]` does not select it.
              <button
                {...postsEvent(view, 'on.back')}
                className={button('root', { emphasis: 'normal' })}
                disabled={sending}
                data-send="back"
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
              aria-describedby={`${name}-problem`}
              data-retrying={sending ? view.site.messages.retrying : undefined}
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
