/** What follows the drawing of a screen, with or without React. */
import type { Session, SessionEvent } from '../../engine/session/session.ts';
import type { Screen } from '../../engine/steps/screen.ts';
import { showScreen } from '../boot/show-screen.ts';
import { syncFields, syncQuestion } from './fields.ts';

/** Called after each drawing. @param event the event that led there; null at first */
export type AfterDraw = (session: Session, screen: Screen, event: SessionEvent | null) => void;

/** A loaded step counts as another screen than its skeleton. */
const placeOf = ({ id, status }: Screen): string => (status === 'loading' ? `${id}.` : id);

/** @param first the screen that is shown at first: it keeps the focus and the viewport of the visitor */
export function createAfterDraw(root: HTMLElement, first: Screen): AfterDraw {
  let shown = placeOf(first);
  return (session, screen, event) => {
    const place = placeOf(screen);
    const sameStep = shown.split('.')[0] === screen.step;
    const isOther = place !== shown;
    shown = place;
    // Questions share the elements of their options, which keep their checked state.
    if (isOther && screen.question !== null) syncQuestion(root, screen.question.selected);
    if (event !== null && event.type !== 'INPUT') syncFields(root, session.snapshot.context.values);
    const sending = screen.status === 'calling';
    for (const field of root.querySelectorAll<HTMLInputElement | HTMLTextAreaElement>('form input, form textarea'))
      if (field.readOnly !== sending) field.readOnly = sending;
    if (isOther) showScreen(root, sameStep);
    // The screen may contain behaviours, and a new path is a page view.
    window.funnel?.behave();
    if (root.dataset['instance'] === undefined) window.funnel?.viewed();
  };
}
