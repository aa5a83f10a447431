/**
 * Flows that other flows call (`call` of a step). Their steps are written out into the calling flow, so that the machine,
 * traces, walks, saved visits and posts without script need nothing new. A flow calls another one once, and none calls itself:
 * the steps are finite, and every answer has one place. What is given and returned are computed values.
 */
import type { FlowFile, FormFile, Step, ValueType } from '../../../schemas/generated/types.ts';
import { nearest } from '../../errors/nearest.ts';
import type { Report } from '../../errors/report.ts';
import { chainsIn } from '../../expressions/index.ts';
import type { Memo } from '../../memo/memo.ts';
import { holesIn } from '../../values/inline.ts';
import { planOf } from '../../vocabulary/plan.ts';
import { walk } from '../../vocabulary/walk.ts';
import { dataOf } from '../source/file-data.ts';
import { because, copied, separate } from '../source/origins.ts';
import type { DataPath, Source } from '../source/source.ts';
import { addNames } from '../source/unknown.ts';
import { branchStep, idFor } from './branches.ts';
import { isTyped } from './question-screens.ts';

/** A computed value that has to have a declared type: what a flow is given. */
export interface GivenValue {
  readonly value: string;
  readonly given?: ValueType;
}

/** Where a called flow returns. */
const end = 'end';

const keysOf = (value: unknown): readonly string[] => Object.keys((value ?? {}) as object);

const flowOf = (source: Source): FlowFile => dataOf(source, 'flow');

const callsIn = (source: Source): readonly (readonly [id: string, step: Step, flow: string])[] =>
  Object.entries(flowOf(source).steps).flatMap(([id, step]) =>
    step.call === undefined ? [] : [[id, step, step.call] as const],
  );

/** Whether a flow is written to be called. */
const isCallable = (source: Source): boolean =>
  flowOf(source).input !== undefined || flowOf(source).returns !== undefined;

/** What a call has of the step that makes it; all other keys are those of the called flow's first step. */
const ofFirstStep = ['path', 'title', 'titlePrefix', 'description', 'search', 'query', 'fallback', 'aliases'] as const;
const ofCall: ReadonlySet<string> = new Set(['call', 'with', 'saveAs', 'next', 'branch', ...ofFirstStep]);

/** The names that expressions and texts of a flow read, with the places of those values. */
function namesRead(flow: FlowFile): readonly { readonly name: string; readonly path: DataPath }[] {
  const found: { name: string; path: DataPath }[] = [];
  walk(planOf('flow'), flow, {
    annotated(kind, value, path) {
      if (typeof value === 'string') {
        const codes = kind === 'expression' ? [value] : holesIn(value).map(({ code }) => code);
        for (const code of codes)
          for (const { names } of chainsIn(code)) found.push({ name: String(names[0]), path: [...path] });
      }
      return value;
    },
  });
  return found;
}

/** The values of a flow itself, by name: those that it stores and computes, and the answers to its forms and questions. */
function ownNames(flow: FlowFile, forms: ReadonlyMap<string, FormFile>): ReadonlySet<string> {
  const { data = {}, computed = {}, questions = {}, steps } = flow;
  const asked = Object.values(questions).flatMap(({ items }) =>
    items.flatMap((item) => {
      if (!isTyped(item)) return [];
      return item.fields === undefined ? [String(item.name)] : Object.keys(item.fields);
    }),
  );
  const fields = Object.values(steps).flatMap(({ form = '' }) => Object.keys(forms.get(form)?.fields ?? {}));
  return new Set([...Object.keys(data), ...Object.keys(computed), ...asked, ...fields]);
}

/**
 * Writes called flows out into those that call them.
 * @param unknown names in what could not be read, to which those of a flow with a mistaken call are added
 * @returns the definitions without flows that are called
 */
