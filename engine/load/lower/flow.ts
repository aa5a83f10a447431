import type { Code, Json } from '../../../schemas/compiled.ts';
import type { Compute, Field, FlowFile, FormFile, ValueType } from '../../../schemas/generated/types.ts';
import type { ComputeDefinition, FlowDefinition } from '../../definition.ts';
import type { Domain } from '../../expressions/domain.ts';
import {
  type Constants,
  describeType,
  isAssignable,
  joinTypes,
  type Type,
  type Types,
} from '../../expressions/index.ts';
import { whole } from '../../expressions/types.ts';
import { submittedAs } from '../../fields/authoring.ts';
import { domainOfField } from '../../fields/domain-of-field.ts';
import { namesIn } from '../../flow/scope.ts';
import type { FormDefinition } from '../../forms/types.ts';
import { demandsValue } from '../../rules/demands.ts';
import { minorUnit } from '../../values/money.ts';
import { planOf } from '../../vocabulary/plan.ts';
import { walk } from '../../vocabulary/walk.ts';
import { checkCounts } from '../check/counts.ts';
import { checkTables } from '../check/tables.ts';
import { anchorsBelow } from '../link/anchors.ts';
import type { Draft } from '../link/draft.ts';
import { calledBy, formIdsOf, formOf, formsOf } from '../link/uses.ts';
import type { GivenValue } from '../short/flow-calls.ts';
import { hasPoints, mostPoints, pointsText } from '../short/points.ts';
import type { DataPath, Source } from '../source/source.ts';
import { domainOfComputed } from '../types/computed-domain.ts';
import {
  flowTypes,
  personalRead,
  personalValues,
  typeOfData,
  typeOfField,
  typeOfTable,
  typeOfValue,
  withAccepted,
} from '../types/value-types.ts';
import { withEmptyAnswer } from './field-scope.ts';
import { needsOf } from './needs.ts';
import { presenceOf } from './presence.ts';
import { scopesOf } from './scopes.ts';
import { compileCode, compileConstant, type LoweringContext, lowerValue } from './values.ts';

/** A flow with compiled texts and computed values, as intakes need it. */
export interface BegunFlow {
  readonly source: Source<FlowFile>;
  /** Types of the computed values. */
  readonly computed: Types;
  /** Compiles the rest. @param sound false if its steps are mistaken, so that the present values are unknown */
  finish(endpoints: Endpoints, sound: boolean): LoweredFlow;
}

/** What a flow needs to know about the endpoints it calls, by path. */
export interface Endpoints {
  /** The type of an endpoint's response; `any` if unknown. */
  readonly replyOf: (path: string) => Type;
  /** The values that an endpoint accepts, by name. */
  readonly inputOf: (path: string) => Readonly<Record<string, ValueType>>;
}

/** A completely compiled flow. */
export interface LoweredFlow {
  readonly flow: FlowFile;
  /** The values that each step requires before it is shown to a returning visitor, by step. */
  readonly needs: Readonly<Record<string, readonly string[]>>;
  /** The types of the names that can be read at a path of the file. */
  readonly typesAt: (path: DataPath) => Types;
}

