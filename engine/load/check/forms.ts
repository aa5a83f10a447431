import { type Field, type FormFile, fieldProperties, ruleParameters } from '../../../schemas/generated/types.ts';
import { controlOf } from '../../fields/authoring.ts';
import { autofillMistake } from '../../fields/autofill.ts';
import { kindOf } from '../../fields/field.ts';
import { authoring } from '../../fields/generated/authoring.ts';
import { usualRange } from '../../fields/kinds/authoring.ts';
import { longestOf as mostDigits } from '../../fields/masks/masks.ts';
import { sliderRange } from '../../fields/slider/authoring.ts';
import { ownParameters } from '../../flow/address-parameters.ts';
import { keptOptions } from '../../flow/option-order.ts';
import { compileForm, type FormMessages, validateField } from '../../forms/index.ts';
import type { FormDefinition } from '../../forms/types.ts';
import { rulesWith } from '../../rules/all.ts';
import { ruleOf } from '../../rules/authoring.ts';
import { dayOf } from '../../rules/date/day.ts';
import { demandsValue } from '../../rules/demands.ts';
import { type GrowthOf, isSlow } from '../../rules/pattern/backtracking.ts';
import type { Draft } from '../link/draft.ts';
import type { InRow } from '../short/field-expansion.ts';
import type { DataPath, Source } from '../source/source.ts';
import { reservedNames } from '../types/value-types.ts';
import { mistakenCountries, mistakenPhone } from './countries.ts';
import { checkOptionLabels } from './option-labels.ts';
import { checkParameters } from './parameters.ts';
import { regexMistake } from './regex.ts';
import { longestOf } from './strictness.ts';

/** Checks a form's fields and rules, before its texts are compiled. */
export function checkForm(draft: Draft, source: Source<FormFile>): void {
  // The other entries of a group that repeats have the same fields.
  for (const [name, field] of Object.entries(source.data.fields))
    if (((field as InRow).row?.index ?? 0) === 0) checkField(draft, source, name, field);
  for (const { kind, value, path } of draft.contents(source).annotated) {
    if (kind !== 'regex') continue;
    const mistake = regexMistake(String(value));
    if (mistake !== undefined) draft.report.add('regex-invalid', source, source.place(path, mistake), mistake);
    else if (isSlowIn(source.data.fields[path[1] as string], String(value), draft.growthOf))
      draft.report.add('regex-slow', source, source.place(path));
  }
  checkConsent(draft, source);
}

/** Whether a text that a field can hold can take a visitor's browser long. */
const isSlowIn = (field: Field | undefined, pattern: string, growthOf: GrowthOf | undefined): boolean =>
  field !== undefined && growthOf !== undefined && isSlow(pattern, longestOf(field) ?? 0, growthOf);

function checkField(draft: Draft, source: Source<FormFile>, name: string, field: Field): void {
  const { report } = draft;
  const path = ['fields', name];
  const at = source.place(path, { key: true });
  if (reservedNames.has(name)) report.add('name-reserved', source, at, { name });
  checkProperties(draft, source, name, field);
  const values = new Set<string>();
  field.options?.forEach(({ value }, index) => {
    if (values.has(value))
      report.add('option-twice', source, source.place([...path, 'options', index, 'value']), { value });
    values.add(value);
  });
  checkOptionLabels(report, source, [...path, 'options'], field.options);
  const personal = field.pii === undefined ? personalKind(field) : undefined;
  if (personal !== undefined) report.add('field-personal', source, at, { field: name, kind: personal });
  const misfilled = field.autocomplete === undefined ? null : autofillMistake(field.type, field.autocomplete);
  if (misfilled !== null) report.add('field-autocomplete', source, source.place([...path, 'autocomplete']), misfilled);
  // A length, or rules that are none because of `required: false`, show that any text is meant.
  if (authoring[field.type].typed && field.rules === undefined && field.maxLength === undefined)
    report.add('field-without-rules', source, at, { field: name });
  checkRules(draft, source, name, field);
}

/** More numbers would not fit beside one another on a phone. */
const mostNumbers = 11;

/** More options are a list to choose from. */
const mostCards = 40;

const special = [...new Set(Object.values(fieldProperties).flat())];

