import type { Delivery, Intake } from '../../../schemas/generated/types.ts';
import type { Types } from '../../expressions/index.ts';
import type { Draft, IntakeSource } from '../link/draft.ts';
import { answerKey, listedAnswers } from './answers.ts';
import { withShownBody } from './webhook-body.ts';

/**
 * An intake whose e-mails have an expression for each value that they read: the one in `values`, else the accepted or
 * computed value of the same name. A value that the e-mail can do without is null.
 * @param types the values that the expressions can read
 */
export function deliveriesWithValues(draft: Draft, intake: IntakeSource, types: Types): Intake {
  const { deliver } = intake.data;
  if (deliver === undefined) return intake.data;
  const entries = Object.entries(deliver).map(
    ([name, delivery]) => [name, withValues(draft, intake, name, delivery, types)] as const,
  );
  return { ...intake.data, deliver: Object.fromEntries(entries) };
}

function withValues(draft: Draft, intake: IntakeSource, name: string, delivery: Delivery, types: Types): Delivery {
  const { template = '', values = {} } = delivery;
  const email = delivery.email === undefined ? undefined : draft.emails.get(template);
  // An unknown e-mail is reported as a reference.
  if (email === undefined) return withShownBody(draft, delivery, types);
  const { report } = draft;
  const { source, path } = intake;
  const declared = email.data.values ?? {};
  /** What misspelt values are meant to be. */
  const meant = new Set<string | undefined>();
  for (const key of Object.keys(values)) {
    const known = Object.keys(declared);
    if (known.includes(key)) continue;
    const near = report.near(key, known);
    meant.add(near);
    report.add('email-value-unknown', source, source.place([...path, 'deliver', name, 'values', key], { key: true }), {
      email: template,
      name: key,
      near,
      known,
    });
  }
  const filled: Record<string, unknown> = { ...values };
  for (const [key, { optional }] of Object.entries(declared)) {
    if (Object.hasOwn(values, key)) continue;
    if (Object.hasOwn(types, key)) filled[key] = key;
    else if (optional === true || meant.has(key)) filled[key] = 'null';
    else
      report.add('email-value-missing', source, source.place([...path, 'deliver', name, 'template'], { key: true }), {
        email: template,
        name: key,
        known: Object.keys(types),
      });
  }
  // The names of answers may be those of other values: each has a key of its own.
  for (const key of listedAnswers(draft, email)) filled[answerKey(key)] = Object.hasOwn(types, key) ? key : 'null';
  return { ...delivery, values: filled as NonNullable<Delivery['values']> };
}
