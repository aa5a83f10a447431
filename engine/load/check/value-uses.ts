import type { FlowFile } from '../../../schemas/generated/types.ts';
import type { Types } from '../../expressions/index.ts';
import { doubtfulNames } from '../link/doubt.ts';
import type { Draft, IntakeSource } from '../link/draft.ts';
import { acceptedBy, acceptedFormIds } from '../link/endpoints.ts';
import { fileKindOf } from '../parse/parse-file.ts';
import type { DataPath, Source } from '../source/source.ts';
import { namesInTexts } from '../source/unknown.ts';

/** A call of a flow. */
interface FlowCall {
  readonly endpoint: string;
  readonly send: Readonly<Record<string, unknown>>;
  /** The values that are sent implicitly if the intake accepts them. */
  readonly values: Types;
}

/** The names that can be read at a path of each flow's file. */
export type TypeLookups = ReadonlyMap<string, { readonly typesAt: (path: DataPath) => Types }>;

/**
 * Checks for unused definitions: each intake is called, each form is shown, each field is posted, each accepted name is
 * sent by some call, each e-mail is delivered, and each document has a link in an e-mail. The usual cause is a name that
 * was changed on one side only.
 */
export function checkUnused(draft: Draft, readable: TypeLookups): void {
  const doubtful = doubtfulNames(draft);
  const made = new Map<string, FlowCall[]>();
  for (const [id, source] of draft.flows) {
    const flow = readable.get(id);
    if (flow === undefined) {
      for (const name of namesInTexts([source.text])) doubtful.add(name);
      continue;
    }
    for (const call of draft.memo.once('calls', source, [flow], () => callsOf(draft, source, flow.typesAt)))
      made.set(call.endpoint, [...(made.get(call.endpoint) ?? []), call]);
  }
  // A form that is sent nowhere, which is reported, may be meant for any intake.
  const isUnsent = draft.report.problems.some(({ code }) => code === 'form-without-submit');
  checkIntakes(draft, made, doubtful, isUnsent);
  checkForms(draft, doubtful);
  checkEmails(draft, doubtful);
  checkDocuments(draft, doubtful);
  const lost = draft.memo.each('lost', draft.flows.values(), [], (source) => answersLost(draft, source));
  for (const { source, path, form, names } of isUnsent ? [] : lost.flat()) {
    const unsent = names.filter((name) => !doubtful.has(name));
    const [list] = unsent;
    if (list === undefined) continue;
    if (form === null) draft.report.add('answers-unread', source, source.place(path), { list });
    else draft.report.add('field-unposted', source, source.place(path), { form, fields: unsent });
  }
}

function callsOf(draft: Draft, source: Source<FlowFile>, typesAt: (path: DataPath) => Types): FlowCall[] {
  return draft.contents(source).annotated.flatMap(({ kind, value, path }) => {
    if (kind !== 'endpointRef') return [];
    const at = path.slice(0, -1);
    const call = at.reduce<unknown>((part, key) => (part as Record<string, unknown>)[key], source.data) as {
      with?: Record<string, unknown>;
    };
    return [{ endpoint: String(value), send: call.with ?? {}, values: typesAt([...at, 'with', '']) }];
  });
}

/** @param made - the calls of all flows, by endpoint */
function checkIntakes(
  draft: Draft,
  made: ReadonlyMap<string, readonly FlowCall[]>,
  doubtful: ReadonlySet<string>,
  isUnsent: boolean,
): void {
  const { report, site } = draft;
  const beside = new Set(
    [site, ...draft.pages.values()].flatMap((source) =>
      draft.contents(source).annotated.flatMap(({ kind, value }) => (kind === 'endpointRef' ? [String(value)] : [])),
    ),
  );
  for (const intake of draft.intakes.values()) {
    const { source, path, endpoint, id, data } = intake;
    if (beside.has(endpoint) || doubtful.has(endpoint)) continue;
    const calls = made.get(endpoint) ?? [];
    // An intake with two methods has been reported.
    if (calls.length === 0 && (isUnsent || (data.post !== undefined && data.get !== undefined))) continue;
    if (calls.length === 0)
      report.add('intake-uncalled', source, source.place(path, { key: true }), { intake: id, endpoint });
    else checkAccepted(draft, intake, calls, doubtful);
  }
}

function checkAccepted(
  { report }: Draft,
  { source, path, data, endpoint }: IntakeSource,
  calls: readonly FlowCall[],
  doubtful: ReadonlySet<string>,
): void {
  for (const [name, type] of Object.entries(data.input ?? {})) {
    if (type.type === 'time' || doubtful.has(name)) continue;
    const sent = calls.some(({ send, values }) => Object.hasOwn(send, name) || Object.hasOwn(values, name));
    if (!sent)
      report.add('accepted-unsent', source, source.place([...path, 'input', name], { key: true }), {
        name,
        endpoint,
        near: report.near(
          name,
          calls.flatMap(({ send, values }) => [...Object.keys(send), ...Object.keys(values)]),
        ),
      });
  }
}

