/** An event that staff can send to a session, in an author's words. */
import type { SiteDefinition } from '../../engine/definition.ts';
import { stepOf } from '../../engine/flow/context.ts';
import { callWithId } from '../../engine/steps/parts/call-id.ts';
import type { AcceptedMove } from '../../engine/walks/event-samples.ts';
import { flowWords } from '../timelines/words.ts';

const failures = {
  refused: 'is refused with 422',
  error: 'fails with 500',
  network: 'gets no response',
} as const;

/**
 * @param flow the id of the session's flow
 * @param screen that the session shows
 */
export function eventText(site: SiteDefinition, flow: string, screen: string, move: AcceptedMove): string {
  const definition = site.flows[flow] ?? null;
  const words = flowWords(site, definition);
  const { event } = move;
  const answer = (value: unknown): string => {
    const label = words.answer(screen, value);
    return label === null ? 'an answer that does not exist' : `“${label}”`;
  };
  const call = (id: string): string => {
    const found = definition === null ? undefined : callWithId(definition, id);
    return found === undefined ? id : found.post === undefined ? `GET ${found.get}` : `POST ${found.post}`;
  };
  switch (event.type) {
    case 'on':
      return `Press “${words.button(screen, event.name)}”`;
    case 'SELECT':
      return `Choose ${answer(event.value)}`;
    case 'NEXT':
      return event.value === undefined ? 'Go on' : `Choose ${answer(event.value)} and go on`;
    case 'PREVIOUS':
      return 'Go to the question before';
    case 'INPUT':
      return `Type into “${words.field(screen, event.field)}”`;
    case 'SUBMIT':
      return move.fault === undefined ? 'Send the form with valid values' : faultText(move.fault);
    case 'GO':
      return `Go back to “${words.screen(event.screen)}”`;
    case 'TIMER':
      return 'Wait until the delay is over';
    case 'DONE':
      return `${call(event.id)} is accepted${move.isBare === true ? ', without a redirect' : ''}`;
    case 'FAILED':
      return `${call(event.id)} ${failures[move.failure ?? 'error']}`;
  }

  function faultText({ field, rule }: NonNullable<AcceptedMove['fault']>): string {
    const step = definition?.steps[stepOf(screen)];
    const fields = step?.kind === 'form' ? (site.forms[step.form]?.fields ?? []) : [];
    const broken = fields.find(({ name }) => name === field)?.rules[rule ?? -1];
    const why = broken === undefined ? '' : `: ${broken.message || broken.rule}`;
    return `Send the form with a wrong “${words.field(screen, field)}”${why}`;
  }
}
