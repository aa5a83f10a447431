/** Converts the form that a page without JavaScript posts to one event of the flow. */
import type { PostedFields } from '../fields/kinds/kind.ts';
import { postedNames } from '../flow/post-names.ts';
import { withCountries } from '../rules/phone/countries.ts';
import type { FlowEvent, Screen } from '../steps/screen.ts';
import { buttonEvent } from './button-event.ts';
import { readFields } from './read-form.ts';

/**
 * The event that a posted screen represents.
 * @returns null if this screen accepts none of the posted data
 */
export function postedEvent(screen: Screen, fields: PostedFields): FlowEvent | null {
  const pressed = buttonEvent({ name: postedNames.event, value: fields.get(postedNames.event) });
  if (pressed !== null) return pressed;
  if (screen.question !== null) {
    const { item } = screen.question;
    const chosen = item.options.find((option) => String(option.value) === fields.get(item.id));
    return chosen === undefined ? { type: 'NEXT' } : { type: 'NEXT', value: chosen.value };
  }
  if (screen.form === null) return null;
  const definitions = screen.form.definition.fields;
  return { type: 'SUBMIT', values: withCountries(definitions, readFields(fields, definitions)) };
}
