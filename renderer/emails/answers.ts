/** The answers that an e-mail lists. */
import type { AnswerRow } from '../../engine/definition.ts';
import type { Json } from '../../schemas/compiled.ts';
import type { MailAnswers } from '../../schemas/generated/types.ts';
import { type MailContext, oneLine, plainMail } from './words.ts';

/** A question with its answer as text. */
export interface ListedAnswer {
  readonly label: string;
  readonly text: string;
}

/** The answer of a row; null if there is none. */
function answerAt({ path }: AnswerRow, { scope }: MailContext): Json {
  let found: unknown = scope;
  for (const segment of path)
    found = (found as Readonly<Record<string | number, unknown>> | null | undefined)?.[segment];
  return (found ?? null) as Json;
}

const isAnswered = (answer: Json): boolean =>
  answer !== null && answer !== '' && !(Array.isArray(answer) && answer.length === 0);

/** The answers of a submission. @throws ExpressionError when one cannot be computed */
export function shownAnswers({ show = 'labels' }: Pick<MailAnswers, 'show'>, context: MailContext): ListedAnswer[] {
  return context.answers.flatMap((row): ListedAnswer[] => {
    const answer = answerAt(row, context);
    if (!isAnswered(answer)) return [];
    const own = { ...context, scope: { [row.name]: answer } };
    const [shown, stored] = [plainMail(row.shown, own), plainMail(row.stored, own)];
    const text = show === 'values' ? stored : show === 'labels' || shown === stored ? shown : `${shown} (${stored})`;
    return [{ label: oneLine(row.label), text }];
  });
}
