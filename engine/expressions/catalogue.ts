import type { FunctionName } from './functions.ts';
import type { Implementation } from './operands.ts';
import { absentAs, joinTypes, orNull, type Type, withoutNull } from './types.ts';

const bool: Type = { kind: 'bool' };
const num: Type = { kind: 'number' };
const text: Type = { kind: 'string' };
const any: Type = { kind: 'any' };
const numbers: Type = { kind: 'list', of: num };
const shown: Type[] = [text, num];

/** The styles in which a date can be formatted; see `dates.ts`. */
export const dateStyles = ['short', 'long', 'dayMonth', 'weekday', 'month', 'year', 'time'] as const;

/** The signature of a function. Its implementation is in `functions.ts` under the same name. */
export interface Signature {
  /** The call as authors write it. */
  form: string;
  about: string;
  /** The types that each parameter accepts. `any` includes null. */
  params: Type[][];
  /** The last parameter may be repeated. A list cannot replace the repeated arguments. */
  repeats?: true;
  /** A null first argument is allowed and gives null. */
  passesNull?: true;
  /** The last argument takes the place of a first argument that is missing. */
  settles?: true;
  /** What the function formats its first argument as. */
  shows?: 'money' | 'date';
  /** The compiler appends the locale's grouping separator and decimal separator as arguments. */
  takesSigns?: true;
  result: (args: Type[]) => Type;
  /** The equivalent in CEL's standard or extension libraries, if there is one. */
  cel?: string;
}

const onText = (form: string, about: string, cel?: string): Signature => ({
  form,
  about,
  params: [[text]],
  passesNull: true,
  result: () => text,
  ...(cel === undefined ? {} : { cel }),
});
const test = (name: string, about: string): Signature => ({
  form: `${name}(text, part)`,
  about,
  params: [[text], [text]],
  result: () => bool,
  cel: `text.${name}(part)`,
});

