/** What a session needs soon, so that its code can be fetched early. */
import { leafOf, type Session, screenOf } from '../../engine/session/session.ts';

/** Whether a form is shown or comes next. The rules of a form are not fetched during the questions before it. */
export function isFormNear(session: Session): boolean {
  const { steps } = session.compiled.flow;
  const { step, question } = screenOf(session);
  const { kind, next = '' } = steps[step] ?? {};
  return kind === 'form' || (steps[next]?.kind === 'form' && (question?.index ?? 0) === (question?.count ?? 1) - 1);
}

/** Whether the current step can call an endpoint before a form is sent. */
export function isCallNear(session: Session): boolean {
  const { fetch: load, on = {} } = session.compiled.flow.steps[leafOf(session).step] ?? {};
  return load !== undefined || Object.values(on).some(({ post }) => post !== undefined);
}
