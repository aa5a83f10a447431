import type { FlowFile } from '../../../schemas/generated/types.ts';
import { roleOf } from '../../blocks/roles.ts';
import { nearest } from '../../errors/nearest.ts';
import type { AnnotatedValue, Draft } from '../link/draft.ts';
import type { Source } from '../source/source.ts';

/** The event of a form's own button Back, and of that of questions. */
const backEvent = 'back';

/** The events that buttons send, and the `back` event of a form's own button. */
const eventsIn = (draft: Draft, source: Source<unknown>): AnnotatedValue[] => {
  const { annotated, named } = draft.contents(source);
  return [
    ...annotated.filter((event) => event.kind === 'event'),
    ...named
      .filter(({ name, value }) => name === 'block' && roleOf(value.type) === 'form' && value.back !== undefined)
      .map(
        ({ path }): AnnotatedValue => ({ kind: 'event', value: backEvent, path: [...path, 'back'], owner: 'block' }),
      ),
  ];
};

/** The actions of a button. It has exactly one of them. */
const actionKeys = ['send', 'to', 'open'] as const;

/** Checks that each button has one action, and that every event is both sent and handled. */
export function checkEvents(draft: Draft): void {
  draft.memo.each('events of pages', draft.pages.values(), [], (source) => {
    checkActions(draft, source);
    const handled = new Set(
      (draft.flowsByPage.get(source.data.page) ?? []).flatMap(({ data }) =>
        Object.values(data.steps).flatMap((step) => Object.keys(step.on ?? {})),
      ),
    );
    for (const event of eventsIn(draft, source)) reportUnhandled(draft, source, event, handled);
  });
  draft.memo.each('events of flows', draft.flows.values(), [], (source) => {
    checkActions(draft, source);
    checkFlowEvents(draft, source);
  });
}

function checkActions(draft: Draft, source: Source<unknown>): void {
  for (const { name, value, path } of draft.contents(source).named) {
    if (name !== 'action' || actionKeys.filter((key) => value[key] !== undefined).length === 1) continue;
    const place = source.place(path.length > 0 ? [...path, 'label'] : path, { key: true });
    draft.report.add('action-shape', source, place);
  }
}

function checkFlowEvents(draft: Draft, source: Source<FlowFile>): void {
  const frame = draft.pages.get(source.data.page ?? '');
  const framed = frame === undefined ? [] : eventsIn(draft, frame).map((event) => String(event.value));
  const events = eventsIn(draft, source);
  for (const [id, step] of Object.entries(source.data.steps)) {
    const own = events.filter((event) => event.path[1] === id);
    const handled = Object.keys(step.on ?? {});
    const asks = step.ask === undefined ? [] : [backEvent];
    for (const event of own) reportUnhandled(draft, source, event, new Set(handled));
    const sent = new Set([...own.map((event) => String(event.value)), ...framed, ...asks]);
    for (const event of handled) {
      // A misspelt event is reported once, where it is sent.
      if (
        sent.has(event) ||
        draft.unknown.has(event) ||
        own.some(({ value }) => nearest(String(value), handled) === event && !handled.includes(String(value)))
      )
        continue;
      draft.report.add('event-unsent', source, source.place(['steps', id, 'on', event], { key: true }), {
        event,
        near: nearest(event, sent),
        known: [...sent],
      });
    }
  }
}

function reportUnhandled(
  { report, unknown }: Draft,
  source: Source<unknown>,
  { value, path }: AnnotatedValue,
  handled: ReadonlySet<string>,
): void {
  const event = String(value);
  if (handled.has(event) || unknown.has(event)) return;
  report.add('event-unhandled', source, source.place(path), {
    event,
    near: nearest(event, handled),
    known: [...handled],
  });
}
