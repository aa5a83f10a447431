/**
 * The words of the vocabulary that were renamed. `funnel migrate` rewrites definitions by this table, the checks
 * suggest the new word for an old one, and CHANGELOG.md lists it (`npm run generate`).
 */

/** How a key was renamed. */
export interface RenamedTo {
  /** The new key, or the path of keys: `errors.invalid` is `invalid` inside `errors`. */
  readonly now: string;
  /** Applies only if another key of the same record has this value. */
  readonly where?: readonly [key: string, value: string];
  /** Values that were renamed together with the key. */
  readonly values?: Readonly<Record<string, string>>;
}

type Renames = Readonly<Record<string, string | RenamedTo>>;

/** By place (`vocabulary/places.ts`), then by the old key. Places below renamed keys have their new names. */
const renamedKeys: Readonly<Record<string, Renames>> = {
  site: { hosts: 'allowedHosts', events: 'calendar' },
  'site.theme': { color: 'browserColor' },
  'site.masks.*': { layouts: 'formats' },
  'site.integrations.pixel': { events: 'endpoint' },
  'site.calendar.*': { moment: { now: 'phase', values: { clock: 'auto' } } },
  page: { each: 'forEach' },
  overlay: { reset: 'resetAfter' },
  'overlay.handoff': { frame: 'iframe' },
  flow: { keeps: 'data', computes: 'computed' },
  compute: { bands: 'classify', is: 'ranges' },
  questionSet: { into: 'saveAs' },
  step: {
    position: 'titlePrefix',
    lost: 'fallback',
    empty: 'onEmpty',
    failed: 'onError',
    load: 'fetch',
    wait: 'delay',
    choose: 'branch',
    leave: 'redirect',
    say: 'notify',
  },
  'step.redirect': { reply: 'urlFrom', append: 'params' },
  calls: { failed: 'onError', done: 'onSuccess' },
  'calls.onSuccess': { clear: 'resetForm' },
  call: { send: 'with', into: 'saveAs', optional: 'continueOnError' },
  reaction: { open: 'openTab', wait: 'delay' },
  'reaction.post': { to: 'path', send: 'with' },
  form: { errors: 'showErrors', first: 'errorTitle' },
  field: { sends: 'submitAs' },
  intake: {
    accepts: 'input',
    except: 'omit',
    verifies: 'verify',
    requires: 'require',
    collection: 'records',
    subject: 'lookupBy',
    owned: 'ownerOnly',
    storedFor: 'storeOnlyWith',
    visit: 'groupBy',
    once: 'dedupe',
    answers: 'response',
    limit: 'rateLimit',
    refused: 'errors.invalid',
    unknown: 'errors.notFound',
    closed: 'errors.closed',
    refusal: 'errors.response',
  },
  'intake.require': { collection: 'records' },
  'intake.dedupe': { within: 'minutes' },
  'intake.forms': { is: 'cases' },
  valueType: { draw: 'generate', in: 'allowed', max: { now: 'maxLength', where: ['type', 'text'] } },
  track: { event: 'name', prefix: 'idPrefix', page: 'includePage', data: 'params' },
  'calendar block': { event: 'entry', google: 'googleLabel', file: 'fileLabel' },
  'conversations block': { apart: 'separateLast', grid: 'gridCount' },
  'countdown block': { moment: 'untilText' },
  'form block': { native: 'nativeValidation' },
  'hero block': { picture: 'image', pictureSize: 'imageSize', fallback: 'fallbackImage' },
  'image block': { picture: 'image', first: 'priority', fallback: 'fallbackImage' },
  'portrait block': { picture: 'image' },
  'score block': { good: 'goodFrom', fair: 'fairFrom' },
  'split block': { order: 'firstOnPhone' },
  'testimonials block.items': { host: 'provider', video: 'videoId' },
  'video block': {
    host: 'provider',
    video: 'videoId',
    first: 'priority',
    sound: 'unmuteLabel',
    track: 'trackPlayback',
  },
};

/** Names in expressions, by the old name. */
export const renamedNames: Readonly<Record<string, string>> = { events: 'calendar' };

/** Members of a renamed name: `events.workshop.moment` is `calendar.workshop.phase`. */
export const renamedMembers: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  events: { moment: 'phase' },
};

/** One renamed word, as it is documented. */
export interface RenamedWord extends RenamedTo {
  readonly place: string;
  readonly was: string;
}

/** Every renamed key. */
export const renamedWords: readonly RenamedWord[] = Object.entries(renamedKeys).flatMap(([place, renames]) =>
  Object.entries(renames).map(([was, to]) => ({ place, was, ...(typeof to === 'string' ? { now: to } : to) })),
);

/** The new name of a record's key; undefined if it was not renamed. */
export function renamedAt(
  place: string,
  key: string,
  record: Readonly<Record<string, unknown>>,
): RenamedTo | undefined {
  const renames = Object.hasOwn(renamedKeys, place) ? renamedKeys[place] : undefined;
  const to = renames !== undefined && Object.hasOwn(renames, key) ? renames[key] : undefined;
  if (to === undefined) return undefined;
  const found = typeof to === 'string' ? { now: to } : to;
  return found.where === undefined || record[found.where[0]] === found.where[1] ? found : undefined;
}