/** Starts to compile a flow: its texts and computed values, which depend on nothing else. */
export function beginFlow(
  draft: Draft,
  source: Source<FlowFile>,
  options: Constants,
  lowered: readonly FormDefinition[],
): BegunFlow {
  const { data } = source;
  const forms = formsOf(draft, data);
  const anchors = new Map<string, ReadonlySet<string>>();
  const frameAnchors = anchorsAround(draft, data);
  const personal = personalValues(data.data ?? {}, forms);

  const { known, blank, demanded } = namesOf(draft, data, forms, lowered);
  let reads: Reads = new Map();

  let typesAt = (_path: DataPath): Types => known;
  let constants = options;
  let inputAt: Endpoints['inputOf'] = () => ({});
  const around: LoweringContext = {
    draft,
    source,
    get options() {
      return constants;
    },
    types: (path) => typesAt(path),
    condition: (code) => withEmptyAnswer(code, (name) => (blank.has(name) ? '' : undefined)),
    expected: (path) => expectedType(data, path, inputAt),
    anchors(path) {
      const step = path[0] === 'steps' ? String(path[1]) : '';
      let ids = anchors.get(step);
      if (!ids) {
        ids = new Set([...frameAnchors, ...anchorsBelow(draft, source, ['steps', step])]);
        anchors.set(step, ids);
      }
      return ids;
    },
    compiled: (path, { code }) => checkTrackedCode(draft, source, path, code, personal),
    read(path, names) {
      checkTitleRead(draft, source, path, names, personal);
      const place = path[0] === 'steps' || path[0] === 'computed' ? String(path[1]) : '';
      const key = `${String(path[0])} ${place}`;
      const all = reads.get(key) ?? new Set();
      for (const name of names) all.add(name);
      reads.set(key, all);
    },
  };

  const texts = data.texts === undefined ? undefined : compileTable(data.texts, ['texts'], around);
  if (texts !== undefined) known.texts = typeOfTable(checkTables(draft, source, texts));
  checkCounts(draft, source);
  const compiled: Record<string, ComputeDefinition> = {};
  const computed: Record<string, Type> = {};
  for (const [name, compute] of Object.entries(data.computed ?? {})) {
    const path = ['computed', name];
    const written = compute.points === undefined ? compute : { value: pointsOf(draft, source, compute, path) };
    const result = compileCompute(written, path, around);
    const needs = needsOfCompute(result.compute, known);
    compiled[name] = { ...result.compute, ...(needs === undefined ? {} : { needs }) };
    const { given } = written as GivenValue;
    const type = givenType(draft, source, name, given, result.type);
    // What is the same for all visitors of this flow decides conditions at load, as facts do.
    const { value: code = null } = result.compute as { readonly value?: Code };
    const isConstant = code === null || typeof code !== 'object';
    if (given !== undefined && isConstant) constants = withConstant(constants, name, code, type);
    // A duplicate name is reported elsewhere; the entry of `data` takes precedence.
    known[name] ??= withAccepted(type, code === null ? undefined : domainOfComputed(code, known));
    computed[name] = type;
    if (personalRead(codesOf(result.compute), personal) !== undefined) personal.set(name, 'all');
  }

  const readsAtFirst = reads;
  const finish = ({ replyOf, inputOf }: Endpoints, sound: boolean): LoweredFlow => {
    inputAt = inputOf;
    reads = new Map([...readsAtFirst].map(([place, names]) => [place, new Set(names)]));
    const presence = presenceOf({
      flow: data,
      forms: new Map(formIdsOf(data).flatMap((id) => formOf(draft, id))),
      given: givenBy(draft, data),
      replyOf,
      sound,
    });
    const sources = new Map(
      Object.keys(computed).map((name) => [name, [...(reads.get(`computed ${name}`) ?? [])]] as const),
    );
    const needed = new Map(
      [...sources].map(([name, read]) => {
        const { needs } = compiled[name] ?? {};
        return [name, needs === undefined ? read : read.filter((each) => needs.includes(each))] as const;
      }),
    );
    typesAt = scopesOf({ flow: data, known, blank, demanded, computed: needed, presence, replyOf });
    const flow = walk(
      planOf('flow'),
      { ...data, texts: null, computed: null },
      {
        annotated: (kind, value, path, owner, schema) =>
          kind === 'texts' ? texts : lowerValue(kind, value, path, owner, schema, around),
      },
    ) as FlowFile & { texts?: Json; computed?: FlowDefinition['computed'] };
    if (texts === undefined) delete flow.texts;
    if (data.computed === undefined) delete flow.computed;
    else flow.computed = compiled;
    const readIn = (step: string): ReadonlySet<string> => {
      const sent = calledBy(data.steps[step] ?? {}).flatMap((path) => Object.keys(inputOf(path)));
      const names = new Set([...(reads.get(`steps ${step}`) ?? []), ...(reads.get('questions ') ?? []), ...sent]);
      for (const name of names) for (const source of sources.get(name) ?? []) names.add(source);
      return names;
    };
    return { flow: withLengths(flow), needs: needsOf(data, presence, readIn), typesAt };
  };
  return { source, computed, finish };
}

