/** What an edit renamed or removed, so that a trace of an earlier definition can be replayed on the edited one. */
import type { Json } from '../../schemas/compiled.ts';
import type { TraceStep } from '../../schemas/generated/types.ts';
import { stepOf } from '../flow/context.ts';
import { isRecord } from './differences.ts';
import type { TraceLine } from './record.ts';

/** Old names and their new ones. Steps and fields are written `flow.name`, with the old id of the flow. */
export interface EditMapping {
  readonly renamed: {
    readonly flows: Readonly<Record<string, string>>;
    readonly steps: Readonly<Record<string, string>>;
    readonly fields: Readonly<Record<string, string>>;
  };
  readonly removed: {
    readonly flows: readonly string[];
    readonly steps: readonly string[];
    readonly fields: readonly string[];
  };
}

/** The part of a mapping that concerns one flow. */
export interface FlowMapping {
  /** The id of the flow after the edit; null if it was removed on purpose. */
  readonly flow: string | null;
  readonly steps: ReadonlyMap<string, string>;
  readonly fields: ReadonlyMap<string, string>;
  readonly removedSteps: ReadonlySet<string>;
  readonly removedFields: ReadonlySet<string>;
}

const within = (flow: string, name: string): string | null =>
  name.startsWith(`${flow}.`) ? name.slice(flow.length + 1) : null;

const namesOf = (flow: string, names: readonly string[]): Set<string> =>
  new Set(names.flatMap((name) => within(flow, name) ?? []));

const renamesOf = (flow: string, renames: Readonly<Record<string, string>>): Map<string, string> =>
  new Map(
    Object.entries(renames)
      .flatMap(([from, to]) => [[within(flow, from) ?? '', to] as const])
      .filter(([from]) => from !== ''),
  );

/** @param flow its id when the trace was recorded */
export const flowMapping = ({ renamed, removed }: EditMapping, flow: string): FlowMapping => ({
  flow: removed.flows.includes(flow)
    ? null
    : Object.hasOwn(renamed.flows, flow)
      ? (renamed.flows[flow] as string)
      : flow,
  steps: renamesOf(flow, renamed.steps),
  fields: renamesOf(flow, renamed.fields),
  removedSteps: namesOf(flow, removed.steps),
  removedFields: namesOf(flow, removed.fields),
});

/** Members that hold addresses and texts. A renamed step may keep its address. */
const kept = new Set(['path', 'href', 'preferred', 'title', 'text']);

/**
 * A trace with the names of the edited definition. Without renames, the lines themselves.
 * @param payloads whether the members of payloads are renamed as well: they are if a call sends its form as it is
 */
export function renamedLines(
  lines: readonly TraceLine[],
  { steps, fields }: FlowMapping,
  payloads: boolean,
): readonly TraceLine[] {
  if (steps.size === 0 && fields.size === 0) return lines;
  const all = new Map([...steps, ...fields]);

  /** Ids contain a state: `call:contato/call-0`, `timer:contato.wait/400`. */
  const inText = (text: string): string =>
    /\s/.test(text)
      ? text
      : text
          .split(/([.:/])/)
          .map((part) => all.get(part) ?? part)
          .join('');
  function inValue(value: Json): Json {
    if (typeof value === 'string') return inText(value);
    if (Array.isArray(value)) return value.map((item) => inValue(item as Json));
    if (!isRecord(value)) return value;
    return Object.fromEntries(
      Object.entries(value).map(([name, part]) => {
        if (kept.has(name) && typeof part === 'string') return [name, part];
        if (name === 'payload') return [name, payloads ? inKeys(part) : part];
        return [all.get(name) ?? name, inValue(part)];
      }),
    );
  }
  const inKeys = (value: Json): Json =>
    isRecord(value)
      ? Object.fromEntries(Object.entries(value).map(([name, part]) => [fields.get(name) ?? name, part]))
      : value;
  const inEvent = (event: TraceStep['event']): TraceStep['event'] =>
    event === null
      ? null
      : (Object.fromEntries(
          Object.entries(event).map(([name, value]) => [
            name,
            name === 'field' || name === 'id' || name === 'screen'
              ? inValue(value)
              : name === 'values'
                ? inKeys(value)
                : value,
          ]),
        ) as TraceStep['event']);

  return lines.map((line): TraceLine => {
    if (line.kind === 'note') return line;
    if (line.kind === 'end') return { ...line, state: inText(line.state) };
    if (line.kind === 'head') {
      const { input } = line;
      const screen = input.screen === null ? null : inText(input.screen);
      return { ...line, input: { ...input, screen, saved: inValue(input.saved) as typeof input.saved } };
    }
    return {
      ...line,
      event: inEvent(line.event),
      state: inText(line.state),
      patch: line.patch.map(({ path, value, ...operation }) => ({
        ...operation,
        path: inText(path),
        ...(value === undefined ? {} : { value: inValue(value) }),
      })),
      effects: line.effects.map(inValue),
    };
  });
}

/** The lines without the events of removed steps, and without the input of removed fields. */
export function withoutRemoved(
  lines: readonly TraceLine[],
  { removedSteps, removedFields }: FlowMapping,
): readonly TraceLine[] {
  if (removedSteps.size === 0 && removedFields.size === 0) return lines;
  let before = '';
  return lines.filter((line) => {
    if (line.kind !== 'step') return true;
    const isOnRemoved = line.event !== null && removedSteps.has(stepOf(before));
    before = line.state;
    const field = line.event?.['field'];
    return !isOnRemoved && !(typeof field === 'string' && removedFields.has(field));
  });
}

/** The names of steps in the edited definition. */
export const renamedStep =
  ({ steps }: Pick<FlowMapping, 'steps'>) =>
  (step: string): string =>
    steps.get(step) ?? step;