export function writeCalls(sources: readonly Source[], unknown: Set<string>, memo: Memo): Source[] {
  const { report } = memo;
  const flows = sources.filter(({ kind }) => kind === 'flow');
  for (const source of flows)
    for (const [id, step] of Object.entries(flowOf(source).steps))
      for (const key of ['with', 'saveAs'] as const)
        if (step[key] !== undefined && step.call === undefined)
          report.add('flow-call', source, source.place(['steps', id, key], { key: true }), {
            reason: `Only a step with call: has ${key}.`,
            fix: `Add call: with the id of a flow, or remove ${key}.`,
          });
  const ids = flows.map((source) => flowOf(source).flow);
  // A misspelt call is one of the flow that is meant.
  const called = new Set(
    flows.flatMap((source) =>
      callsIn(source).map(([, , flow]) => (ids.includes(flow) ? flow : (nearest(flow, ids) ?? flow))),
    ),
  );
  if (called.size === 0 && !flows.some(isCallable)) return [...sources];
  // Of two flows with one id the first counts; the index reports the other one.
  const byId = new Map<string, Source>();
  for (const source of flows) if (!byId.has(flowOf(source).flow)) byId.set(flowOf(source).flow, source);
  const forms = new Map(
    sources.flatMap((source) =>
      source.kind === 'form' ? [[String(source.data['form']), dataOf(source, 'form')] as const] : [],
    ),
  );
  for (const source of flows)
    if (isCallable(source) && !called.has(flowOf(source).flow) && !unknown.has(flowOf(source).flow))
      report.add('flow-uncalled', source, source.place(['flow']), { flow: flowOf(source).flow });

  /** The flows with everything that they call, the callers above them first. */
  const written = new Map<string, Source | null>();
  const write = (id: string, above: readonly string[]): Source | null => {
    const source = byId.get(id) as Source;
    const known = written.get(id);
    if (known !== undefined) return known;
    const calls = callsIn(source);
    const used = calls.map(([step, , flow]): Source | null => {
      if (!byId.has(flow)) {
        if (!unknown.has(flow))
          report.add('flow-unknown', source, source.place(['steps', step, 'call']), {
            ...{ name: flow, near: nearest(flow, byId.keys()), known: [...byId.keys()].filter((each) => each !== id) },
          });
        return null;
      }
      if (flow === id || above.includes(flow)) {
        report.add('flow-call', source, source.place(['steps', step, 'call']), {
          reason: `${flow} would call itself, without an end: ${[...above.slice(above.indexOf(flow)), id, flow].join(' → ')}.`,
          fix: 'Remove one of these calls, or lead back to a step with next:.',
        });
        return null;
      }
      return write(flow, [...above, id]);
    });
    const given = [
      ...used,
      ...calls.flatMap(([, , flow]) => formsOf(byId.get(flow), forms)),
      ...formsOf(source, forms),
    ];
    const made =
      calls.length === 0
        ? source
        : used.includes(null)
          ? null
          : memo.once('calls', source, given, () => inlined(source, used as Source[], { forms, memo }));
    written.set(id, made);
    return made;
  };
  return sources.flatMap((source) => {
    if (source.kind !== 'flow') return [source];
    const { flow } = flowOf(source);
    if (byId.get(flow) !== source) return [source];
    const made = write(flow, []);
    if (made === null) addNames(unknown, source);
    return made === null || called.has(flow) || isCallable(source) ? [] : [made];
  });
}

const formsOf = (source: Source | undefined, forms: ReadonlyMap<string, FormFile>): readonly unknown[] =>
  source === undefined ? [] : Object.values(flowOf(source).steps).map(({ form = '' }) => forms.get(form));

interface Around {
  readonly forms: ReadonlyMap<string, FormFile>;
  readonly memo: Memo;
}

