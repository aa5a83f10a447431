/** Compares two values. */
import type { Json } from '../../schemas/compiled.ts';

export interface Difference {
  /** The member that differs: `context.values.level`, `effects[1].data.value`. */
  readonly path: string;
  /** The effect that the path is in: `track Lead`. */
  readonly of?: string;
  /** Absent if there was no value. */
  readonly recorded?: Json;
  readonly replayed?: Json;
}

/** A value as JSON, cut off after some characters; `nothing` for none. */
export function shownValue(value: Json | undefined, longest = Number.POSITIVE_INFINITY): string {
  if (value === undefined) return 'nothing';
  const text = JSON.stringify(value);
  return text.length > longest ? `${text.slice(0, longest)}…` : text;
}

/** How many characters of a value are shown beside another one. */
export const longestShown = 80;

/** A difference in one line. */
export const differenceText = ({ path, of, recorded, replayed }: Difference): string =>
  `${of === undefined ? '' : `${of}: `}${path.replace(/^effects\[\d+\]\./, '')}: ${shownValue(recorded, longestShown)} → ${shownValue(replayed, longestShown)}`;

export const isRecord = (value: Json | undefined): value is { readonly [key: string]: Json } =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Whether two JSON values are equal. An undefined member counts as absent, as in JSON. */
export function equalJson(a: Json | undefined, b: Json | undefined): boolean {
  if (a === b) return true;
  if (Array.isArray(a))
    return Array.isArray(b) && a.length === b.length && a.every((item, index) => equalJson(item as Json, b[index]));
  if (!isRecord(a) || !isRecord(b)) return false;
  for (const key of Object.keys(a)) if (!equalJson(a[key], b[key])) return false;
  for (const key of Object.keys(b)) if (b[key] !== undefined && !Object.hasOwn(a, key)) return false;
  return true;
}

const between = (path: string, recorded: Json | undefined, replayed: Json | undefined): Difference => ({
  path,
  ...(recorded === undefined ? {} : { recorded }),
  ...(replayed === undefined ? {} : { replayed }),
});

const memberPath = (path: string, key: string): string =>
  /^[\p{L}_][\p{L}\p{N}_-]*$/u.test(key) ? `${path}.${key}` : `${path}[${JSON.stringify(key)}]`;

/** Every member in which two values differ, compared recursively. */
export function differencesIn(recorded: Json | undefined, replayed: Json | undefined, path: string): Difference[] {
  if (equalJson(recorded, replayed)) return [];
  if (isRecord(recorded) && isRecord(replayed))
    return [...new Set([...Object.keys(recorded), ...Object.keys(replayed)])].flatMap((key) =>
      differencesIn(recorded[key], replayed[key], memberPath(path, key)),
    );
  if (Array.isArray(recorded) && Array.isArray(replayed) && recorded.length === replayed.length)
    return recorded.flatMap((item, index) => differencesIn(item as Json, replayed[index], `${path}[${index}]`));
  return [between(path, recorded, replayed)];
}

/** A short name for an effect. */
export function effectName(effect: Json | undefined): string {
  if (!isRecord(effect)) return String(effect);
  const { kind, event, id, path, field } = effect;
  const name = event ?? path ?? id ?? field;
  return [kind, name].filter((part) => typeof part === 'string').join(' ');
}

/** The state that the id of a timer names. The id contains its time, too, which may differ in another definition. */
export const timedState = (id: Json | undefined): string | undefined =>
  typeof id === 'string' ? /^timer:(.*)\/[^/]*$/s.exec(id)?.[1] : undefined;

/** The name by which effects are paired: a timer is that of its state. */
function pairedName(effect: Json): string {
  const state = isRecord(effect) && effect['kind'] === 'timer' ? timedState(effect['id']) : undefined;
  return state === undefined ? effectName(effect) : `timer ${state}`;
}

/** An effect without the id of a timer, which its name and its time contain. */
function withoutTimerId(effect: Json | undefined): Json | undefined {
  if (!isRecord(effect) || effect['kind'] !== 'timer') return effect;
  const { id: _, ...rest } = effect;
  return rest;
}

/** The differences between two lists of effects: additional or missing effects, their order, or their members. */
export function differencesInEffects(recorded: readonly Json[], replayed: readonly Json[]): Difference[] {
  const before = recorded.map(pairedName);
  const after = replayed.map(pairedName);
  if (equalJson(before, after))
    return recorded.flatMap((effect, index) =>
      differencesIn(withoutTimerId(effect), withoutTimerId(replayed[index]), `effects[${index}]`).map((each) => ({
        ...each,
        of: before[index] as string,
      })),
    );
  const missing = [...recorded];
  const extra = replayed.filter((effect) => {
    const at = missing.findIndex((each) => pairedName(each) === pairedName(effect));
    if (at >= 0) missing.splice(at, 1);
    return at < 0;
  });
  if (missing.length + extra.length === 0) return [{ path: 'effects', recorded: before, replayed: after }];
  return [
    ...missing.map((effect) => ({ path: 'effects', of: effectName(effect), recorded: effect })),
    ...extra.map((effect) => ({ path: 'effects', of: effectName(effect), replayed: effect })),
  ];
}
