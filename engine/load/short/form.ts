/** The form and the intake of a funnel in one file. */
import type { FunnelFile } from '../../../schemas/generated/types.ts';
import { because, copied } from '../source/origins.ts';
import type { DataPath } from '../source/source.ts';
import type { Defaults } from './defaults.ts';
import { type FieldWord, shortFields } from './fields.ts';
import { fieldsAsked, isTyped, writtenQuestions } from './question-screens.ts';
import { answersType, quizOf, verifiedNames } from './quiz.ts';
import { constantField } from './text-variation.ts';

type Fields = NonNullable<FunnelFile['fields']>;

/** The accepted values that name the source of a visit. */
const sources = ['src', 'utm_source', 'utm_medium', 'utm_campaign'] as const;

/** Everything that visitors enter by name: the answers to questions with a type, and the fields. */
const enteredIn = (funnel: FunnelFile): Fields => ({ ...fieldsAsked(writtenQuestions(funnel)), ...funnel.fields });

/** Whether a funnel stores what visitors enter. */
export const isLead = (funnel: FunnelFile): boolean => Object.keys(enteredIn(funnel)).length > 0;

/** Whether a question of a funnel has a type. */
const asksTyped = (funnel: FunnelFile): boolean => writtenQuestions(funnel).some(({ question }) => isTyped(question));

/** The form of the fields, which follows the questions; none without fields. */
export function shortForms(funnel: FunnelFile, defaults: Defaults): readonly unknown[] {
  if (funnel.fields === undefined) return [];
  const fields = Object.entries(funnel.fields).flatMap(([name, field]) =>
    shortFields(name, constantField(field, ['fields', name]), ['fields', name], defaults),
  );
  return [
    because(['fields'], {
      form: copied(['funnel'], funnel.funnel),
      fields: because(['fields'], Object.fromEntries(fields)),
      consent: consentOf(funnel, defaults),
    }),
  ];
}

/** What visitors agree to, in the way of the funnel's definitions. */
export function consentOf({ funnel, form, consent }: FunnelFile, { texts }: Defaults): unknown {
  if (consent !== undefined) return copied(['consent'], consent);
  const notice = form?.notice;
  const text = notice === undefined ? texts.funnelConsent : because(['form', 'notice'], withoutMarkup(String(notice)));
  return { purpose: funnel, mechanism: 'notice', text };
}

/** A proof of consent is plain text. */
const withoutMarkup = (text: string): string =>
  text.replace(/\[([^\]]*)\]\([^)]*\)/g, '$1').replace(/(?<!\\)(\*{1,2})(.+?)\1/g, '$2');

/** The names of the sources that no field has. */
export function sourcesBeside(funnel: FunnelFile): readonly string[] {
  const fields = enteredIn(funnel);
  return sources.filter((name) => !Object.hasOwn(fields, name));
}

/** The path of the funnel's intake. */
export const shortEndpoint = (funnel: FunnelFile): string => `/api/${funnel.funnel}`;

/** The funnel's intake. */
export function shortApi(funnel: FunnelFile, { texts }: Defaults): unknown {
  const fields = enteredIn(funnel);
  const id = copied(['funnel'], funnel.funnel);
  const subject = fieldHolding(fields, 'email') ?? fieldHolding(fields, 'phone');
  const quiz = quizOf(funnel);
  const values = quiz === undefined ? {} : answersType(quiz);
  const optional = sourcesBeside(funnel).map((name) => [name, { type: 'text', maxLength: 200, optional: true }]);
  const box = funnel.consent?.field;
  const intake = {
    post: because(['funnel'], shortEndpoint(funnel)),
    ...(asksTyped(funnel)
      ? {
          form: because(['questions'], `${funnel.funnel}-questions`),
          moreForms: funnel.fields === undefined ? undefined : [id],
        }
      : { form: id }),
    input: { ...values, ...Object.fromEntries(optional) },
    omit: box === undefined ? undefined : [copied(['consent', 'field'], box)],
    verify: quiz === undefined ? undefined : { flow: id, values: verifiedNames(quiz), message: texts.quizMismatch },
    records: because(['funnel'], `${funnel.funnel.replaceAll('-', '_')}_leads`),
    retention: { days: funnel.retention === undefined ? 730 : copied(['retention'], funnel.retention) },
    lookupBy: subject,
    dedupe: subject === undefined ? undefined : { by: [subject], minutes: 1440 },
    errors: { invalid: texts.funnelInvalid },
    protect: { honeypot: true },
    deliver: funnel.deliver === undefined ? undefined : copied(['deliver'], funnel.deliver),
  };
  return because(['funnel'], { api: id, intakes: { [funnel.funnel]: intake } });
}

/** The first field with a kind of personal data. */
export function fieldHolding(fields: Fields, kind: 'name' | 'email' | 'phone'): string | undefined {
  const found = Object.entries(fields).find(
    ([, field]) => kindOf(field as FieldWord | Exclude<typeof field, string>) === kind,
  );
  return found?.[0];
}

function kindOf(field: Fields[string]): string | undefined {
  if (typeof field === 'string') return field === 'tel' ? 'phone' : field;
  if (field.pii !== undefined) return field.pii;
  if (field.type === 'tel') return 'phone';
  return field.type === 'email' || field.autocomplete === 'name' ? field.type.replace('text', 'name') : undefined;
}

/** What is tracked when a submission is stored. */
export function trackOf(funnel: FunnelFile): unknown {
  const fields = enteredIn(funnel);
  if (funnel.track !== undefined) return copied(['track'], funnel.track);
  const user = Object.fromEntries(
    (['name', 'email', 'phone'] as const).flatMap((kind) => {
      const field = fieldHolding(fields, kind);
      return field === undefined ? [] : [[kind, field]];
    }),
  );
  return because(funnel.fields === undefined ? ['questions'] : ['fields'], {
    name: 'Lead',
    ...(Object.keys(user).length === 0 ? {} : { user }),
  });
}

/** A path that values are copied from. */
export const given = (record: object | undefined, key: string, path: DataPath): unknown => {
  const value = (record as Record<string, unknown> | undefined)?.[key];
  return value === undefined ? undefined : copied([...path, key], value);
};
