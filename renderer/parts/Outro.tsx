import type { Text } from '../../schemas/compiled.ts';
import type { Action } from '../../schemas/generated/types.ts';
import { Buttons } from './Buttons.tsx';
import { classes } from './classes.ts';
import type { outro } from './recipes/outro.ts';
import type { View } from './view.ts';

const c = classes<typeof outro>('outro');

interface OutroProps {
  note?: Text | undefined;
  actions?: readonly Action[] | undefined;
  view: View;
}

/** The end of a section: small print and actions, if any. */
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
