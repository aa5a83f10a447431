import type { ReactNode } from 'react';
import type { Tone } from '../../schemas/generated/types.ts';
import { classes } from './classes.ts';
import type { overlay } from './recipes/overlay.ts';
import { toneClass } from './Section.tsx';

const c = classes<typeof overlay>('overlay');

interface OverlayProps {
  /** The overlay's id in its page. */
  id: string;
  /** The accessible name. */
  label: string;
  /** Accessible name of the close button. */
  close: string;
  tone?: Tone | undefined;
  children: ReactNode;
}

/** A native dialog over the page: a centred card, on a phone a sheet at the bottom. */
export const OverlayDialog = ({ id, label, close, tone, children }: OverlayProps) => (
  <dialog id={`overlay-${id}`} className={c('root') + toneClass(tone ?? 'plain')} data-overlay={id} aria-label={label}>
    <div className={c('frame')}>
      <button type="button" className={c('close')} data-close={id} aria-label={close}>
        <span className={c('sign')} aria-hidden="true" />
      </button>
      <div className={c('body')}>{children}</div>
    </div>
  </dialog>
);
