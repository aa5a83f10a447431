/** How the definitions of a site belong together, as far as names are concerned. */
import type { ApiFile, FlowFile, FormFile, Intake, PageFile, Step } from '../../schemas/generated/types.ts';
import { acceptedFormIds } from '../load/link/endpoints.ts';
import type { Source } from '../load/source/source.ts';
import { isObject } from '../values/is-object.ts';
import { answersOf, isWrittenRounds, type NestedNames, nestedNames } from './derivations.ts';

/** A call of an intake by a flow. */
export interface CallPlace {
  readonly endpoint: string;
  /** The path of the call in the flow's file. */
  readonly path: readonly (string | number)[];
  /** The names that it sends explicitly. */
  readonly with: ReadonlySet<string>;
}

export interface FlowLayout {
  readonly id: string;
  readonly source: Source;
  readonly page: string | null;
  readonly forms: readonly string[];
  /** Its own values and the fields of its forms. */
  readonly values: ReadonlySet<string>;
  readonly calls: readonly CallPlace[];
}

export interface IntakeLayout {
  readonly id: string;
  readonly source: Source;
  readonly data: Intake;
  readonly forms: readonly string[];
  /** The names that it accepts. */
  readonly accepts: ReadonlySet<string>;
}

export interface SiteLayout {
  readonly flows: ReadonlyMap<string, FlowLayout>;
  readonly forms: ReadonlyMap<string, readonly string[]>;
  /** The names below the fields of each form. */
  readonly nested: ReadonlyMap<string, NestedNames>;
  readonly intakes: ReadonlyMap<string, IntakeLayout>;
  /** The intake at a path. */
  readonly endpoints: ReadonlyMap<string, IntakeLayout>;
  readonly pages: ReadonlyMap<string, Source>;
  /** The pages and flows that insert a part. */
  readonly partHosts: ReadonlyMap<string, readonly Source[]>;
  /** The ids of the blocks of a page, flow or part, without those of its parts. */
  readonly blocks: ReadonlyMap<Source, ReadonlySet<string>>;
  /** Ids of funnels in one file. Their page, flow, form and intake have the same id. */
  readonly funnels: ReadonlySet<string>;
}

const keys = (value: unknown): string[] => (isObject(value) ? Object.keys(value) : []);

/** Calls a function for every record below a value. */
function records(value: unknown, found: (record: Record<string, unknown>) => void): void {
  if (Array.isArray(value)) for (const each of value) records(each, found);
  else if (isObject(value)) {
    found(value as Record<string, unknown>);
    for (const each of Object.values(value)) records(each, found);
  }
}

function callsOfStep(id: string, step: Step): CallPlace[] {
  const calls = (['submit', 'fetch'] as const).flatMap((part) =>
    (step[part]?.calls ?? []).map((call, index) => ({
      endpoint: call.post ?? call.get ?? '',
      path: ['steps', id, part, 'calls', index],
      with: new Set(keys(call.with)),
    })),
  );
  const posts = Object.entries(step.on ?? {}).flatMap(([event, { post }]) =>
    post === undefined
      ? []
      : [{ endpoint: post.path, path: ['steps', id, 'on', event, 'post'], with: new Set(keys(post.with)) }],
  );
  return [...calls, ...posts];
}

/** The questions of a list that are records. */
const questionsIn = (questions: unknown): Record<string, unknown>[] =>
  Array.isArray(questions) ? questions.filter((each): each is Record<string, unknown> => isObject(each)) : [];

/** The names of the answers to questions with a type. */
const askedIn = (questions: unknown): string[] => questionsIn(questions).flatMap(answersOf);

/** The names below the answers to questions, and below the fields that follow them. */
function nestedIn(form: string, questions: unknown, fields: unknown = {}): NestedNames {
  const asked = questionsIn(questions).map((question) =>
    typeof question['name'] === 'string' ? { [question['name']]: question } : question['fields'],
  );
  const all = Object.assign({}, ...asked, isObject(fields) ? fields : {}) as Record<string, unknown>;
  return nestedNames(form, all, (questionsIn(questions) as readonly unknown[]).filter(isWrittenRounds));
}

/** The forms of a flow's questions with a type, with the names of their fields. */
const askedForms = ({ flow, questions = {} }: FlowFile): [string, string[]][] =>
  Object.entries(questions).flatMap(([set, each]): [string, string[]][] => {
    const names = askedIn(each?.items);
    return names.length === 0 ? [] : [[`${flow}-${set}`, names]];
  });

/** The names of everything that visitors of a funnel in one file enter. */
const enteredIn = ({ questions, fields }: Readonly<Record<string, unknown>>): string[] => [
  ...askedIn(questions),
  ...keys(fields as object | undefined),
];

