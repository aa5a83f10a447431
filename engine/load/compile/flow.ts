import type { Json } from '../../../schemas/compiled.ts';
import type { Compute, FlowFile, FormFile } from '../../../schemas/generated/types.ts';
import { type Constants, joinTypes, type Type, type Types } from '../../expressions/index.ts';
import { signalTypes } from '../../signals/page.ts';
import { anchorsBelow } from '../check/anchors.ts';
import type { Draft } from '../link/draft.ts';
import { planOf } from '../shape/plan.ts';
import { walk } from '../shape/walk.ts';
import type { DataPath, Source } from '../source.ts';
import {
  askTypes,
  errorTypes,
  flowTypes,
  keptType,
  personalNames,
  personalRead,
  replyTypes,
  typeOfField,
  typeOfTable,
  typeOfValue,
} from './value-types.ts';
import { compileCode, compileConstant, compileWord, type Surroundings } from './words.ts';

/** A flow whose words are compiled, and what intakes ask of it. */
export interface CompiledFlow {
  readonly flow: FlowFile;
  /** Types of the computed values. */
  readonly computed: Types;
  /** Names of all values, computed ones included. */
  readonly values: ReadonlySet<string>;
}

/** Compiles the words of a flow in the scope of where they stand. */
export function compileFlow(draft: Draft, source: Source<FlowFile>, options: Constants): CompiledFlow {
  const { data } = source;
  const forms = formsOf(draft, data);
  const anchors = new Map<string, ReadonlySet<string>>();
  const frameAnchors = anchorsAround(draft, data);
  const personal = personalNames(data.keeps ?? {}, forms);

  const known: Record<string, Type> = { ...flowTypes };
  for (const form of forms) for (const [name, field] of Object.entries(form.fields)) known[name] = typeOfField(field);
  for (const [name, value] of Object.entries(data.keeps ?? {})) known[name] = keptType(data, name, value);
  const variants = new Map<string, Types>();
  const variant = (key: string, more: Types): Types => {
    let types = variants.get(key);
    if (!types) {
      types = { ...known, ...more };
      variants.set(key, types);
    }
    return types;
  };

  let complete = false;
  const around: Surroundings = {
    draft,
    source,
    options,
    types(path) {
      if (!complete) return known;
      const [, , part] = path;
      // Behind the id of the step, which is the author's own word.
      if (path.includes('failed', 2)) return variant('failed', errorTypes);
      if (path.at(-2) === 'into' || part === 'leave') return variant('reply', replyTypes);
      const asks = path[0] === 'steps' && data.steps[String(path[1])]?.ask !== undefined;
      // A block can come and go with the page around it.
      if (part === 'show' && path.at(-1) === 'when')
        return asks ? variant('ask when', { ...askTypes, ...signalTypes }) : variant('when', signalTypes);
      return asks ? variant('ask', askTypes) : known;
    },
    expected: (path) => expectedType(draft, data, path),
    anchors(path) {
      const step = path[0] === 'steps' ? String(path[1]) : '';
      let ids = anchors.get(step);
      if (!ids) {
        ids = new Set([...frameAnchors, ...anchorsBelow(draft, source, ['steps', step])]);
        anchors.set(step, ids);
      }
      return ids;
    },
    compiled(path, { code }) {
      if (path[0] === 'computes' || path.at(-2) !== 'data') return;
      const name = personalRead(code, personal);
      if (name !== undefined) draft.report.add('track-personal', source, source.place(path), { name });
    },
  };

  const texts =
    data.texts === undefined ? undefined : compileTable(data.texts, ['texts'], { ...around, types: () => known });
  if (texts !== undefined) known.texts = typeOfTable(texts);
  const computes: Record<string, Compute> = {};
  const computed: Record<string, Type> = {};
  for (const [name, compute] of Object.entries(data.computes ?? {})) {
    const result = compileCompute(compute, ['computes', name], around);
    computes[name] = result.compute;
    // Told as a name taken twice elsewhere; what is kept has come first.
    known[name] ??= result.type;
    computed[name] = result.type;
    if (personalRead(codesOf(result.compute), personal) !== undefined) personal.set(name, 'all');
  }
  complete = true;

  const flow = walk(
    planOf('flow'),
    { ...data, texts: null, computes: null },
    {
      word: (kind, value, path, owner) => (kind === 'texts' ? texts : compileWord(kind, value, path, owner, around)),
    },
  ) as FlowFile & { texts?: Json; computes?: FlowFile['computes'] };
  if (texts === undefined) delete flow.texts;
  if (data.computes === undefined) delete flow.computes;
  else flow.computes = computes;
  return { flow, computed, values: new Set(Object.keys(known)) };
}

