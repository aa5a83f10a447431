/** Every screen that visitors see can be shown: a walk of examples leads there. */
import { expect, test } from 'vitest';
import { leafOf, sendEvent, startSession } from '../../../engine/session/session.ts';
import { isSeen } from '../../../engine/trace/course.ts';
import { walksToScreens } from '../../../engine/walks/to-screens.ts';
import { loadFixture } from '../../harness/fixture-sites.ts';
import { compiledFlow } from '../../harness/load-site.ts';

test('the log of each screen leads there, and screens that only decide or redirect have none', async () => {
  const site = await loadFixture('visits');
  for (const id of ['pedido', 'reserva', 'teste']) {
    const compiled = compiledFlow(site, id);
    const walks = walksToScreens(compiled);
    const steps = Object.keys(compiled.flow.steps).filter((step) => isSeen(compiled.flow, { step }));
    expect(new Set([...walks.keys()].map((screen) => screen.split('.')[0]))).toEqual(new Set(steps));
    for (const [screen, { input, events }] of walks) {
      let { session } = startSession(compiled, input);
      for (const { event, stamp } of events) session = sendEvent(session, event, stamp).session;
      expect(leafOf(session)).toMatchObject({ screen, status: expect.stringMatching(/^(?:ready|waiting)$/) });
    }
  }
});
