/** What a page without script shows of the messages that a visit asks for. */
import type { MessageCatalogue } from '../../../engine/messages/keys.ts';
import type { Effect } from '../../../engine/session/effects.ts';
import { allowedAddress } from '../../../engine/session/leave.ts';
import type { BegunVisit } from '../../../renderer/contract.ts';
import { parseAddress } from './addresses.ts';

/** Whether an effect is one of those that `toastsOf` shows. */
export const isFeedback = ({ kind }: Effect): boolean => kind === 'toast' || kind === 'alert' || kind === 'open';

/**
 * Messages for a visitor without script: alerts and toasts as toasts, and a link for each window that would have
 * opened.
 */
export function toastsOf(
  effects: readonly Effect[],
  hosts: readonly string[],
  origin: string,
  { openTitle, openText }: MessageCatalogue,
): BegunVisit['toasts'] {
  const links = effects.flatMap((effect) => {
    const address = effect.kind === 'open' ? allowedAddress(parseAddress, effect.href, hosts, origin) : null;
    return address === null ? [] : [{ title: openTitle, text: openText, link: address.href }];
  });
  const messages = effects.flatMap((effect) => {
    if (effect.kind !== 'alert' && effect.kind !== 'toast') return [];
    const as = effect.as === undefined ? {} : { as: effect.as };
    return [
      effect.kind === 'alert'
        ? { title: effect.text, text: '', ...as }
        : { title: effect.title, text: effect.text, ...as },
    ];
  });
  return [...links, ...messages];
}
