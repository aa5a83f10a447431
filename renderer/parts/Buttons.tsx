import type { CSSProperties } from 'react';
import type { Code, Text } from '../../schemas/compiled.ts';
import type { Action, Link, Track } from '../../schemas/generated/types.ts';
import { NewTabNote } from '../text/NewTabNote.tsx';
import { classes } from './classes.ts';
import { each } from './each.ts';
import { postsEvent } from './Posting.tsx';
import type { button } from './recipes/button.ts';
import type { buttons } from './recipes/buttons.ts';
import type { View } from './view.ts';

const c = classes<typeof button>('button');
const row = classes<typeof buttons>('buttons');

export const Spinner = () => <span className={c('spinner')} aria-hidden="true" />;

/** The attributes of a link, and the note inside it if it opens a new tab. */
export function linkTo(link: Pick<Link, 'to' | 'newTab'>, view: View) {
  const href = view.href(link.to);
  if (!link.newTab) return { attributes: { href }, note: null };
  const note = <NewTabNote text={view.site.messages.newTab} />;
  return { attributes: { href, target: '_blank', rel: 'noopener noreferrer' }, note };
}

/** A tracking event with its values, as JSON for the `data-event` attribute. */
export function eventOf({ name: event, idPrefix: prefix, params: data, user }: Track, view: View): string {
  const values = (codes: Readonly<Record<string, Code>> = {}) =>
    Object.fromEntries(Object.entries(codes).map(([name, code]) => [name, view.value(code)]));
  return JSON.stringify({ event, prefix: prefix ?? null, data: values(data), user: values(user) });
}

function ActionButton({ action, view }: { action: Action; view: View }) {
  const { emphasis = 'normal', glowAfter, open, send } = action;
  const className = c('root', { emphasis, glow: glowAfter === undefined ? undefined : 'later' });
  const style = glowAfter === undefined ? undefined : ({ '--after': `${glowAfter}ms` } as CSSProperties);
  const tracked = {
    'data-press': '',
    ...(action.track === undefined ? {} : { 'data-event': eventOf(action.track, view) }),
  };
  if (open !== undefined) {
    // The boot script opens the dialog. Without script or in another tab, the link leads to the overlay's own page.
    return (
      <a
        href={view.site.overlays?.[open]}
        className={className}
        style={style}
        data-open={open}
        aria-haspopup="dialog"
        {...tracked}
      >
        {view.text(action.label)}
      </a>
    );
  }
  if (send === undefined) {
    const { attributes, note } = linkTo({ to: action.to ?? '', newTab: action.newTab ?? false }, view);
    return (
      <a className={className} style={style} {...attributes} {...tracked}>
        {view.text(action.label)}
        {note}
      </a>
    );
  }
  const pending = view.screen?.pending ?? null;
  const busy = pending === send;
  return (
    <button
      type="submit"
      {...postsEvent(view, `on.${send}`)}
      className={className}
      style={style}
      data-send={send}
      {...tracked}
      disabled={pending !== null}
      aria-busy={busy || undefined}
    >
      {busy && <Spinner />}
      {view.text((busy && action.busy) || action.label)}
    </button>
  );
}

interface ButtonsProps {
  actions: readonly Action[];
  note?: Text | undefined;
  align?: 'start' | 'center' | undefined;
  view: View;
}

/** A row of buttons with small print below. */
export const Buttons = ({ actions, note, align, view }: ButtonsProps) => (
  <>
    <div className={row('root', { align })}>
      {each(actions, (action) => (
        <ActionButton action={action} view={view} />
      ))}
    </div>
    {note !== undefined && <p className={row('note', { align })}>{view.text(note)}</p>}
  </>
);
