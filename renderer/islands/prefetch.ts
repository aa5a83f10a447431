/** What a session needs soon, so that its code can be fetched early. */
import type { FlowDefinition } from '../../engine/definition.ts';
import { leafOf, type Session, type SessionEvent, screenOf } from '../../engine/session/session.ts';
import { stepRole } from '../../engine/steps/machines.ts';
import type { BranchStep, FormStep } from '../../schemas/generated/types.ts';

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

/** Where steps of all kinds lead. */
interface StepExits {
  readonly next?: string;
  readonly on?: FormStep['on'];
  readonly branch?: BranchStep['branch'];
}

/** The steps with a screen that can follow a step. */
function followers(flow: FlowDefinition, from: string, passed = new Set([from])): string[] {
  const { next, on = {}, branch = [] } = (flow.steps[from] ?? {}) as StepExits;
  return [next, ...Object.values(on).map(({ to }) => to), ...branch.map(({ to }) => to)].flatMap((to = '') => {
    if (stepRole(flow.steps[to]) === 'screen') return to;
    if (passed.has(to)) return [];
    passed.add(to);
    return followers(flow, to, passed);
  });
}

/**
 * Whether the next event may lead to a step that some condition does not hold for, such as that its HTML is there. Within a form
 * only once it is sent, or edited if nothing is called for it; within questions only at the last one.
 * @param has whether it holds for a state
 */
export function leadsBeyond(session: Session, event: SessionEvent | null, has: (state: string) => boolean): boolean {
  const { flow, leaves } = session.compiled;
  const { step, status, question } = screenOf(session);
  const definition = flow.steps[step];
  const isLast =
    definition?.kind === 'form'
      ? status === 'calling' || (definition.submit === undefined && event?.type === 'INPUT')
      : question === null || question.index === question.count - 1;
  if (!isLast) return false;
  const next = followers(flow, step);
  return [...leaves].some(([state, leaf]) => next.includes(leaf.step) && !has(state));
}