/** The values that a flow knows by name, with their types; those that are blank at first, and those that a form demands. */
function namesOf(
  draft: Draft,
  data: FlowFile,
  forms: readonly FormFile[],
  lowered: readonly FormDefinition[],
): { readonly known: Record<string, Type>; readonly blank: Set<string>; readonly demanded: Set<string> } {
  const known: Record<string, Type> = { ...flowTypes };
  const blank = new Set<string>();
  const demanded = demandedIn(forms);
  const accepted = acceptedOf(lowered);
  for (const form of forms) {
    for (const [name, field] of Object.entries(form.fields)) {
      known[name] = withAccepted(typeOfField(field, draft.site.data), accepted.get(name));
      if (known[name].kind === 'string' && field.default === undefined) blank.add(name);
    }
  }
  for (const [name, value] of Object.entries(data.data ?? {})) {
    known[name] = typeOfData(data, name, value);
    blank.delete(name);
    demanded.delete(name);
  }
  return { known, blank, demanded };
}

/** The values that forms accept of their fields. Nothing is known of a field that two forms accept otherwise. */
function acceptedOf(forms: readonly FormDefinition[]): ReadonlyMap<string, Domain | undefined> {
  const accepted = new Map<string, Domain | undefined>();
  for (const field of forms.flatMap(({ fields }) => fields)) {
    const domain = domainOfField(field);
    const isSame = !accepted.has(field.name) || isDeepEqual(accepted.get(field.name), domain);
    accepted.set(field.name, isSame ? domain : undefined);
  }
  return accepted;
}

const isDeepEqual = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Checks that no tracking event has a personal value. */
function checkTrackedCode(
  draft: Draft,
  source: Source<FlowFile>,
  path: DataPath,
  code: Code,
  personal: ReturnType<typeof personalValues>,
): void {
  const isParam = path.at(-3) === 'track' && path.at(-2) === 'params';
  const isEventId = path.at(-2) === 'track' && path.at(-1) === 'eventId';
  if (path[0] === 'computed' || !(isParam || isEventId)) return;
  const name = personalRead(code, personal);
  if (name !== undefined) draft.report.add('track-personal', source, source.place(path), { name });
}

/** Checks that no title that is sent has a personal value. */
function checkTitleRead(
  draft: Draft,
  source: Source<FlowFile>,
  path: DataPath,
  names: readonly string[],
  personal: ReturnType<typeof personalValues>,
): void {
  // A step's title is sent to the pixel, the tags and the site's own events as the page title.
  const { pixel, tags } = draft.site.data.integrations ?? {};
  const isSent = path.length === 3 && path[2] === 'title' && (pixel ?? tags) !== undefined;
  const name = isSent ? names.find((each) => personal.get(each) === 'all') : undefined;
  if (name !== undefined) draft.report.add('track-personal', source, source.place(path), { name });
}

/** Constants with another one, whose declared type counts: a called flow is checked for any value. */
const withConstant = (all: Constants, name: string, value: Json, type: Type): Constants => ({
  ...all,
  constants: { ...all.constants, [name]: value },
  constantTypes: { ...all.constantTypes, [name]: type },
});

/** The declared type of a value that a flow gives to one that it calls; that of its expression for any other value. */
function givenType(
  draft: Draft,
  source: Source<FlowFile>,
  name: string,
  given: GivenValue['given'],
  found: Type,
): Type {
  if (given === undefined) return found;
  const wanted = typeOfValue(given);
  if (isAssignable(found, wanted)) return wanted;
  const mayBeNull = found.kind !== 'null' && isAssignable(whole(found), wanted);
  draft.report.add('flow-call', source, source.place(['computed', name, 'value']), {
    reason: `The called flow takes ${describeType(wanted)}, and this ${mayBeNull ? 'may be null' : `is ${describeType(found)}`}.`,
    fix: mayBeNull
      ? 'Write default(…, …) around it, or optional: true under input:.'
      : 'Change the expression, or the type under input:.',
  });
  return wanted;
}

