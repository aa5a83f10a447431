import type { FlowFile, Step } from '../../../schemas/generated/types.ts';
import { roleOfStep } from '../../steps/authoring.ts';
import { parseDuration } from '../../values/duration.ts';
import { type Draft, isNamed } from '../link/draft.ts';
import { waysOn } from '../link/ways.ts';
import type { Source } from '../source/source.ts';

/** A phone on a slow network needs longer than this for any answer, in milliseconds. */
const leastTimeout = 1000;

/** Checks times: a call can be answered within its limit, and no timer sends data without an act of the visitor. */
export function checkTimers(draft: Draft, source: Source<FlowFile>): void {
  const { report } = draft;
  for (const named of draft.contents(source).named) {
    if (!isNamed(named, 'calls')) continue;
    const written = named.value.timeout as string | undefined;
    if (written !== undefined && parseDuration(written) < leastTimeout)
      report.add('timeout-short', source, source.place([...named.path, 'timeout']), { written });
  }
  for (const [id, timer] of afterTimers(source.data.steps)) {
    source.data.steps[id]?.fetch?.calls.forEach(({ post, get }, index) => {
      const isSent = get === undefined && draft.endpoints.get(post ?? '')?.method === 'POST';
      if (post !== undefined && isSent)
        report.add('timer-sends', source, source.place(['steps', id, 'fetch', 'calls', index, 'post']), {
          endpoint: post,
          timer,
        });
    });
  }
}

/** The steps that follow a timer without an act of the visitor, with the step of the timer. */
function afterTimers(steps: FlowFile['steps']): Map<string, string> {
  const followed = new Map<string, string>();
  const follow = (step: Step, timer: string): void => {
    for (const id of waysOn(step)) {
      const next = Object.hasOwn(steps, id) ? steps[id] : undefined;
      if (next === undefined || followed.has(id)) continue;
      followed.set(id, timer);
      if (roleOfStep(next) === 'junction') follow(next, timer);
    }
  };
  for (const [id, step] of Object.entries(steps)) if (roleOfStep(step) === 'pause') follow(next(step), id);
  return followed;
}

/** A step without its events, which are acts of the visitor. */
const next = ({ on: _, ...step }: Step): Step => step;
