/**
 * Saves a visit in `sessionStorage`, so that a reload, Back, Forward and a reopened tab restore the answers. Personal
 * values are stored only during the visit: a final step removes them, a step that leaves removes everything.
 */
import type { CompiledFlow } from '../../engine/flow/index.ts';
import { loadedSteps } from '../../engine/flow/load-state.ts';
import { leafOf, type Session, type SessionEvent } from '../../engine/session/session.ts';
import { fetchedSteps, isOverAfter, withoutPersonal } from '../../engine/session/visit-end.ts';
import { stepRole } from '../../engine/steps/machines.ts';
import type { Json } from '../../schemas/compiled.ts';
import { whenFree } from '../boot/after-paint.ts';
import { personalAge, type RestoredVisit, readVisit, savedKey, screenToResume } from '../boot/protocol.ts';
import type { QuestionOrder, TabVisit } from '../boot/tab-visit.ts';

/**
 * Saves a visit after the paint, and at once when the page is hidden. On a slow phone a write to storage takes longer
 * than rendering a question.
 * @param questions saved with the answers
 */
export function createSaver(
  { flow: { flow, resume } }: CompiledFlow,
  questions: QuestionOrder,
): (session: Session, event: SessionEvent | null) => void {
  let latest: Session | null = null;
  let over = readVisit(flow)?.over ?? false;
  const save = (): void => {
    if (latest !== null) saveVisit(latest, over, questions);
    latest = null;
  };
  if (resume === false) return () => {};
  addEventListener('pagehide', save);
  return (session, event) => {
    const step = session.compiled.flow.steps[leafOf(session).step];
    over = isOverAfter(over, session, event);
    if (latest === null) whenFree(save);
    latest = session;
    if (stepRole(step) === 'exit') save();
  };
}

function saveVisit({ compiled, ...session }: Session, over: boolean, questions: QuestionOrder): void {
  const { flow } = compiled;
  const { context } = session.snapshot;
  const { screen, step } = leafOf({ compiled, ...session });
  const saved: TabVisit = {
    behaviour: flow.behaviour,
    path: location.pathname,
    screen,
    at: Date.now(),
    over,
    values: over ? withoutPersonal(compiled, context.values) : context.values,
    loaded: loadedSteps(flow, context),
    questions,
  };
  try {
    if (stepRole(flow.steps[step]) === 'exit') sessionStorage.removeItem(savedKey(flow.flow));
    else sessionStorage.setItem(savedKey(flow.flow), JSON.stringify(saved));
  } catch {
    // Storage is denied. A reload then starts from the beginning.
  }
}

/**
 * The visit of a flow saved in this tab, or null. A screen without an address may read any earlier answer, so it is restored
 * only while personal values are restored too. After the author has edited the flow, `movedVisit` restores it.
 * @param ready loads the rules of the flow's forms
 */
export async function savedVisit(compiled: CompiledFlow, ready: () => Promise<void>): Promise<RestoredVisit | null> {
  const saved = readVisit(compiled.flow.flow);
  if (saved === null) return null;
  const { behaviour, at, over, loaded } = saved;
  const isWhole = !over && Date.now() - at < personalAge;
  const all = saved.values as Readonly<Record<string, Json>>;
  const values = isWhole ? all : withoutPersonal(compiled, all);
  const wanted = screenToResume(saved);
  if (behaviour !== compiled.flow.behaviour)
    return (await import('./carry-visit.ts')).movedVisit(compiled, { ...saved, values }, wanted ?? null, ready);
  const leaf = [...compiled.leaves.values()].find(({ screen }) => screen === wanted);
  const path = compiled.flow.steps[leaf?.step ?? '']?.path;
  const isShown = path === undefined ? isWhole : path.includes(location.pathname);
  // Personal data that was fetched is fetched again. The rest is not: what follows a fetch would be repeated with it.
  const restored = fetchedSteps(compiled, loaded ?? [], values);
  return { screen: leaf !== undefined && isShown ? leaf.screen : null, values, loaded: restored };
}