/** Reports a mistaken property of a field. */
type Mistake = (property: keyof Field, reason: string) => void;

/** Checks the properties that only some types of field have. */
function checkProperties({ report }: Draft, source: Source<FormFile>, name: string, field: Field): void {
  const path = ['fields', name];
  const own = fieldProperties[field.type] ?? [];
  const mistake: Mistake = (property, reason) =>
    report.add('field-options', source, source.place([...path, property], { key: true }), { reason });
  if (own.includes('options') && field.options === undefined)
    mistake('type', `A field of type ${field.type} needs options.`);
  checkComputed(field, mistake);
  for (const property of special)
    if (!own.includes(property) && field[property] !== undefined)
      mistake(property, `A field of type ${field.type} has no ${property}.`);
  if (field.submitAs === 'number' && !authoring[field.type].isNumber && field.options === undefined)
    mistake('submitAs', `A field of type ${field.type} has no number to submit.`);
  checkSignature(field, mistake);
  checkDays(field, mistake);
  const { length } = field.options ?? [];
  if (length > mostCards && field.type !== 'dropdown')
    mistake('options', `A ${field.type} has at most ${mostCards} options. Write \`type: dropdown\` for ${length}.`);
  checkPictures(field, mistake);
  checkMarks(field, mistake);
  checkOffers(field, mistake);
  checkMatrix(field, mistake);
  checkShuffle(field, mistake);
  const { prefill = '' } = field;
  if (ownParameters.includes(prefill))
    mistake('prefill', `The engine reads the parameter ${prefill}. Take another one.`);
  const accepts = field.rules?.some(({ rule }) => rule === 'accepted') || source.data.consent?.field === name;
  if (prefill !== '' && accepts) mistake('prefill', 'A link cannot accept or consent for a visitor. Remove `prefill`.');
  checkSlider(field, mistake);
  for (const [property, reason] of mistakenCountries(field)) mistake(property, reason);
  if (field.type === 'repeat') return;
  const isCounted = authoring[field.type].control === 'choice';
  const { min = isCounted ? usualRange.min : undefined, max } = field;
  if (field.type === 'choices') checkChosen(field, mistake);
  else if (min !== undefined && max !== undefined && min >= max)
    report.add('rule-range', source, source.place([...path, 'max']), { min, max });
  if (isCounted && own.includes('max')) checkCount({ min: usualRange.min, max: usualRange.max, ...field }, mistake);
}

/** Checks that a computed field has a value, and no property of fields that visitors fill in. */
function checkComputed(field: Field, mistake: Mistake): void {
  if (field.type !== 'computed') return;
  if (field.value === undefined) mistake('type', 'A field of type computed needs a value, such as `value: a + b`.');
  for (const property of ['default', 'prefill', 'placeholder', 'maxLength', 'mask', 'submitAs', 'rules'] as const)
    if (field[property] !== undefined)
      mistake(property, `No visitor fills in a field of type computed. Remove \`${property}\`.`);
}

/** Checks that nobody signs for a visitor, and that a drawing is stored as it is. */
function checkSignature(field: Field, mistake: Mistake): void {
  if (field.type !== 'signature') return;
  for (const property of ['default', 'prefill'] as const)
    if (field[property] !== undefined) mistake(property, `Only the visitor can sign. Remove \`${property}\`.`);
  for (const property of ['maxLength', 'mask', 'submitAs'] as const)
    if (field[property] !== undefined) mistake(property, `A field of type signature has no ${property}. Remove it.`);
}

/** Checks the period of a date. */
function checkDays(field: Field, mistake: Mistake): void {
  for (const end of ['from', 'to'] as const)
    if (field[end] !== undefined && dayOf(field[end], 'YYYY-MM-DD') === null)
      mistake(end, `${field[end]} is not a day of the calendar.`);
  if (field.from !== undefined && field.to !== undefined && field.from > field.to)
    mistake('to', 'The last day is before the first.');
}

/** Whether the browser draws its options, in a list. */
const isListed = (type: Field['type']): boolean => type === 'dropdown' || type === 'ranking';