/** A flow with the steps of the flows that it calls. Null if a call is mistaken, which is reported. */
function inlined(source: Source, used: readonly Source[], { forms, memo }: Around): Source | null {
  const { report } = memo;
  const flow = flowOf(source);
  const parts = callsIn(source).map(([id, step], index) =>
    partOf({ source, id, step, called: used[index] as Source, forms, report }),
  );
  const own = ownNames(flow, forms);
  const hidden = new Map<string, string>();
  const mistake = (path: DataPath, reason: string, fix: string, key = true): void =>
    report.add('flow-call', source, source.place(path, key ? { key: true } : {}), { reason, fix });
  parts.forEach((part, index) => {
    const { id, names, inside } = part;
    const twice = parts.findIndex(({ inside: other }) => other.flow === inside.flow);
    if (twice < index)
      mistake(
        ['steps', id, 'call'],
        `${parts[twice]?.id} calls ${inside.flow} already, and its answers would be overwritten.`,
        'Call it once, or write another flow for these answers.',
        false,
      );
    const shared = [...names].filter((name) => own.has(name) || (twice === index && hidden.has(name)));
    if (shared.length > 0 && twice === index)
      mistake(
        ['steps', id, 'call'],
        `${hidden.get(shared[0] as string) ?? flow.flow} and ${inside.flow} both have a value called ${shared.join(', ')}.`,
        'Give it another name in one of them.',
        false,
      );
    for (const key of ['texts', 'questions'] as const)
      for (const [name] of part.values[key])
        if (
          keysOf(flow[key]).includes(name) ||
          parts.slice(0, twice).some(({ inside: other }) => keysOf(other[key]).includes(name))
        )
          mistake(
            ['steps', id, 'call'],
            `Another flow has ${key} called ${name} as well.`,
            'Give them another name.',
            false,
          );
    for (const name of part.saved)
      if (own.has(name) || parts.slice(0, index).some(({ saved }) => saved.has(name)))
        mistake(
          ['steps', id, 'saveAs', name],
          `There is a value called ${name} already.`,
          'Save it under another name.',
        );
    for (const name of names) if (!part.saved.has(name)) hidden.set(name, inside.flow);
    for (const step of part.stepIds)
      if (step !== id && Object.hasOwn(flow.steps, step))
        mistake(
          ['steps', step],
          `The step ${step} of ${inside.flow} would have the same id.`,
          'Give this step another id.',
        );
  });
  for (const { name, path } of namesRead(flow))
    if (hidden.has(name) && !own.has(name))
      mistake(
        path,
        `${name} belongs to ${hidden.get(name)}, which does not return it.`,
        `Add ${name} to returns: of ${hidden.get(name)}, and give it a name under saveAs: of the call.`,
        false,
      );
  for (const { inside, called, names } of parts)
    for (const { name, path } of namesRead(inside))
      if (own.has(name) && !names.has(name) && !Object.hasOwn(inside.input ?? {}, name))
        report.add('flow-call', called, called.place(path), {
          reason: `${inside.flow} reads ${name} of the flow that calls it.`,
          fix: `Declare ${name} under input:, and give it with: at the call.`,
        });
  if (report.failed) return null;

  const steps = Object.entries(flow.steps).flatMap(([id, step]): [string, unknown][] => {
    const part = parts.find((each) => each.id === id);
    return part === undefined ? [[id, copied(['steps', id], step)]] : part.steps;
  });
  const merged = (key: 'data' | 'texts' | 'questions'): Record<string, unknown> | undefined => {
    const entries = [
      ...Object.entries((flow[key] ?? {}) as Readonly<Record<string, unknown>>).map(
        ([name, value]) => [name, copied([key, name], value)] as const,
      ),
      ...parts.flatMap((part) => part.values[key]),
    ];
    return entries.length === 0 ? undefined : Object.fromEntries(entries);
  };
  const stated = (key: 'always' | 'never'): unknown[] | undefined => {
    const all = [
      ...(flow[key] ?? []).map((each, index) => copied([key, index], each)),
      ...parts.flatMap((part) => part[key]),
    ];
    return all.length === 0 ? undefined : all;
  };
  const computed = inReadingOrder([...computedOf(flow), ...parts.flatMap((part) => part.computed)]);
  const made = copied([], {
    ...flow,
    data: merged('data'),
    computed: computed.length === 0 ? undefined : Object.fromEntries(computed.map(({ name, value }) => [name, value])),
    texts: merged('texts'),
    questions: merged('questions'),
    always: stated('always'),
    never: stated('never'),
    steps: Object.fromEntries(steps),
  });
  const { data, origins } = separate(made);
  return source.made('flow', data as Record<string, unknown>, origins);
}

/** What the computed values, data and steps of a called flow become in the flow that calls it. */
interface Part {
  readonly id: string;
  readonly called: Source;
  readonly inside: FlowFile;
  /** The names of its values, except for one that it shares with the caller, because it is given as it is. */
  readonly names: ReadonlySet<string>;
  /** The names under which the caller reads what it returns. */
  readonly saved: ReadonlySet<string>;
  readonly stepIds: readonly string[];
  readonly steps: [string, unknown][];
  readonly values: Readonly<Record<'data' | 'texts' | 'questions', readonly [string, unknown][]>>;
  readonly computed: readonly ComputedEntry[];
  readonly always: readonly unknown[];
  readonly never: readonly unknown[];
}

