/** Starts the session of an island. */
import { compileFlow } from '../../engine/flow/index.ts';
import { entryScreen } from '../boot/protocol.ts';
import { sessionLog } from './bundle.ts';
import { createDispatch } from './dispatch.ts';
import type { IslandSession } from './island.ts';
import { startSessionActor } from './page-actor.ts';
import type { IslandParts } from './parts.ts';
import { resume } from './resume.ts';
import { startOf } from './start.ts';
import { keepTrace } from './trace.ts';
import { lazyValidator } from './validator.ts';

/** Starts the session, and applies the events that the server has processed. */
export async function beginSession({ root, bundle, overlay }: IslandParts): Promise<IslandSession> {
  const validator = lazyValidator(bundle.forms, bundle.site.formMessages, root);
  const compiled = compileFlow(bundle.flow, bundle.forms, validator.validate);
  const begun = overlay?.dialog ? null : sessionLog();
  const entry = entryScreen();
  const { input, events } = await startOf(compiled, begun, overlay, validator.ready);
  const id = [bundle.flow.flow, root.dataset['instance'] ?? []].flat().join('-');
  const actor = startSessionActor(id, compiled, input);
  const trace = keepTrace(root, compiled, input, location.search);
  // Replaying a form that was posted without script needs its rules.
  if (events.some(({ event }) => event.type === 'SUBMIT')) await validator.ready();
  const effects = resume(actor, trace, begun !== null && input.at === begun.input.at, events);
  return {
    id,
    compiled,
    actor,
    validator,
    entry,
    effects,
    hasBegun: events.length > 0,
    isForVisitor: begun !== null,
    dispatch: createDispatch(actor, validator, trace.record),
  };
}