/** Checks the pictures and icons of options. */
function checkPictures({ type, options = [] }: Field, mistake: Mistake): void {
  const drawn = { image: 'pictures', icon: 'icons' } as const;
  for (const [property, words] of Object.entries(drawn) as ['image' | 'icon', string][]) {
    const count = options.filter((option) => option[property] !== undefined).length;
    if (count > 0 && isListed(type)) mistake('options', `A ${type} has no ${words}.`);
    else if (count > 0 && count < options.length) mistake('options', `Give every option an ${property}, or none.`);
  }
  if (options.some(({ image, icon }) => image !== undefined && icon !== undefined))
    mistake('options', 'An option has an image or an icon. Remove one of them.');
}

/** The types whose options can have conditions. */
const varying: ReadonlySet<Field['type']> = new Set(['choice', 'choices', 'dropdown']);

/** Checks the conditions of options. */
function checkOffers({ type, question, options = [], rules = [] }: Field, mistake: Mistake): void {
  const conditional = options.filter(({ when }) => when !== undefined).length;
  if (conditional === 0) return;
  if (!varying.has(type) || question !== undefined)
    mistake('options', `An option of a ${question === undefined ? type : 'matrix'} has no condition. Remove \`when\`.`);
  else if (conditional === options.length && demandsValue(rules))
    mistake(
      'options',
      'Every option has a condition, so there may be none to choose. Remove the `when` of one, or `required`.',
    );
}

/** Checks that the options of a field have an order to choose from. */
function checkShuffle({ question, shuffle, options = [] }: Field, mistake: Mistake): void {
  if (shuffle === undefined) {
    if (options.some(({ fixed }) => fixed))
      mistake(
        'options',
        'Options that are not shuffled keep their places anyway. Remove `fixed`, or add `shuffle: all`.',
      );
    return;
  }
  const moving = options.length - keptOptions(options, shuffle).length;
  if (question !== undefined)
    mistake(
      'shuffle',
      'A matrix keeps the order of its rows and options. Remove `shuffle`, or ask a question of type choice for each row.',
    );
  else if (moving < 2)
    mistake(
      'shuffle',
      `${moving === 1 ? 'One option' : 'No option'} can move, so there is one order only. Remove \`shuffle\`, or add options.`,
    );
}

/** Checks a row of a matrix: its options are named at the top of the table. */
function checkMatrix({ type, question, options = [] }: Field, mistake: Mistake): void {
  if (type === 'matrix' || question === undefined) return;
  const more = options.some(
    ({ image, icon, badge, exclusive }) =>
      image !== undefined || icon !== undefined || badge !== undefined || exclusive,
  );
  if (more) mistake('options', 'An option of a matrix has only a value and a label.');
}

/** Checks the badges of options, and which of them are exclusive. */
function checkMarks({ type, options = [], min = 1, rules = [] }: Field, mistake: Mistake): void {
  if (isListed(type) && options.some(({ badge }) => badge !== undefined))
    mistake('options', `A ${type} has no badges.`);
  const exclusive = options.filter(({ exclusive }) => exclusive);
  if (exclusive.length === 0) return;
  const least = Math.max(min, ...rules.map(({ rule, count = 1 }) => (rule === 'atLeast' ? count : 1)));
  if (type !== 'choices') mistake('options', `One option of a ${type} is chosen anyway. Remove \`exclusive\`.`);
  else if (exclusive.length === options.length)
    mistake('options', 'All options are exclusive. Write `type: choice`, without `exclusive`.');
  else if (least > 1)
    mistake(
      'options',
      `At least ${least} options must be chosen, so an exclusive one never suffices. Write \`min: 1\`, or remove \`exclusive\`.`,
    );
}

/** Checks the numbers of a scale or a rating. */
function checkCount({ type, min, max, icon }: Field & { min: number; max: number }, mistake: Mistake): void {
  if (icon === 'smiley' && max !== 3 && max !== 5) mistake('max', 'There are three faces or five.');
  if (!Number.isInteger(min) || !Number.isInteger(max) || max - min >= mostNumbers)
    mistake('max', `A ${type} has at most ${mostNumbers} whole numbers.`);
}

/** A value of the control with more decimals could be read as thousands. */
const mostDecimals = 2;

