import type { Text } from '../../../schemas/compiled.ts';
import type { Action } from '../../../schemas/generated/types.ts';
import { classes } from '../classes.ts';
import type { View } from '../view.ts';
import { Buttons } from './Buttons.tsx';

const c = classes('outro');

interface OutroProps {
  note?: Text | undefined;
  actions?: readonly Action[] | undefined;
  view: View;
}

/** What a section ends with: small print, and what to do next; nothing when it has neither. */
export const Outro = ({ note, actions, view }: OutroProps) => (
  <>
    {note !== undefined && <p className={c('note')}>{view.text(note)}</p>}
    {actions && (
      <div className={c('actions')}>
        <Buttons actions={actions} view={view} />
      </div>
    )}
  </>
);
