/** `funnel track --explain [FOLDER]`: which events a site sends, when, to whom, and with which fields. */
import { loadForAxes } from '../../engine/load/load-axes.ts';
import { readDefinitionFiles } from '../definitions/read.ts';
import { UnreadableFile } from '../disk/disk.ts';
import { fingerprint } from '../disk/fingerprint.ts';
import { type CommandCall, InvalidArguments, type Output } from './command.ts';
import { errorsIn } from './definitions.ts';
import {
  type EventReceiver,
  type TrackedDelivery,
  type TrackedEvent,
  type TrackedPlace,
  type TrackingPlan,
  trackingPlan,
} from './track-list.ts';

/** @returns the exit code: 0 listed, 1 the definitions have errors, 2 they could not be read */
export async function explainTracking({ positionals, switches }: CommandCall, output: Output): Promise<number> {
  const [folder = 'funnels', ...more] = positionals;
  if (!switches.has('explain')) throw new InvalidArguments('Say what to do: --explain.');
  if (more.length > 0) throw new InvalidArguments('Only one folder can be explained at a time.');
  const read = await readDefinitionFiles(folder).catch((error: unknown) => error as Error);
  if (read instanceof Error) {
    output.err(read instanceof UnreadableFile ? read.message : `The folder ${folder} could not be read.`);
    return 2;
  }
  const { site, problems } = loadForAxes(read.files, {
    hash: fingerprint,
    assets: read.assets,
    extensions: read.extensions,
    growthOf: read.growthOf,
    now: Date.now(),
  });
  if (site === null) {
    output.err(errorsIn(folder, problems));
    return 1;
  }
  const plan = trackingPlan(site);
  if (switches.has('json')) output.out(JSON.stringify(plan, null, 2));
  else for (const line of explained(plan, output.colours)) output.out(line);
  return 0;
}

/** The plan for a terminal. */
function* explained({ receivers, places }: TrackingPlan, colours: boolean): Generator<string> {
  const bold = (text: string): string => (colours ? `\u001b[1m${text}\u001b[0m` : text);
  const dim = (text: string): string => (colours ? `\u001b[2m${text}\u001b[0m` : text);
  if (receivers.length === 0)
    yield 'No event leaves a browser: integrations.pixel has no id, and integrations.tags is empty.';
  for (const { to, id, purpose } of receivers) yield `${to} ${id}, with consent to ${purpose}`;
  const [view] = places.flatMap(({ events }) => events.filter(isView));
  if (view !== undefined) {
    yield '';
    yield bold('Every page, and every path of a flow');
    yield* eventLines(view, '');
  }
  for (const place of places) {
    const events = folded(place.events.filter((event) => !isView(event)));
    if (events.length === 0 && place.server.length === 0) continue;
    yield '';
    yield bold(titleOf(place));
    for (const [event, count] of events)
      yield* eventLines(
        event,
        dim(`when ${event.when}${count === 1 ? '' : ` (${count} places)`}; id ${event.idPrefix}_…`),
      );
    for (const { path, deliveries } of place.server) {
      yield `  After ${path} is stored, the server sends`;
      for (const delivery of deliveries) yield `    ${deliveryLine(delivery)}`;
    }
  }
}

const isView = ({ event }: TrackedEvent): boolean => event === 'PageView';

/** Equal events once, with their number: a page may have the same button several times. */
function folded(events: readonly TrackedEvent[]): (readonly [event: TrackedEvent, count: number])[] {
  const counts = new Map<string, [TrackedEvent, number]>();
  for (const event of events) {
    const key = JSON.stringify(event);
    const known = counts.get(key) ?? [event, 0];
    known[1] += 1;
    counts.set(key, known);
  }
  return [...counts.values()];
}

function titleOf({ kind, id, paths, overlays }: TrackedPlace): string {
  const places = [...paths, ...overlays.map((page) => `in an overlay of ${page}`)];
  return `${kind === 'page' ? 'Page' : 'Flow'} ${id}${places.length === 0 ? '' : `  ${places.join(' ')}`}`;
}

/** An event with its fields and receivers. */
function* eventLines({ event, fields, user, browser }: TrackedEvent, about: string): Generator<string> {
  const own = [...fields, ...user.map((name) => `${name} (personal)`)];
  yield `  ${event}  ${about}`.trimEnd();
  if (own.length > 0) yield `    fields: ${own.join(', ')}`;
  for (const each of browser) yield `    ${receiverLine(event, fields, each)}`;
}

/** A receiver. Its name of the event and its fields are shown where they differ. */
function receiverLine(event: string, fields: readonly string[], receiver: EventReceiver): string {
  const { to, as, conversion, hashed } = receiver;
  const isRenamed = receiver.fields.join() !== fields.join() && receiver.fields.length > 0;
  return [
    `→ ${to}${as === event ? '' : ` as ${as}`}`,
    ...(conversion === undefined ? [] : [`conversion ${conversion}`]),
    ...(isRenamed ? [`fields ${receiver.fields.join(', ')}`] : []),
    ...(hashed.length === 0 ? [] : [`hashes of ${hashed.join(', ')}`]),
  ].join('; ');
}

const deliveryLine = ({ delivery, kind, destination, as, fields, purpose, conditional }: TrackedDelivery): string =>
  [
    `→ ${delivery}: ${kind} to ${destination}${as === null ? '' : ` as ${as}`}`,
    ...(fields.length === 0 ? [] : [`fields ${fields.join(', ')}`]),
    ...(purpose === 'necessary' ? [] : [`with consent to ${purpose}`]),
    ...(conditional ? ['if its condition holds'] : []),
  ].join('; ');