/** Values that every overlay passes to a flow; null if it is in no overlay. */
function givenBy(draft: Draft, { flow }: FlowFile): ReadonlySet<string> | null {
  const given = (draft.overlayPagesByFlow.get(flow) ?? []).flatMap(({ data }) =>
    Object.values(data.overlays ?? {})
      .filter((overlay) => overlay.flow === flow)
      .map((overlay) => Object.keys(overlay.with ?? {})),
  );
  const [first, ...others] = given;
  if (first === undefined) return null;
  return new Set(first.filter((name) => others.every((names) => names.includes(name))));
}

/** The numbers that every form with them demands, so that they are there once it was sent. */
function demandedIn(forms: readonly FormFile[]): Set<string> {
  const fields = forms.flatMap((form) => Object.entries(form.fields));
  const isOptional = ({ when, rules = [] }: Field): boolean => when !== undefined || !demandsValue(rules);
  const optional = new Set(fields.flatMap(([name, field]) => (isOptional(field) ? [name] : [])));
  return new Set(
    fields.flatMap(([name, field]) => (submittedAs(field) === 'number' && !optional.has(name) ? [name] : [])),
  );
}

/** A list of answers is as long as its questions, even if the file gives no length. */
function withLengths(flow: FlowFile): FlowFile {
  const data = { ...flow.data };
  for (const { saveAs, items } of Object.values(flow.questions ?? {})) {
    const type = data[saveAs];
    if (type?.type === 'list' && type.length === undefined) data[saveAs] = { ...type, length: items.length };
  }
  return flow.data === undefined ? flow : { ...flow, data };
}

/** The ids around a flow's steps: of the page frame, or of every page that has the flow in an overlay. */
function anchorsAround(draft: Draft, { flow, page = '' }: FlowFile): Set<string> {
  const frame = draft.pages.get(page);
  const around = frame === undefined ? (draft.overlayPagesByFlow.get(flow) ?? []) : [frame];
  const [first = new Set<string>(), ...others] = around.map((source) => anchorsBelow(draft, source, []));
  return new Set([...first].filter((id) => others.every((ids) => ids.has(id))));
}

/** The names that expressions read, by place in the file. */
type Reads = Map<string, Set<string>>;

const number: Type = { kind: 'number' };

/** Records whose keys are the author's own names, so that a key does not determine the type of its value. */
const namedMaps: ReadonlySet<unknown> = new Set(['saveAs', 'with', 'params', 'lowest']);

/** The type that an expression must have at its place, if known. */
function expectedType(flow: FlowFile, path: DataPath, inputOf: Endpoints['inputOf']): Type | undefined {
  const name = String(path.at(-1));
  const parent = path.at(-2);
  if (!namedMaps.has(parent)) return name === 'classify' ? number : undefined;
  if (parent === 'lowest') return number;
  if (parent === 'saveAs') {
    const type = flow.data?.[name];
    return type === undefined ? undefined : { ...typeOfValue(type), optional: true };
  }
  if (parent !== 'with') return undefined;
  const call = path.slice(0, -2).reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], flow) as {
    post?: string;
    get?: string;
    path?: string;
  };
  const accepted = inputOf(call.path ?? call.post ?? call.get ?? '')[name];
  return accepted === undefined ? undefined : typeOfValue(accepted);
}

function compileCompute(compute: Compute, path: DataPath, around: LoweringContext): { compute: Compute; type: Type } {
  const ways = [compute.value, compute.classify, compute.lowest].filter((way) => way !== undefined);
  // Reported as a computed value with several definitions; its type is unknown.
  if (ways.length !== 1) return { compute: {}, type: { kind: 'any' } };
  if (compute.lowest !== undefined) {
    const names = Object.keys(compute.lowest);
    const lowest = Object.fromEntries(
      names.map((name) => [name, compileCode(compute.lowest?.[name], [...path, 'lowest', name], around)?.code ?? null]),
    );
    return { compute: { lowest }, type: { kind: 'enum', values: names } };
  }
  if (compute.classify !== undefined) {
    const classify = compileCode(compute.classify, [...path, 'classify'], around)?.code ?? null;
    const ranges = compute.ranges ?? {};
    return { compute: { classify, ranges }, type: { kind: 'enum', values: Object.keys(ranges) } };
  }
  const result = compileCode(compute.value ?? 'null', [...path, 'value'], around);
  return {
    compute: { value: result?.code ?? null },
    type: result === undefined ? { kind: 'any' } : joinTypes(result.type, result.type),
  };
}

