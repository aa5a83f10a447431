/** Chooses the version that handles a submission: the one whose page the visitor has open. */
import type { IncomingMessage } from 'node:http';
import type { ChosenIntakes } from '../intakes/listener.ts';
import { bundleFolder } from './bundles.ts';
import type { VersionChoice } from './choice.ts';

/**
 * A page names the data of its flow in the header `flow-version`. If the visitor's version has the same data, it handles the
 * submission; otherwise the version that was served last with this data does. So a page that no edit has touched always
 * gets the newest intakes, and every other one the rules that the visitor has seen.
 * @param refresh waits for what was published: another process may have drawn the page already
 */
export function createIntakeChoice(
  choice: Pick<VersionChoice, 'forVisitor' | 'fitting'>,
  refresh: () => Promise<void>,
): (request: IncomingMessage) => ChosenIntakes | Promise<ChosenIntakes> {
  function find(request: IncomingMessage, data: string): ChosenIntakes | null {
    const drawn = choice.fitting(request, ({ edition }) => edition.hasBundle(data));
    return drawn === null ? null : { drawn: drawn.intakes, own: choice.forVisitor(request).intakes };
  }
  const own = (request: IncomingMessage): ChosenIntakes => {
    const { intakes } = choice.forVisitor(request);
    return { drawn: intakes, own: intakes };
  };
  return (request) => {
    const data = request.headers['flow-version'];
    if (typeof data !== 'string' || !data.startsWith(bundleFolder)) return own(request);
    return find(request, data) ?? refresh().then(() => find(request, data) ?? own(request));
  };
}
