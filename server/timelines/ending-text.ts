/** How a visit ended, in an author's words. */
import type { TracedCall } from '../../engine/trace/course.ts';
import { type Ending, isFailedCall } from '../../engine/trace/ending.ts';
import { durationText } from './duration-text.ts';
import type { FlowWords } from './words.ts';

/** A call, such as `POST /api/lead`. */
export const callText = (call: TracedCall | null): string => (call === null ? 'a call' : `${call.method} ${call.path}`);

function placeText(
  {
    screen,
    ...ending
  }: Ending & { readonly field: string | null; readonly awaited: TracedCall | null; readonly awaitedMs: number | null },
  words: FlowWords,
): string {
  const title = `“${words.screen(screen)}”`;
  const label = ending.field === null ? null : `“${words.field(screen, ending.field)}”`;
  const where = label === null || label === title ? title : `the field ${label} of ${title}`;
  const sent =
    ending.accepted === 0
      ? where
      : `${where}, after ${ending.accepted} accepted ${ending.accepted === 1 ? 'form' : 'forms'}`;
  if (ending.awaited === null) return sent;
  const waited = ending.awaitedMs === null ? '' : `, after waiting for ${durationText(ending.awaitedMs)}`;
  return `${sent}, before ${callText(ending.awaited)} was answered${waited}`;
}

function kindText(ending: Ending, words: FlowWords): string {
  switch (ending.kind) {
    case 'bought': {
      const event = ending.event === null ? '' : `: the event ${ending.event} was sent`;
      const to = ending.to === null ? '' : `${event === '' ? ':' : ', then'} redirected to ${ending.to}`;
      return `bought${event}${to}`;
    }
    case 'redirected': {
      if (ending.isPayment) return `went on to payment at ${ending.to.replace('https://', '')}`;
      const isHost = /^https:\/\/[^/]+$/.test(ending.to);
      return ending.chosenByServer && !isHost
        ? `redirected to the address in the reply, else to ${ending.to}`
        : `redirected to ${ending.to}`;
    }
    case 'submitted':
      return ending.call === null
        ? 'submitted: the form was accepted'
        : `submitted: ${callText(ending.call)} was accepted`;
    case 'refused':
      if (ending.by === 'server')
        return `refused by the server: ${callText(ending.call)} was answered with ${ending.status}`;
      return `refused at “${words.screen(ending.screen)}”: ${ending.fields
        .map(({ name, rule, message }) => {
          const broken = rule === null ? '' : ` by the rule ${rule}`;
          return `“${words.field(ending.screen, name)}”${broken} (${message})`;
        })
        .join(', ')}`;
    case 'server-failed':
      return `the server failed: ${callText(ending.call)} was answered with ${ending.status}`;
    case 'network-lost':
      return `network lost: ${callText(ending.call)} got no response${ending.isOffline === true ? ', because the device was offline' : ''}`;
    case 'timed-out':
      return `timed out: ${callText(ending.call)} got no response in time`;
    case 'page-failed':
      return ending.hasReply
        ? `the page failed: it could not use the reply to ${callText(ending.call)}`
        : `the page failed: ${callText(ending.call)} was not sent or not read`;
    case 'closed':
      return ending.by === 'flow' ? 'the flow closed its dialog' : `closed the dialog at ${placeText(ending, words)}`;
    case 'left':
      return `left at ${placeText(ending, words)}`;
    case 'open':
      return `still open at ${placeText(ending, words)}`;
    case 'out-of-sight':
      return `lost sight of at ${placeText(ending, words)}`;
  }
}

/** How the call went that decided an ending; an empty text without one. */
function reportText({ report, ...ending }: Ending): string {
  if (report === null || !isFailedCall(ending) || report.tries === 0) return '';
  return ` (${durationText(report.ms)}, ${report.tries} ${report.tries === 1 ? 'attempt' : 'attempts'})`;
}

/** One line without its end, such as `left at the field “E-mail” of “Contact”`. */
export function endingText(ending: Ending, words: FlowWords): string {
  const isPending = ending.isOpen && ending.kind !== 'open';
  return `${kindText(ending, words)}${reportText(ending)}${isPending ? '; the page may still be open' : ''}`;
}
