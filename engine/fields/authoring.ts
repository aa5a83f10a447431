/** Every field type, with what the loader needs to know about it. A missing type is a type error. */
import type { ControlType, Field, FieldType } from '../../schemas/generated/types.ts';
import { address } from './address/authoring.ts';
import { checkbox } from './checkbox/authoring.ts';
import { choice } from './choice/authoring.ts';
import { choices } from './choices/authoring.ts';
import { computed } from './computed/authoring.ts';
import { contact } from './contact/authoring.ts';
import { country } from './country/authoring.ts';
import { currency } from './currency/authoring.ts';
import { date } from './date/authoring.ts';
import { dateRange } from './date-range/authoring.ts';
import { dropdown } from './dropdown/authoring.ts';
import { email } from './email/authoring.ts';
import { hidden } from './hidden/authoring.ts';
import type { AnyAuthoring } from './kinds/authoring.ts';
import { matrix } from './matrix/authoring.ts';
import { nps } from './nps/authoring.ts';
import { number } from './number/authoring.ts';
import { ranking } from './ranking/authoring.ts';
import { rating } from './rating/authoring.ts';
import { scale } from './scale/authoring.ts';
import { slider } from './slider/authoring.ts';
import { tel } from './tel/authoring.ts';
import { text } from './text/authoring.ts';
import { textarea } from './textarea/authoring.ts';
import { time } from './time/authoring.ts';
import { url } from './url/authoring.ts';
import { yesNo } from './yes-no/authoring.ts';

export const authoring: { readonly [T in FieldType]: AnyAuthoring } = {
  text,
  email,
  tel,
  url,
  textarea,
  number,
  currency,
  slider,
  date,
  'date-range': dateRange,
  time,
  checkbox,
  choice,
  dropdown,
  country,
  choices,
  ranking,
  matrix,
  'yes-no': yesNo,
  scale,
  rating,
  nps,
  address,
  contact,
  computed,
  hidden,
};

/** The control that a field of a file is loaded as. */
export const controlOf = ({ type }: { readonly type: FieldType }): { readonly type: ControlType } => ({
  type: authoring[type].control,
});

/** How a field of a file sends its value; undefined for the value as it is. */
export const submittedAs = ({ type, submitAs }: Pick<Field, 'type' | 'submitAs'>): Field['submitAs'] =>
  submitAs ?? (authoring[type].isNumber ? 'number' : undefined);
