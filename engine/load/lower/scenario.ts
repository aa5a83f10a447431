import type { FlowFile, ScenarioFile } from '../../../schemas/generated/types.ts';
import { nearest } from '../../errors/nearest.ts';
import { askedItems } from '../../steps/ask/items.ts';
import { parseDuration } from '../../values/duration.ts';
import { exampleMoment, momentOf } from '../../values/moment.ts';
import { planOf } from '../../vocabulary/plan.ts';
import { walk } from '../../vocabulary/walk.ts';
import { trackedBySteps } from '../check/track-events.ts';
import type { Draft } from '../link/draft.ts';
import { calledBy, formIdsOf, formsOf } from '../link/uses.ts';
import type { DataPath, Source } from '../source/source.ts';

/** Checks the names in a scenario, and compiles its durations. */
export function lowerScenario(draft: Draft, source: Source<ScenarioFile>): ScenarioFile {
  const flow = draft.flows.get(source.data.flow)?.data;
  if (flow !== undefined) checkNames(draft, source, flow);
  return walk(planOf('scenario'), source.data, {
    annotated: (kind, value) => (kind === 'duration' ? parseDuration(String(value)) : value),
  }) as ScenarioFile;
}

function checkNames(draft: Draft, source: Source<ScenarioFile>, flow: FlowFile): void {
  const steps = Object.entries(flow.steps);
  const screens = steps.flatMap(([id, step]) => [
    id,
    ...askedItems(step, flow.questions).map(({ item }) => `${id}.${item.id}`),
  ]);
  const known = {
    screen: screens,
    event: steps.flatMap(([, { on = {} }]) => Object.keys(on)),
    field: formsOf(draft, flow).flatMap(({ fields }) => Object.keys(fields)),
    path: steps.flatMap(([, step]) => calledBy(step)),
    'tracking event': trackedBySteps(flow),
  };
  // Names of an unreadable form, and calls to an unknown endpoint, are mistakes of the flow.
  const unclear = new Set<keyof typeof known>([
    ...(formIdsOf(flow).every((id) => draft.forms.has(id)) ? [] : (['field'] as const)),
    ...(known.path.every((path) => draft.endpoints.has(path)) ? [] : (['path'] as const)),
  ]);
  const check = (what: keyof typeof known, name: string, path: DataPath, isKey = false): void => {
    if (unclear.has(what)) return;
    const names = [...new Set(known[what])];
    if (names.includes(name)) return;
    draft.report.add('scenario-name-unknown', source, source.place(path, isKey ? { key: true } : {}), {
      ...{ what, name, near: nearest(name, names), known: names },
    });
  };
  const keys = (what: keyof typeof known, record: object | undefined, path: DataPath): void => {
    for (const name of Object.keys(record ?? {})) check(what, name, [...path, name], true);
  };
  for (const [index, { clock, replies, steps: acts }] of source.data.cases.entries()) {
    if (clock !== undefined && momentOf(clock) === null)
      draft.report.add('date-unreadable', source, source.place(['cases', index, 'clock']), {
        ...{ name: 'clock', written: clock, isMoment: true },
        example: exampleMoment(draft.site.data.timeZone),
      });
    keys('path', replies, ['cases', index, 'replies']);
    for (const [number, { press, fill, expect = {} }] of acts.entries()) {
      const at = ['cases', index, 'steps', number];
      if (press !== undefined) check('event', press, [...at, 'press']);
      keys('field', fill, [...at, 'fill']);
      if (expect.screen !== undefined) check('screen', expect.screen, [...at, 'expect', 'screen']);
      keys('field', expect.errors, [...at, 'expect', 'errors']);
      keys('path', expect.sent, [...at, 'expect', 'sent']);
      keys('path', expect.stored, [...at, 'expect', 'stored']);
      for (const [order, event] of (expect.events ?? []).entries())
        check('tracking event', event, [...at, 'expect', 'events', order]);
    }
  }
}