const decimalsOf = (number: number): number => String(number).split('.')[1]?.length ?? 0;

/** Checks that a slider reaches its end, in distinguishable steps. */
function checkSlider({ type, ...own }: Field, mistake: Mistake): void {
  if (type !== 'slider') return;
  const { min, max, step } = { ...sliderRange, ...own };
  for (const [property, value] of Object.entries({ min, max, step }) as ['min' | 'max' | 'step', number][])
    if (decimalsOf(value) > mostDecimals) mistake(property, `A slider has at most ${mostDecimals} decimals.`);
  const steps = Math.floor((max - min) / step + 1e-6);
  const last = Number((min + steps * step).toFixed(mostDecimals));
  if (min < max && last !== max)
    mistake(
      own.step === undefined ? 'max' : 'step',
      steps === 0
        ? `The step is longer than the way from ${min} to ${max}.`
        : `From ${min} in steps of ${step} the slider stops at ${last}. Write \`max: ${last}\`, or another step.`,
    );
  if (min >= max && own.max === undefined) mistake('min', `Write a max above ${min}.`);
}

/** Checks how many options can be chosen. */
function checkChosen({ min = 1, max, options = [] }: Field, mistake: Mistake): void {
  const all = options.length;
  if (!Number.isInteger(min) || min < 1 || min > all)
    mistake('min', `Write how many of the ${all} options must be chosen: a whole number from 1 to ${all}.`);
  if (max === undefined) return;
  if (max === 1) mistake('max', 'Only one option can be chosen. Write `type: choice`, without max.');
  else if (!Number.isInteger(max) || max < 1 || max > all)
    mistake('max', `Write how many of the ${all} options can be chosen: a whole number from 2 to ${all}.`);
  else if (max < min) mistake('max', `At least ${min} options must be chosen. Write ${min} or more.`);
}

/** Checks that a date is compared with another date. An unknown field is reported as a reference. */
function checkOrder({ report }: Draft, source: Source<FormFile>, name: string, other: string, path: DataPath): void {
  const { fields } = source.data;
  const [own, compared] = [fields[name]?.type, fields[other]?.type];
  const reason =
    own !== 'date'
      ? `Only a field of type date can have the rule notBefore, not one of type ${own}.`
      : compared === undefined || (compared === 'date' && other !== name)
        ? undefined
        : `notBefore compares with another field of type date, which ${other} is not.`;
  if (reason !== undefined)
    report.add('field-options', source, source.place([...path, 'field'], { key: true }), { reason });
}

function checkRules(draft: Draft, source: Source<FormFile>, name: string, field: Field): void {
  const { report } = draft;
  const rules = field.rules ?? [];
  const { rules: own } = draft.extensions;
  const known = rulesWith(own);
  rules.forEach((rule, index) => {
    const path = ['fields', name, 'rules', index];
    const place = source.place([...path, 'rule']);
    const needs = ruleParameters[rule.rule];
    // A rule requires at least one of its parameters.
    if (needs && !needs.some((measure) => rule[measure] !== undefined) && !source.lacksEntries(path))
      report.add('rule-incomplete', source, place, { rule: rule.rule, needs: needs.join(' or ') });
    const word = ruleOf(rule.rule);
    if (rule.rule === 'computed' || known[word][kindOf(controlOf(field))] === undefined)
      report.add('rule-misplaced', source, place, { rule: rule.rule, type: field.type });
    const parameters = own[rule.rule]?.parameters;
    if (parameters !== undefined)
      checkParameters({ word: rule.rule, parameters }, rule.with ?? {}, [...path, 'with'], { source, report });
    else if (rule.with !== undefined)
      report.add('extension-parameter', source, source.place([...path, 'with'], { key: true }), {
        reason: `Only rules of your own (\`extensions/rules/\`) have \`with\`; ${rule.rule} is one of the engine's.`,
        fix: 'Write its parameters beside `rule:`.',
      });
    if (rule.rule === 'notBefore' && rule.field !== undefined) checkOrder(draft, source, name, rule.field, path);
    for (const [parameter, reason] of rule.rule === 'phone' ? mistakenPhone(rule, source.data.fields) : [])
      report.add('field-options', source, source.place([...path, parameter], { key: true }), { reason });
    // A field can have one minimum length and one maximum length.
    const repeated =
      (rule.rule === 'minLength' || rule.rule === 'maxLength') &&
      index > rules.findIndex((other) => other.rule === rule.rule);
    if (repeated) report.add('rule-twice', source, place, { rule: rule.rule });
    if (rule.min !== undefined && rule.max !== undefined && rule.min > rule.max)
      report.add('rule-range', source, source.place([...path, 'min']), { min: rule.min, max: rule.max });
    const least = rule.rule === 'minLength' ? rule.length : undefined;
    const most = Math.min(
      field.maxLength ?? Number.POSITIVE_INFINITY,
      ...rules.flatMap((other) => (other.rule === 'maxLength' ? (other.length ?? []) : [])),
    );
    if (least !== undefined && least > most)
      report.add('rule-range', source, source.place([...path, 'length']), { min: least, max: most });
    // Digits beyond all formats of a mask are refused; a mask with prefixes leaves the numbers of other countries as they are.
    const mask = draft.site.data.masks?.[field.mask ?? ''];
    const digits = mask === undefined || mask.prefixes !== undefined ? Number.POSITIVE_INFINITY : mostDigits(mask);
    if (rule.rule === 'digits' && rule.min !== undefined && rule.min > digits)
      report.add('rule-range', source, source.place([...path, 'min']), { min: rule.min, max: digits });
    if (rule.count !== undefined && field.options !== undefined && rule.count > field.options.length) {
      report.add('rule-range', source, source.place([...path, 'count']), {
        min: rule.count,
        max: field.options.length,
      });
    }
  });
}