/** The ids around a flow's steps: of the page it is drawn in, or of every page that has it in an overlay. */
function anchorsAround(draft: Draft, { flow, page = '' }: FlowFile): Set<string> {
  const frame = draft.pages.get(page);
  const around = frame === undefined ? (draft.overlaidIn.get(flow) ?? []) : [frame];
  const [first = new Set<string>(), ...others] = around.map((source) => anchorsBelow(draft, source, []));
  return new Set([...first].filter((id) => others.every((ids) => ids.has(id))));
}

/** The forms that a flow's steps use, each once. */
export function formsOf(draft: Draft, flow: FlowFile): FormFile[] {
  return formIdsOf(flow).flatMap((id) => draft.forms.get(id)?.data ?? []);
}

/** Ids of the forms that a flow's steps use, in the order of the steps. */
export const formIdsOf = (flow: FlowFile): string[] => [
  ...new Set(Object.values(flow.steps).flatMap((step) => step.form ?? [])),
];

const bool: Type = { kind: 'bool' };
const number: Type = { kind: 'number' };

/** Maps from names of the author's own: what stands under one says nothing by its key. */
const namedMaps: ReadonlySet<unknown> = new Set(['into', 'send', 'data', 'append', 'lowest']);

/** The type wanted where an expression stands, when that is known. */
function expectedType(draft: Draft, flow: FlowFile, path: DataPath): Type | undefined {
  const name = String(path.at(-1));
  const parent = path.at(-2);
  if (!namedMaps.has(parent)) return name === 'when' ? bool : name === 'bands' ? number : undefined;
  if (parent === 'lowest') return number;
  if (parent === 'into') {
    const kept = flow.keeps?.[name];
    return kept === undefined ? undefined : { ...typeOfValue(kept), optional: true };
  }
  if (parent !== 'send') return undefined;
  const call = path.slice(0, -2).reduce<unknown>((value, key) => (value as Record<string, unknown>)[key], flow) as {
    post?: string;
    get?: string;
    to?: string;
  };
  const accepted = draft.endpoints.get(call.to ?? call.post ?? call.get ?? '')?.data.accepts?.[name];
  return accepted === undefined ? undefined : typeOfValue(accepted);
}

function compileCompute(compute: Compute, path: DataPath, around: Surroundings): { compute: Compute; type: Type } {
  const ways = [compute.value, compute.bands, compute.lowest].filter((way) => way !== undefined);
  // Told as a value that is not one thing; nothing can be said of its type.
  if (ways.length !== 1) return { compute: {}, type: { kind: 'any' } };
  if (compute.lowest !== undefined) {
    const names = Object.keys(compute.lowest);
    const lowest = Object.fromEntries(
      names.map((name) => [
        name,
        (compileCode(compute.lowest?.[name], [...path, 'lowest', name], around)?.code ?? null) as Json,
      ]),
    );
    return { compute: { lowest }, type: { kind: 'enum', values: names } };
  }
  if (compute.bands !== undefined) {
    const bands = (compileCode(compute.bands, [...path, 'bands'], around)?.code ?? null) as Json;
    const is = compute.is ?? {};
    return { compute: { bands, is }, type: { kind: 'enum', values: Object.keys(is) } };
  }
  const result = compileCode(compute.value ?? 'null', [...path, 'value'], around);
  return {
    compute: { value: (result?.code ?? null) as Json },
    type: result === undefined ? { kind: 'any' } : joinTypes(result.type, result.type),
  };
}

/** Everything a computed value reads, as one piece of code. */
const codesOf = ({ value = null, bands = null, lowest = {} }: Compute): Json => [
  '[]',
  value,
  bands,
  ...Object.values(lowest),
];

function compileTable(value: unknown, path: DataPath, around: Surroundings): Json {
  if (Array.isArray(value)) return value.map((item, index) => compileTable(item, [...path, index], around));
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, compileTable(item, [...path, key], around)]),
    );
  }
  return compileConstant(value === null ? '' : String(value), path, around);
}
