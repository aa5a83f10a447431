/** A group that repeats: the fields of each entry. Importing it makes its views known to `FormField.tsx`. */
import { type MouseEvent, useEffect, useRef, useState } from 'react';
import { postedNames } from '../../engine/flow/post-names.ts';
import { hiddenFields } from '../../engine/forms/conditions.ts';
import {
  changedEntries,
  entriesEvent,
  entriesShown,
  entryBounds,
  fieldsOfEntry,
  groupCountedBy,
} from '../../engine/forms/entries.ts';
import type { ChoiceField, FieldDefinition } from '../../schemas/generated/types.ts';
import { classes } from './classes.ts';
import { FormField } from './FormField.tsx';
import { type FieldInput, type FieldView, looks } from './field-view.tsx';
import type { button as buttonRecipe } from './recipes/button.ts';
import type { field as fieldRecipe } from './recipes/field.ts';
import type { hidden as hiddenRecipe } from './recipes/hidden.ts';
import type { rows as rowsRecipe } from './recipes/rows.ts';

const c = classes<typeof fieldRecipe>('field');
const r = classes<typeof rowsRecipe>('rows');
const b = classes<typeof buttonRecipe>('button');
const h = classes<typeof hiddenRecipe>('hidden');

/** A field of an entry as it is drawn there. */
const drawnField = (field: FieldDefinition): FieldDefinition =>
  ({ ...field, look: field.row?.look }) as FieldDefinition;

/** Without a `type` attribute, so that `[type=submit]` does not select it. */
const pressedByEnter = { tabIndex: -1, 'aria-hidden': true } as const;

const controls = 'input:not([type=hidden]),select,textarea';

/** How many entries the server has drawn; undefined if there is no HTML of the server. */
const drawnEntries = (id: string): number | undefined =>
  typeof document === 'undefined' ? undefined : document.getElementById(id)?.querySelectorAll('[data-entry]').length;

function Rows({ id, field, form, native, notes, failure, described, value, view }: FieldInput) {
  const state = view.screen?.form;
  const fields = state?.definition.fields ?? [];
  const group = groupCountedBy(field) ?? '';
  const words = (field as ChoiceField).rows;
  const { min, max } = entryBounds(field);
  const reached = entriesShown(field, { [field.name]: value });
  // The server's HTML lacks the entries of a saved visit.
  const [server, setServer] = useState(() => drawnEntries(id));
  const shown = server ?? reached;
  useEffect(() => setServer(undefined), []);
  // An entry keeps its elements, with what was typed into them, when one above it is removed.
  const [order, setOrder] = useState<{ keys: readonly string[]; changes: number }>({ keys: [], changes: 0 });
  const root = useRef<HTMLFieldSetElement>(null);
  const count = useRef<HTMLInputElement>(null);
  /** The entry that gets the focus once it is drawn, and whether its first field does. */
  const target = useRef<{ readonly index: number; readonly isNew: boolean } | null>(null);
  const [said, say] = useState('');
  useEffect(() => {
    if (target.current === null) return;
    const { index, isNew } = target.current;
    target.current = null;
    const all = [...(root.current?.querySelectorAll<HTMLElement>('[data-entry]') ?? [])];
    const entry = all[Math.min(index, all.length - 1)];
    const place = isNew ? entry?.querySelector<HTMLElement>(controls) : entry;
    (place ?? root.current?.querySelector<HTMLElement>('[data-add]'))?.focus();
  });
  const keyOf = (index: number): string => order.keys[index] ?? `${order.changes}-${index}`;
  const entryName = (index: number): string => (words?.item ?? '').replace('{{ place }}', String(index + 1));
  const change = (to: 'add' | number) => (event: MouseEvent) => {
    event.preventDefault();
    const changed = changedEntries(fields, field, to, { ...state?.values, [field.name]: String(shown) });
    const input = count.current;
    if (changed === null || input === null) return;
    target.current = { index: to === 'add' ? shown : to, isNew: to === 'add' };
    const all = Array.from({ length: shown }, (_, index) => keyOf(index));
    setOrder({ keys: all.filter((_, index) => index !== to), changes: order.changes + 1 });
    say(to === 'add' ? '' : (words?.removed ?? '').replace('{{ item }}', entryName(to)));
    const { [field.name]: number, ...others } = changed;
    for (const [name, each] of Object.entries(others)) view.send?.({ type: 'INPUT', field: name, value: each });
    input.value = String(number);
    input.dispatchEvent(new Event('input', { bubbles: true }));
  };
  const hidden = hiddenFields(fields, state?.values ?? {});
  const isSending = view.screen?.status === 'calling';
  const press = (to: 'add' | number, place: string) => ({
    name: postedNames.event,
    value: `${entriesEvent}${field.name}.${to}`,
    formAction: `${view.posting?.action ?? ''}#${place}`,
    'data-send': `${field.name}.${to}`,
    disabled: isSending,
    onClick: view.send ? change(to) : undefined,
  });
  return (
    <fieldset ref={root} id={id} className={c('root')} aria-describedby={described}>
      <legend className={c('label')}>{view.textOfForm(field.label)}</legend>
      {notes}
      <input ref={count} type="hidden" name={field.name} value={shown} />
      {/* The button that Enter presses: the first one of the form. */}
      <button {...pressedByEnter} className={h('root')} />
      {Array.from({ length: shown }, (_, index) => (
        <fieldset key={keyOf(index)} id={`${id}-${index + 1}`} className={r('entry')} data-entry="" tabIndex={-1}>
          <legend className={r('name')}>{entryName(index)}</legend>
          {fieldsOfEntry(fields, group, index).map((each) => (
            <FormField
              key={each.row?.name}
              field={drawnField(each)}
              form={form}
              value={state?.values[each.name] ?? each.default ?? null}
              error={state?.errors[each.name]}
              hidden={hidden.has(each.name)}
              last={false}
              native={native}
              view={view}
            />
          ))}
          {shown > min && (
            <button
              className={`${b('root', { emphasis: 'quiet' })} ${r('remove')}`}
              aria-label={`${words?.remove} ${entryName(index)}`}
              {...press(index, id)}
            >
              {words?.remove}
            </button>
          )}
        </fieldset>
      ))}
      {failure}
      {shown < max && (
        <button
          className={`${b('root', { emphasis: 'normal' })} ${r('add')}`}
          data-add=""
          {...press('add', `${id}-${shown + 1}`)}
        >
          {words?.add}
        </button>
      )}
      <p className={h('root')} role="status">
        {said}
      </p>
    </fieldset>
  );
}

const rows: FieldView = (input) => <Rows {...input} />;
/** A field of an entry, which the view of its group draws. */
const repeated: FieldView = () => null;

Object.assign(looks, { rows, repeated });
