/** What else explains how a visit ended, in an author's words. */
import type { Circumstance } from '../../engine/trace/circumstances.ts';
import { durationText } from './duration-text.ts';
import { callText } from './ending-text.ts';
import type { FlowWords } from './words.ts';

const timesText = (times: number): string => ['', 'once', 'twice'][times] ?? `${times} times`;

const networkTexts = { 'slow-2g': 'very slow (2G)', '2g': 'very slow (2G)', '3g': 'slow (3G)', '4g': '' } as const;

/** One sentence. @param words of the flow of its session */
export function circumstanceText(found: Circumstance, words: FlowWords): string {
  switch (found.kind) {
    case 'back':
      return `The visitor went back ${timesText(found.times)}, ${found.times > 1 ? 'the last time ' : ''}to “${words.screen(found.screen)}”.`;
    case 'reload': {
      const where = found.screen === null ? '' : ` at “${words.screen(found.screen)}”`;
      const place = found.screen === null ? `at “${words.screen(found.resumedAt ?? '')}”` : 'there';
      const after = found.resumedAt === null ? '' : `, and the visit went on ${place}`;
      return `The page was reloaded ${timesText(found.times)}${where}${after}.`;
    }
    case 'repeated-call': {
      const first = found.status === null ? 'failed' : `was answered with ${found.status}`;
      return `${callText(found.call)} ${first} first, and was accepted at attempt ${found.times}.`;
    }
    case 'double-press':
      return `The visitor pressed twice at “${words.screen(found.screen)}”${found.times > 1 ? `, ${timesText(found.times)}` : ''}; the flow took one press.`;
    case 'slow-reply':
      return `The reply to ${callText(found.call)} took ${durationText(found.ms)}${found.tries > 1 ? `, with ${found.tries} attempts` : ''}.`;
    case 'slow-page': {
      const network = found.network === null ? '' : networkTexts[found.network ?? '4g'];
      const time = found.ms === null ? '' : `The page took ${durationText(found.ms)} to load`;
      if (network === '') return `${time}.`;
      return time === '' ? `The connection was ${network}.` : `${time}; the connection was ${network}.`;
    }
    case 'offline':
      return found.ms === null
        ? 'The device lost its network, and it did not come back.'
        : `The device lost its network for ${durationText(found.ms)}.`;
    case 'other-tab':
      return found.visitId === null
        ? 'The site was open in another tab with the same visit.'
        : `The site was open in another tab, too: visit ${found.visitId}.`;
  }
}