function checkForms(draft: Draft, doubtful: ReadonlySet<string>): void {
  const used = new Set([
    ...[...draft.flows.values()].flatMap(({ data }) => Object.values(data.steps).flatMap(({ form }) => form ?? [])),
    ...[...draft.intakes.values()].flatMap(({ data }) => acceptedFormIds(data)),
  ]);
  // The form of all questions with a type may have no intake.
  for (const [id, source] of draft.forms)
    if (!used.has(id) && !doubtful.has(id) && fileKindOf(source.path) === 'form')
      draft.report.add('form-unused', source, source.place(['form']), { form: id });
}

function checkEmails({ emails, intakes, report }: Draft, doubtful: ReadonlySet<string>): void {
  const used = new Set(
    [...intakes.values()].flatMap(({ data }) => Object.values(data.deliver ?? {}).map(({ template }) => template)),
  );
  for (const [id, source] of emails)
    if (!used.has(id) && !doubtful.has(id)) report.add('email-unused', source, source.place(['email']), { email: id });
}

/** A document in an expression: `documents.guide`, `documents['first-guide']`. */
const linkInText = /\bdocuments\s*(?:\.\s*(\w+)|\[\s*['"]([^'"]+)['"]\s*\])/g;

function checkDocuments(draft: Draft, doubtful: ReadonlySet<string>): void {
  const linked = new Set(
    [...draft.emails.values()].flatMap((source) =>
      draft
        .contents(source)
        .annotated.flatMap(({ kind, value }) =>
          kind === 'document'
            ? [String(value)]
            : [...String(value).matchAll(linkInText)].map(([, name, quoted]) => name ?? quoted ?? ''),
        ),
    ),
  );
  for (const [id, source] of draft.documents)
    if (!linked.has(id) && !doubtful.has(id))
      draft.report.add('document-unused', source, source.place(['document']), { document: id });
}

/** Answers that are used nowhere. */
interface LostAnswers {
  readonly source: Source<FlowFile>;
  readonly path: DataPath;
  /** The form that asks for them; null for a set of questions. */
  readonly form: string | null;
  readonly names: readonly string[];
}

/** The answers to a flow that no intake that it calls accepts, and that nothing in it reads. */
function answersLost(draft: Draft, source: Source<FlowFile>): LostAnswers[] {
  const known = namesUsed(draft, source);
  const { steps, questions = {} } = source.data;
  const lists = Object.entries(questions).flatMap(([id, { saveAs }]): LostAnswers[] =>
    known.has(saveAs) || source.data.data?.[saveAs] === undefined
      ? []
      : [{ source, path: ['questions', id, 'saveAs'], form: null, names: [saveAs] }],
  );
  const fields = Object.entries(steps).flatMap(([id, step]): LostAnswers[] => {
    const form = draft.forms.get(step.form ?? '')?.data;
    // A form with `notify` is not sent.
    if (form === undefined || step.notify !== undefined) return [];
    const names = Object.keys(form.fields).filter((name) => !known.has(name));
    return names.length === 0 ? [] : [{ source, path: ['steps', id, 'form'], form: form.form, names }];
  });
  return [...lists, ...fields];
}

/** The names that a flow sends or reads. Those that a computed value reads count if it is used itself. */
function namesUsed(draft: Draft, source: Source<FlowFile>): ReadonlySet<string> {
  const { annotated } = draft.contents(source);
  const used = new Set(
    annotated.flatMap(({ kind, value }) => {
      const intake = kind === 'endpointRef' ? draft.endpoints.get(String(value)) : undefined;
      return intake === undefined ? [] : [...Object.keys(acceptedBy(draft, intake.data)), ...(intake.data.omit ?? [])];
    }),
  );
  const behind = new Map<string, string[]>(
    Object.entries(source.data.computed ?? {}).map(([name, { points = [] }]) => [name, [...points]]),
  );
  for (const { kind, value, path } of annotated) {
    const expressions =
      kind === 'expression' ? [String(value)] : kind === 'texts' ? [] : (String(value).match(/\{\{.*?\}\}/gs) ?? []);
    const read = expressions.flatMap((expression) => expression.match(/\w+/g) ?? []);
    if (path[0] === 'computed') behind.get(String(path[1]))?.push(...read);
    else for (const name of read) used.add(name);
  }
  for (const name of used) for (const each of behind.get(name) ?? []) used.add(each);
  return used;
}