interface ComputedEntry {
  readonly name: string;
  readonly value: unknown;
  /** What it is computed from. */
  readonly written: unknown;
}

interface Call {
  readonly source: Source;
  readonly id: string;
  readonly step: Step;
  readonly called: Source;
  readonly forms: ReadonlyMap<string, FormFile>;
  readonly report: Report;
}

function partOf(call: Call): Part {
  const { source, id, step, called, forms, report } = call;
  const flow = flowOf(source);
  const inside = flowOf(called);
  const idOf = new Map(
    Object.keys(inside.steps).map((each) => [each, each === inside.start ? id : `${id}-${each}`] as const),
  );
  const branches = idFor(id, { ...flow.steps, ...Object.fromEntries([...idOf.values()].map((each) => [each, step])) });
  const after = step.branch === undefined ? step.next : branches;
  checkCall(call, after);
  let returns = false;
  const written = walk(planOf('flow'), inside, {
    annotated(kind, value, path) {
      const isOutside = path[0] !== 'steps' && path[0] !== 'always' && path[0] !== 'never';
      if (kind !== 'step' || isOutside || typeof value !== 'string') return value;
      returns ||= value === end;
      const now = value === end ? after : idOf.get(value);
      return now === undefined || now === value ? value : because([...path], now, called);
    },
  }) as FlowFile;
  if (!returns)
    report.add('flow-call', called, called.place(['flow']), {
      reason: `${inside.flow} never returns to the flow that calls it.`,
      fix: 'Write next: end at its last step.',
    });
  const first = Object.fromEntries(
    ofFirstStep.flatMap((key) => (step[key] === undefined ? [] : [[key, copied(['steps', id, key], step[key])]])),
  );
  const steps = Object.entries(written.steps).map(([name, each]): [string, unknown] => [
    idOf.get(name) as string,
    copied(['steps', name], name === inside.start ? { ...each, ...first } : each, called),
  ]);
  const given = givenTo(call);
  const entriesOf = (key: 'data' | 'texts' | 'questions'): [string, unknown][] =>
    Object.entries((inside[key] ?? {}) as Readonly<Record<string, unknown>>).map(([name, value]) => [
      name,
      copied([key, name], value, called),
    ]);
  const stated = (key: 'always' | 'never'): unknown[] =>
    (written[key] ?? []).map((each, index) => copied([key, index], each, called));
  const names = new Set([...ownNames(inside, forms), ...Object.keys(inside.input ?? {})]);
  for (const name of given.shared) names.delete(name);
  return {
    ...{ id, called, inside, names },
    saved: new Set(Object.keys(step.saveAs ?? {})),
    stepIds: [...idOf.values()],
    steps: step.branch === undefined ? steps : [...steps, [branches, branchStep(source, id, step, report)]],
    values: {
      data: entriesOf('data'),
      texts: entriesOf('texts'),
      questions: entriesOf('questions'),
    },
    computed: [...given.computed, ...computedOf(inside, called), ...returnedTo(call, names)],
    ...{ always: stated('always'), never: stated('never') },
  };
}

/** The computed values of a flow, as entries. @param file of a flow that is called */
const computedOf = ({ computed = {} }: FlowFile, file?: Source): ComputedEntry[] =>
  Object.entries(computed).map(([name, value]) => ({
    name,
    value: copied(['computed', name], value, file),
    written: value,
  }));

/** Reports what a call, or the flow that is called, cannot have. */
function checkCall({ source, id, step, called, report }: Call, after: string | undefined): void {
  const inside = flowOf(called);
  const mistake = (key: string, reason: string, fix: string): void =>
    report.add('flow-call', source, source.place(['steps', id, key], { key: true }), { reason, fix });
  const inCalled = (path: DataPath, reason: string, fix: string): void =>
    report.add('flow-call', called, called.place(path, { key: true }), { reason, fix });
  for (const key of Object.keys(step))
    if (!ofCall.has(key))
      mistake(
        key,
        `A step that calls a flow has no ${key}.`,
        'Write it at a step of the called flow, or at one before.',
      );
  if (after === undefined) mistake('call', 'Nothing follows the called flow.', 'Add next: with a step.');
  if (inside.page !== undefined)
    inCalled(['page'], 'A called flow is shown in the page of the flow that calls it.', 'Remove page:.');
  for (const [name, { path, query, fallback }] of Object.entries(inside.steps)) {
    const key =
      path !== undefined ? 'path' : query !== undefined ? 'query' : fallback !== undefined ? 'fallback' : null;
    if (key !== null)
      inCalled(
        ['steps', name, key],
        `A step of a called flow has no ${key}, because several flows can call it.`,
        `Remove it. The step with call: can have a ${key}, for the first screen.`,
      );
    if (name === end)
      inCalled(['steps', name], 'A called flow returns at `end`, so no step is called so.', 'Give it another name.');
  }
}

