/** Form elements that let a flow run without script: the server runs the same machine. */
import { postedNames } from '../../engine/flow/post-names.ts';
import type { View } from './view.ts';

/** The id of the form that buttons outside of a form belong to. */
const buttonsForm = (ids: string): string => `${ids}visit`;

/** The signed session log, as a field of a form. */
export const VisitLog = ({ posting }: { posting: View['posting'] }) =>
  posting === null || posting.log === null ? null : (
    <input type="hidden" name={postedNames.log} defaultValue={posting.log} />
  );

/** The form of all buttons of a flow that send an event. */
export const ButtonsForm = ({ posting, ids }: { posting: View['posting']; ids: string }) => (
  <form id={buttonsForm(ids)} method="post" action={posting?.action} hidden>
    <VisitLog posting={posting} />
  </form>
);

/** The attributes of a submit button that posts an event. A view with a running flow prevents the post. */
export const postsEvent = ({ ids }: Pick<View, 'ids'>, event: string) =>
  ({ form: buttonsForm(ids), name: postedNames.event, value: event }) as const;
