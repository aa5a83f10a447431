/** Finds the author's message behind a masked one: a trace masks what a server replied, because it may be personal. */
import type { SiteDefinition } from '../../engine/definition.ts';
import { redactPersonal } from '../../engine/forms/redact-pii.ts';
import { formsOfIntake } from '../../engine/intakes/accept.ts';
import { messagesFor } from '../../engine/messages/catalogue.ts';

/** Shorter texts may have the shape of another one by chance; in characters. */
const shortest = 12;

function* repliesOf(site: SiteDefinition, path: string): Generator<string | null | undefined> {
  yield* Object.values(messagesFor(site.site));
  for (const intake of Object.values(site.intakes)) {
    if (intake.path !== path) continue;
    yield* [intake.errors.invalid, intake.errors.notFound, intake.errors.closed];
    yield* [intake.verify?.message, intake.require?.message];
    for (const { fields } of formsOfIntake(site, intake))
      for (const { rules } of fields) for (const { message } of rules) yield message;
  }
}

/** The message that an endpoint has and whose mask is this text; the text itself if there is none, or more than one. */
export function unmaskedMessage(site: SiteDefinition | null, path: string, text: string): string {
  if (site === null || text.length < shortest) return text;
  const found = new Set<string>();
  for (const message of repliesOf(site, path))
    if (typeof message === 'string' && (message === text || redactPersonal('text', message) === text))
      found.add(message);
  const [only, ...more] = found;
  return only === undefined || more.length > 0 ? text : only;
}