export const functionCatalogue = {
  size: {
    form: 'size(value)',
    about: 'Elements of a list, fields of a record, characters (code points) of a text.',
    params: [[text, { kind: 'list', of: any }, { kind: 'map', of: any }]],
    result: () => num,
    cel: 'size(value)',
  },
  sum: { form: 'sum(numbers)', about: 'The sum; 0 for an empty list.', params: [[numbers]], result: () => num },
  min: {
    form: 'min(a, b, …) or min(numbers)',
    about: 'The smallest value; an error for an empty list.',
    params: [[num, numbers]],
    repeats: true,
    result: () => num,
    cel: 'math.least(a, b)',
  },
  max: {
    form: 'max(a, b, …) or max(numbers)',
    about: 'The greatest value; an error for an empty list.',
    params: [[num, numbers]],
    repeats: true,
    result: () => num,
    cel: 'math.greatest(a, b)',
  },
  percent: {
    form: 'percent(value, of)',
    about: 'value / of × 100 as a whole number, halves rounded up; a percentage of 0 is an error.',
    params: [[num], [num]],
    result: () => num,
  },
  round: {
    form: 'round(number)',
    about: 'The nearest whole number, halves rounded up (-2.5 gives -2).',
    params: [[num]],
    result: () => num,
  },
  floor: {
    form: 'floor(number)',
    about: 'The nearest whole number at or below.',
    params: [[num]],
    result: () => num,
    cel: 'math.floor(number)',
  },
  contains: test('contains', 'Whether the text contains the part.'),
  startsWith: test('startsWith', 'Whether the text starts with the part.'),
  endsWith: test('endsWith', 'Whether the text ends with the part.'),
  lower: onText('lower(text)', 'The text in lower case, with its accents.'),
  upper: onText('upper(text)', 'The text in upper case, with its accents.'),
  trim: onText('trim(text)', 'The text without white space at its start and end.', 'text.trim()'),
  digits: onText('digits(text)', 'Only the digits 0 to 9 of the text.'),
  firstName: onText('firstName(text)', 'The first word.'),
  lastName: onText('lastName(text)', 'The last word; an empty text if there is only one.'),
  join: {
    form: 'join(list, separator)',
    about: 'The texts or numbers of a list with the separator between them.',
    params: [
      [
        { kind: 'list', of: text },
        { kind: 'list', of: num },
      ],
      [text],
    ],
    result: () => text,
    cel: 'list.join(separator)',
  },
  json: {
    form: 'json(value)',
    about: 'Canonical JSON: keys sorted, no spaces.',
    params: [[any]],
    result: () => text,
  },
  url: {
    form: 'url(value)',
    about: 'A text or number, escaped for use in a link (encodeURIComponent).',
    params: [shown],
    passesNull: true,
    result: () => text,
  },
  default: {
    form: 'default(value, fallback)',
    about: 'The value, or the fallback if the value is null.',
    params: [[any], [any]],
    settles: true,
    result: ([value = any, fallback = any]) =>
      value.kind === 'null' ? fallback : value.optional ? joinTypes(withoutNull(value), fallback) : value,
  },
  money: {
    form: 'money(amount)',
    about:
      "An amount in the smallest unit of the site's currency, as the site's locale writes it: 123456 gives $1,234.56.",
    params: [[num]],
    shows: 'money',
    passesNull: true,
    result: () => text,
  },
  moneyShort: {
    form: 'moneyShort(amount)',
    about: 'Like money, but without decimals for a whole amount.',
    params: [[num]],
    shows: 'money',
    passesNull: true,
    result: () => text,
  },
  brl: {
    form: 'brl(cents)',
    about: 'The same as money, from before it: cents as reais, R$ 1.234,56 with a no-break space.',
    params: [[num]],
    shows: 'money',
    passesNull: true,
    result: () => text,
  },
  brlShort: {
    form: 'brlShort(cents)',
    about: 'The same as moneyShort, from before it.',
    params: [[num]],
    shows: 'money',
    passesNull: true,
    result: () => text,
  },
  decimal: {
    form: 'decimal(number, places)',
    about:
      "A number with the given decimal places (0 to 10) and the separators of the site's locale; halves rounded up.",
    params: [[num], [num]],
    passesNull: true,
    takesSigns: true,
    result: () => text,
  },
  number: {
    form: 'number(text)',
    about: 'The number written in a text with a decimal point; an error for any other text.',
    params: [[text]],
    passesNull: true,
    result: () => num,
    cel: 'double(text)',
  },
  numberOr: {
    form: 'numberOr(text, fallback)',
    about: 'The number written in a text with a decimal point, or the fallback if there is none or the text is null.',
    params: [[any], [num]],
    result: () => num,
  },
  date: {
    form: `date(text, style), style being ${dateStyles.join(', ')}`,
    about: "A date (YYYY-MM-DD, with or without a time) in the site's language and time zone.",
    params: [[text], [{ kind: 'enum', values: dateStyles }]],
    shows: 'date',
    passesNull: true,
    result: () => text,
  },
} satisfies { [N in FunctionName]: Signature };

/** A function of the site's own. */
export interface ExtensionFunction {
  readonly signature: Signature;
  /** The address of its module. It names the function in compiled code, because it changes with the code. */
  readonly address: string;
  readonly implementation: Implementation;
}

/** The functions of the site's own, by name. Null for one that is missing because of a mistake in its file. */
export type ExtensionFunctions = Readonly<Record<string, ExtensionFunction | null>>;

/** The function of the site's own with this name; null if its file is mistaken; undefined if there is none. */
export const extensionFunction = (name: string, own: ExtensionFunctions): ExtensionFunction | null | undefined =>
  Object.hasOwn(own, name) ? own[name] : undefined;

/** The signature of the function with this name; undefined if there is none. */
export const signatureOf = (name: string, own: ExtensionFunctions = {}): Signature | undefined =>
  Object.hasOwn(functionCatalogue, name)
    ? functionCatalogue[name as FunctionName]
    : (extensionFunction(name, own)?.signature ?? undefined);

/** The result type of a call, including null if a null argument passes through. */
export const resultTypeOf = (signature: Signature, args: Type[]): Type => {
  const result = signature.result(args);
  const [first] = args;
  if (!signature.passesNull) return result;
  return absentAs(first?.optional || first?.kind === 'null' ? orNull(result) : result, first);
};
