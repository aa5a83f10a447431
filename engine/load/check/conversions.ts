/** Checks that an event of the browser has the id of the conversion that the server delivers to Meta. */
import type { Calls, FlowFile } from '../../../schemas/generated/types.ts';
import { conversionKey, conversionsOf } from '../link/conversions.ts';
import type { Draft } from '../link/draft.ts';
import type { DataPath, Source } from '../source/source.ts';

interface EventSend {
  readonly path: DataPath;
  readonly name: string;
  readonly eventId: string | undefined;
  /** The calls that it follows as a success; null for an event that is sent before a reply or without one. */
  readonly after: Calls | null;
}

/** The events that a flow tracks by itself. */
function trackedIn({ steps }: FlowFile): readonly EventSend[] {
  const tracked: EventSend[] = [];
  const collect = (value: unknown, path: DataPath, after: Calls | null): void => {
    if (typeof value !== 'object' || value === null) return;
    for (const [key, part] of Object.entries(value)) {
      if (key === 'show') continue;
      const at = [...path, Array.isArray(value) ? Number(key) : key];
      const track = key === 'track' ? (part as { name?: unknown; eventId?: unknown }) : null;
      if (typeof track?.name === 'string')
        tracked.push({ path: at, name: track.name, eventId: track.eventId?.toString().trim(), after });
      else collect(part, at, key === 'onSuccess' ? (value as Calls) : null);
    }
  };
  collect(steps, ['steps'], null);
  return tracked;
}

/** Checks the events of a flow against the conversions of the intakes that it calls. */
export function checkConversions(draft: Draft, source: Source<FlowFile>): void {
  // Without the pixel, Meta gets the server's conversion only.
  if (draft.site.data.integrations?.pixel === undefined) return;
  const { steps } = source.data;
  const calls = Object.values(steps).flatMap((step) => [
    ...(step.submit?.calls ?? []).map(({ post, saveAs }) => ({ post, saveAs })),
    ...Object.values(step.on ?? {}).map(({ post }) => ({ post: post?.path, saveAs: undefined })),
  ]);
  for (const { post, saveAs = {} } of calls) {
    const intake = draft.endpoints.get(post ?? '')?.data;
    if (intake === undefined) continue;
    const key = conversionKey(intake);
    for (const [, { event, eventId }] of conversionsOf(intake)) {
      /** The expressions whose value is the id of the conversion. */
      const right = new Set(eventId == null ? [`reply.${key}`] : [eventId.toString().trim()]);
      if (eventId != null)
        for (const [name, value] of Object.entries(intake.response ?? {}))
          if (value === eventId) right.add(`reply.${name}`);
      const saved = Object.entries(saveAs).flatMap(([name, value]) => (right.has(String(value)) ? [name] : []));
      for (const { path, name, eventId: own, after } of trackedIn(source.data)) {
        if (name !== event) continue;
        const follows = after !== null && after.calls.at(-1)?.post === post;
        const isReply = own?.startsWith('reply.') === true;
        const isRight =
          own === undefined
            ? follows && eventId === undefined
            : saved.includes(own) || (right.has(own) && (follows || !isReply));
        if (isRight) continue;
        draft.report.add('conversion-id', source, source.place([...path, 'name']), {
          event: name,
          endpoint: String(post),
          fix: follows
            ? `Write eventId: ${[...right].at(-1)} in this track:${own === undefined ? '' : `, in place of ${own}`}.`
            : `Move it under onSuccess: of the submit whose last call is post: ${post}, or give both one id: eventId: under track: and under deliver:, with a value that the flow sends.`,
        });
      }
    }
  }
}