/** What the flow is given. */
function givenTo({ source, id, step, called, report }: Call) {
  const { flow, input = {} } = flowOf(called);
  const given = (step.with ?? {}) as Readonly<Record<string, unknown>>;
  const computed: ComputedEntry[] = [];
  const shared: string[] = [];
  for (const name of Object.keys(given))
    if (!Object.hasOwn(input, name))
      report.add('flow-call', source, source.place(['steps', id, 'with', name], { key: true }), {
        reason: `${flow} has no input called ${name}.`,
        fix: Object.keys(input).length === 0 ? 'Remove it.' : `It has ${Object.keys(input).join(', ')}.`,
      });
  for (const [name, type] of Object.entries(input)) {
    const path = ['steps', id, 'with', name];
    const value = given[name];
    if (value === undefined) {
      if (type.optional) {
        const value = because(['input', name], { value: 'null', given: type }, called);
        computed.push({ name, value, written: 'null' });
      } else
        report.add('flow-call', source, source.place(['steps', id, 'call']), {
          reason: `${flow} needs ${name}.`,
          fix: `Add with: { ${name}: … } beside call:.`,
        });
      continue;
    }
    // A value that is given under its own name stays one value. The other name only checks its type.
    const isSame = String(value).trim() === name;
    if (isSame) shared.push(name);
    const own = isSame ? `${id.replaceAll('-', '_')}_${name}` : name;
    computed.push({
      name: own,
      value: because(path, { value: copied(path, value), given: type }),
      written: value,
    });
  }
  return { computed, shared };
}

/** What the flow returns, under the caller's names. */
function returnedTo({ source, id, step, called, report }: Call, names: ReadonlySet<string>): ComputedEntry[] {
  const { flow, returns = {} } = flowOf(called);
  return Object.entries(step.saveAs ?? {}).flatMap(([name, returned]) => {
    const path = ['steps', id, 'saveAs', name];
    const mistake = (reason: string, fix: string): [] => {
      report.add('flow-call', source, source.place(path, { key: true }), { reason, fix });
      return [];
    };
    const value = (returns as Readonly<Record<string, unknown>>)[returned];
    if (value === undefined)
      return mistake(
        `${flow} returns nothing called ${returned}.`,
        Object.keys(returns).length === 0
          ? 'Add returns: to that flow.'
          : `It returns ${Object.keys(returns).join(', ')}.`,
      );
    if (String(value).trim() === name) return [];
    if (names.has(name)) return mistake(`${flow} has a value called ${name} itself.`, 'Save it under another name.');
    return [{ name, value: because(path, { value: copied(['returns', returned], value, called) }), written: value }];
  });
}

/** The names that a computed value reads. */
function readsOf(written: unknown): ReadonlySet<string> {
  if (typeof written === 'string') return new Set(chainsIn(written).map(({ names }) => String(names[0])));
  if (typeof written !== 'object' || written === null) return new Set();
  return new Set(Object.values(written).flatMap((each) => [...readsOf(each)]));
}

/** Computed values, each below those that it reads. Otherwise the order stays. */
function inReadingOrder(entries: readonly ComputedEntry[]): ComputedEntry[] {
  const left = [...entries];
  const sorted: ComputedEntry[] = [];
  while (left.length > 0) {
    const names = new Set(left.map(({ name }) => name));
    const next = left.findIndex(({ name, written }) =>
      [...readsOf(written)].every((read) => read === name || !names.has(read)),
    );
    // Values that read each other are reported by the check.
    sorted.push(...left.splice(Math.max(0, next), 1));
  }
  return sorted;
}