/** The flows that a flow calls, directly or through others. */
function calledFlows(flow: FlowFile, all: ReadonlyMap<string, FlowFile>): ReadonlySet<FlowFile> {
  const found = new Set<FlowFile>();
  const visit = ({ steps }: FlowFile): void => {
    for (const step of Object.values(steps ?? {})) {
      const called = all.get(step?.call ?? '');
      if (called === undefined || found.has(called)) continue;
      found.add(called);
      visit(called);
    }
  };
  visit(flow);
  return found;
}

/** @param sources every file that can be parsed, as it is written */
export function siteLayout(sources: readonly Source[]): SiteLayout {
  const ofKind = <Data>(kind: Source['kind']) =>
    sources.filter((source) => source.kind === kind).map((source) => [source, source.data as Data] as const);
  const funnels = ofKind<Record<string, unknown>>('funnel');
  const forms = new Map<string, string[]>([
    ...ofKind<FormFile>('form').map(([, { form, fields }]) => [String(form), keys(fields)] as const),
    ...ofKind<FlowFile>('flow').flatMap(([, flow]) => askedForms(flow)),
    ...funnels.map(([, funnel]) => [String(funnel['funnel']), enteredIn(funnel)] as const),
  ]);
  const nested = new Map<string, NestedNames>([
    ...ofKind<FormFile>('form').map(([, { form, fields }]) => [form, nestedIn(form, [], fields)] as const),
    ...ofKind<FlowFile>('flow').flatMap(([, { flow, questions = {} }]) =>
      Object.entries(questions).map(
        ([set, each]) => [`${flow}-${set}`, nestedIn(`${flow}-${set}`, each?.items)] as const,
      ),
    ),
    ...funnels.map(([, funnel]) => {
      const id = String(funnel['funnel']);
      return [id, nestedIn(id, funnel['questions'], funnel['fields'])] as const;
    }),
  ]);
  const fieldsOf = (ids: readonly string[]): string[] => ids.flatMap((id) => forms.get(id) ?? []);
  const flows = new Map<string, FlowLayout>();
  const written = new Map(ofKind<FlowFile>('flow').map(([, flow]) => [String(flow.flow), flow] as const));
  const formsOfFlow = (flow: FlowFile): string[] => [
    ...new Set(Object.values(flow.steps ?? {}).flatMap((step) => step?.form ?? [])),
    ...askedForms(flow).map(([id]) => id),
  ];
  for (const [source, flow] of ofKind<FlowFile>('flow')) {
    const steps = Object.entries(flow.steps ?? {});
    // The answers to a flow that it calls are sent by name like its own.
    const called = calledFlows(flow, written);
    const own = [...new Set([flow, ...called].flatMap(formsOfFlow))];
    flows.set(String(flow.flow), {
      id: String(flow.flow),
      source,
      page: flow.page ?? null,
      forms: own,
      values: new Set([
        ...[flow.input, flow.data, flow.computed].flatMap(keys),
        ...steps.flatMap(([, step]) => (step?.call === undefined ? [] : keys(step.saveAs))),
        ...fieldsOf(own),
      ]),
      calls: steps.flatMap(([id, step]) => callsOfStep(id, step ?? {})),
    });
  }
  for (const [source, funnel] of funnels) {
    const id = String(funnel['funnel']);
    const values = new Set([...enteredIn(funnel), 'score']);
    flows.set(id, { id, source, page: id, forms: [id], values, calls: [] });
  }
  const intakes = new Map<string, IntakeLayout>();
  for (const [source, { intakes: own }] of ofKind<ApiFile>('api'))
    for (const [id, data] of Object.entries(own ?? {})) {
      const accepted = acceptedFormIds(data);
      const names = fieldsOf(accepted).filter((name) => !(data.omit ?? []).includes(name));
      intakes.set(id, { id, source, data, forms: accepted, accepts: new Set([...names, ...keys(data.input)]) });
    }
  const endpoints = new Map([...intakes.values()].map((intake) => [intake.data.post ?? intake.data.get ?? '', intake]));
  const partHosts = new Map<string, Source[]>();
  const blocks = new Map<Source, Set<string>>();
  for (const source of sources) {
    if (source.kind !== 'page' && source.kind !== 'flow' && source.kind !== 'part') continue;
    const ids = new Set<string>();
    records(source.data, ({ type, part, id }) => {
      if (typeof type === 'string' && typeof id === 'string') ids.add(id);
      if (type !== 'part' || typeof part !== 'string') return;
      const hosts = partHosts.get(part) ?? [];
      if (!hosts.includes(source)) partHosts.set(part, [...hosts, source]);
    });
    blocks.set(source, ids);
  }
  return {
    flows,
    forms,
    nested,
    intakes,
    endpoints,
    pages: new Map(ofKind<PageFile>('page').map(([source, { page }]) => [String(page), source])),
    partHosts,
    blocks,
    funnels: new Set(funnels.map(([, { funnel }]) => String(funnel))),
  };
}