/** The expression of `points`. Reports answers that have none. */
function pointsOf(draft: Draft, source: Source<FlowFile>, compute: Compute, path: DataPath): string {
  const answers = scoredAnswers(draft, source.data);
  const known = [...answers.keys()];
  const parts = (compute.points ?? []).flatMap((name, index) => {
    const answer = answers.get(name);
    if (answer === undefined)
      draft.report.add('points-unknown', source, source.place([...path, 'points', index]), {
        name,
        near: draft.report.near(name, known),
        known,
      });
    return answer ?? [];
  });
  const sum = parts.length === 0 ? '0' : parts.map(({ text }) => text).join(' + ');
  const most = parts.reduce((total, part) => total + part.most, 0);
  return compute.percent === true && most > 0 ? `percent(${sum}, ${most})` : sum;
}

/** The answers of a flow that have points: fields of its forms, and lists of answers. */
function scoredAnswers(
  draft: Draft,
  flow: FlowFile,
): ReadonlyMap<string, { readonly text: string; readonly most: number }> {
  const fields = formsOf(draft, flow).flatMap((form) => Object.entries(form.fields));
  const sets = Object.values(flow.questions ?? {});
  const minor = minorUnit(draft.site.data.locale, draft.site.data.currency);
  return new Map([
    ...sets.map(({ saveAs, items }) => {
      const most = items.reduce((sum, { options }) => sum + Math.max(...options.map(({ value }) => value)), 0);
      return [saveAs, { text: `sum(${saveAs})`, most }] as const;
    }),
    ...fields.flatMap(([name, field]) =>
      hasPoints(field) ? [[name, { text: pointsText(name, field, minor), most: mostPoints(field) }] as const] : [],
    ),
  ]);
}

/** The names that a computed value needs; undefined if it needs all that it reads. */
function needsOfCompute(compute: Compute, known: Types): string[] | undefined {
  const code = codesOf(compute) as Code;
  const needed = new Set(withoutDefault(code));
  const guarded = new Set(guardedNames(code));
  const all = [...new Set(namesIn(code))];
  // A list may be there without some of its items.
  const needs = all.filter(
    (name) =>
      known[name]?.kind === 'list' || (needed.has(name) && !(guarded.has(name) && known[name]?.optional === true)),
  );
  return needs.length === all.length ? undefined : needs;
}

/** The names that a piece of code reads without a `default` for them. */
function withoutDefault(code: Code): string[] {
  if (!Array.isArray(code) || code[0] === '#') return [];
  const [operation, first] = code as readonly Code[];
  if (operation === '$') return [String(first)];
  const hasDefault = operation === 'default' && Array.isArray(first) && first[0] === '$';
  return (code.slice(hasDefault ? 2 : 1) as Code[]).flatMap(withoutDefault);
}

/**
 * The names that a piece of code compares with null or reads with a fallback. The check of its types shows that it has a
 * value without them.
 */
function guardedNames(code: Code): string[] {
  if (!Array.isArray(code) || code[0] === '#') return [];
  const [operation, ...operands] = code as readonly [string, ...Code[]];
  const isTest = operation === 'default' || ((operation === '==' || operation === '!=') && operands.includes(null));
  return operands.flatMap((operand) =>
    isTest && Array.isArray(operand) && operand[0] === '$' && (operation !== 'default' || operand === operands[0])
      ? [String(operand[1])]
      : guardedNames(operand),
  );
}

/** Everything that a computed value reads, as one piece of code. */
const codesOf = ({ value = null, classify: bands = null, lowest = {} }: Compute): Json => [
  '[]',
  value,
  bands,
  ...Object.values(lowest),
];

function compileTable(value: unknown, path: DataPath, around: LoweringContext): Json {
  if (Array.isArray(value)) return value.map((item, index) => compileTable(item, [...path, index], around));
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, compileTable(item, [...path, key], around)]),
    );
  }
  return compileConstant(value === null ? '' : String(value), path, around);
}
