import type { FormEvent } from 'react';
import type { FieldDefinition } from '../../../engine/forms/types.ts';
import { readField, readFields } from '../../../engine/session/posted.ts';
import { classes } from '../classes.ts';
import { Spinner } from '../parts/Buttons.tsx';
import { Field } from '../parts/Field.tsx';
import { Heading } from '../parts/Heading.tsx';
import { VisitLog } from '../parts/Posting.tsx';
import { Section, toneClass } from '../parts/Section.tsx';
import type { BlockView, View } from '../view.ts';

const c = classes('form');
const button = classes('button');

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
      send({ type: 'SUBMIT', values: readFields(new FormData(event.currentTarget), fields) });
    },
  };
}

export const FormView: BlockView<'form'> = ({ block, view, heading = 2 }) => {
  const form = view.screen?.form;
  if (!form) return null;
  const { id, fields } = form.definition;
  const sending = view.screen?.status === 'calling';
  return (
    <Section block={block} width="narrow" framed>
      <form
        id={`form-${id}`}
        className={c('root') + toneClass(block.tone)}
        method="post"
        action={view.posting?.action}
        noValidate
        data-form={id}
        aria-labelledby={block.title === undefined ? undefined : `form-${id}-title`}
        {...listen(view, fields)}
      >
        <VisitLog posting={view.posting} />
        {(block.title !== undefined || block.lead !== undefined) && (
          <div className={c('head')}>
            {block.title !== undefined && (
              <Heading level={heading} size="card" id={`form-${id}-title`}>
                {view.text(block.title)}
              </Heading>
            )}
            {block.lead !== undefined && <p className={c('lead')}>{view.textOfForm(block.lead)}</p>}
          </div>
        )}
        <div className={c('fields', { state: sending ? 'sending' : undefined })}>
          {fields.map((field) => (
            <Field
              key={field.name}
              field={field}
              form={`form-${id}`}
              value={form.values[field.name] ?? field.default ?? null}
              error={form.errors[field.name]}
              view={view}
            />
          ))}
        </div>
        <div className={c('foot')}>
          {form.problem !== null && (
            <p className={c('problem')} role="alert">
              {form.problem}
            </p>
          )}
          <button
            type="submit"
            className={button('root', { emphasis: 'strong', width: 'full' })}
            disabled={sending}
            aria-busy={sending || undefined}
          >
            {sending && <Spinner />}
            {view.text((sending && block.busy) || block.submit)}
          </button>
          {block.notice !== undefined && <p className={c('notice')}>{view.textOfForm(block.notice)}</p>}
        </div>
      </form>
    </Section>
  );
};
FormView.headed = (block) => block.title !== undefined;