/** The category of personal data that a field holds, from its type or its autocomplete token. */
function personalKind({ type, autocomplete = '' }: Field): string | undefined {
  const { personal } = authoring[type];
  if (personal !== undefined) return personal;
  if (autocomplete === 'email') return 'email';
  if (/^tel(-|$)/.test(autocomplete)) return 'phone';
  return /^((given|family|additional)-)?name$/.test(autocomplete) ? 'name' : undefined;
}

function checkConsent({ report }: Draft, source: Source<FormFile>): void {
  const { consent, fields } = source.data;
  if (consent === undefined) return;
  if (consent.mechanism === 'prechecked')
    report.add('consent-prechecked', source, source.place(['consent', 'mechanism']));
  if (consent.mechanism === 'notice') return;
  const field = consent.field === undefined ? undefined : fields[consent.field];
  // A missing field is reported as an unknown reference.
  if (consent.field !== undefined && field === undefined) return;
  const ticked = field?.default === true;
  const reason =
    field === undefined || kindOf(controlOf(field)) !== 'flag'
      ? 'The consent does not name its checkbox.'
      : ticked !== (consent.mechanism === 'prechecked')
        ? `The checkbox is ${ticked ? '' : 'not '}prechecked, but the mechanism is ${consent.mechanism}.`
        : undefined;
  const place =
    consent.field === undefined
      ? ['consent', 'mechanism']
      : ticked && field !== undefined
        ? ['fields', consent.field, 'default']
        : ['consent', 'field'];
  if (reason !== undefined)
    report.add('consent-field', source, source.place(place, ticked ? { key: true } : {}), { reason });
}

const messages: FormMessages = {
  tooLong: 'it is too long.',
  wrongType: 'it does not have the type of the field.',
  unknownOption: 'it is not one of the options.',
  beyondMask: 'it has more digits than the mask allows.',
  foreignCode: 'it begins with + and the code of another country.',
};

/** Validates a form's defaults with its own rules. The rules must be valid. */
export function checkDefaults({ report, extensions }: Draft, source: Source<FormFile>, form: FormDefinition): void {
  const given = form.fields.filter(({ default: value }) => value !== undefined && value !== '' && value !== false);
  if (given.length === 0) return;
  const compiled = compileForm(form, messages, extensions.rules);
  for (const field of given) {
    const verdict = validateField(compiled, field.name, field.default);
    if (!verdict.ok)
      report.add('field-default', source, source.place(['fields', field.name, 'default']), {
        reason: verdict.error.message,
      });
  }
}
