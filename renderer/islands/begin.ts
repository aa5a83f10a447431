/** Starts the session of an island. */
import { compileFlow } from '../../engine/flow/index.ts';
import { entryScreen, type Stepped } from '../boot/protocol.ts';
import { sessionLog } from './bundle.ts';
import { createDispatch } from './dispatch.ts';
import type { IslandSession } from './island.ts';
import { startSessionActor } from './page-actor.ts';
import type { IslandParts } from './parts.ts';
import { resume } from './resume.ts';
import { startOf } from './start.ts';
import { keepTrace } from './trace.ts';
import { lazyValidator } from './validator.ts';

/**
 * Starts the session, and applies the events that the server has processed.
 * @param stepped what the page does by its transition table; null without one
 */
export async function beginSession(
  { root, bundle, overlay, more }: IslandParts,
  stepped: Stepped | null,
): Promise<IslandSession> {
  const validator = lazyValidator(bundle.forms, bundle.site.formMessages, root, more);
  const compiled = compileFlow(bundle.flow, bundle.forms, validator.validate);
  const begun = overlay?.dialog ? null : sessionLog();
  const entry = entryScreen();
  const { input, events } = await startOf(compiled, begun, overlay, stepped, validator.ready);
  const id = [bundle.flow.flow, root.dataset['instance'] ?? []].flat().join('-');
  const actor = startSessionActor(id, compiled, input);
  const trace = await keepTrace(root, compiled, input, (stepped ?? location).search);

  // Replaying a form needs its rules: one that was posted without script, or that the page has stepped through.
  if (events.some(({ event }) => event.type === 'SUBMIT')) await validator.ready();
  // Those of the page follow once nothing waits any more.
  const effects = resume(actor, trace, begun !== null && input.at === begun.input.at, stepped ? [] : events);
  return {
    id,
    compiled,
    actor,
    validator,
    trace,
    entry,
    effects,
    dispatch: createDispatch(actor, validator, trace.record),
  };
}
