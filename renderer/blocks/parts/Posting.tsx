/** What lets a flow go on where no script takes its forms: the server runs the same machine. */
import { postedNames } from '../../../engine/session/posted.ts';
import type { View } from '../view.ts';

/** The form that buttons outside of a form belong to. */
const buttonsForm = 'visit';

/** The visit so far, inside a form. */
export const VisitLog = ({ posting }: { posting: View['posting'] }) =>
  posting === null || posting.log === null ? null : (
    <input type="hidden" name={postedNames.log} defaultValue={posting.log} />
  );

/** The one form of the page's buttons that send an event. */
export const ButtonsForm = ({ posting }: { posting: View['posting'] }) => (
  <form id={buttonsForm} method="post" action={posting?.action} hidden>
    <VisitLog posting={posting} />
  </form>
);

/** Attributes of a submit button that posts an event by itself. A view that has a flow to tell prevents the post. */
export const postsEvent = (event: string) => ({ form: buttonsForm, name: postedNames.event, value: event }) as const;
