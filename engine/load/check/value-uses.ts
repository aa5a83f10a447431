import type { FlowFile } from '../../../schemas/generated/types.ts';
import type { Types } from '../../expressions/index.ts';
import type { Draft, IntakeSource } from '../link/draft.ts';
import { acceptedBy, acceptedFormIds } from '../link/endpoints.ts';
import { fileKindOf } from '../parse/parse-file.ts';
import type { DataPath, Source } from '../source/source.ts';

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
  // An unreadable file may use anything.
  if (draft.broken.size > 0) return;
  const made = new Map<string, FlowCall[]>();
  for (const [id, source] of draft.flows) {
    const flow = readable.get(id);
    if (flow === undefined) return;
    for (const call of draft.memo.once('calls', source, [flow], () => callsOf(draft, source, flow.typesAt)))
      made.set(call.endpoint, [...(made.get(call.endpoint) ?? []), call]);
  }
  checkIntakes(draft, made);
  checkForms(draft);
  checkEmails(draft);
  checkDocuments(draft);
  draft.memo.each('unposted', draft.flows.values(), [], (source) => checkFields(draft, source));
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
function checkIntakes(draft: Draft, made: ReadonlyMap<string, readonly FlowCall[]>): void {
  const { report, site } = draft;
  const beside = new Set(
    [site, ...draft.pages.values()].flatMap((source) =>
      draft.contents(source).annotated.flatMap(({ kind, value }) => (kind === 'endpointRef' ? [String(value)] : [])),
    ),
  );
  for (const intake of draft.intakes.values()) {
    const { source, path, endpoint, id } = intake;
    if (beside.has(endpoint)) continue;
    const calls = made.get(endpoint) ?? [];
    if (calls.length === 0)
      report.add('intake-uncalled', source, source.place(path, { key: true }), { intake: id, endpoint });
    else checkAccepted(draft, intake, calls);
  }
}

function checkAccepted(
  { report }: Draft,
  { source, path, data, endpoint }: IntakeSource,
  calls: readonly FlowCall[],
): void {
  for (const [name, type] of Object.entries(data.input ?? {})) {
    if (type.type === 'time') continue;
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

function checkForms(draft: Draft): void {
  const used = new Set([
    ...[...draft.flows.values()].flatMap(({ data }) => Object.values(data.steps).flatMap(({ form }) => form ?? [])),
    ...[...draft.intakes.values()].flatMap(({ data }) => acceptedFormIds(data)),
  ]);
  // The form of all questions with a type may have no intake.
  for (const [id, source] of draft.forms)
    if (!used.has(id) && fileKindOf(source.path) === 'form')
      draft.report.add('form-unused', source, source.place(['form']), { form: id });
}

function checkEmails({ emails, intakes, report }: Draft): void {
  const used = new Set(
    [...intakes.values()].flatMap(({ data }) => Object.values(data.deliver ?? {}).map(({ template }) => template)),
  );
  for (const [id, source] of emails)
    if (!used.has(id)) report.add('email-unused', source, source.place(['email']), { email: id });
}

/** A document in an expression: `documents.guide`, `documents['first-guide']`. */
const linkInText = /\bdocuments\s*(?:\.\s*(\w+)|\[\s*['"]([^'"]+)['"]\s*\])/g;

function checkDocuments(draft: Draft): void {
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
    if (!linked.has(id)) draft.report.add('document-unused', source, source.place(['document']), { document: id });
}

/** Checks that each field is used: accepted by an intake that the flow calls, or read by the flow. */
function checkFields(draft: Draft, source: Source<FlowFile>): void {
  const { annotated } = draft.contents(source);
  const called = annotated.flatMap(({ kind, value }) => (kind === 'endpointRef' ? [String(value)] : []));
  const accepted = new Set(
    called.flatMap((endpoint) => {
      const intake = draft.endpoints.get(endpoint);
      return intake === undefined ? [] : [...Object.keys(acceptedBy(draft, intake.data)), ...(intake.data.omit ?? [])];
    }),
  );
  const expressions = annotated.flatMap(({ kind, value }) =>
    kind === 'expression' ? [String(value)] : kind === 'texts' ? [] : (String(value).match(/\{\{.*?\}\}/gs) ?? []),
  );
  const read = expressions.flatMap((expression) => expression.match(/\w+/g) ?? []);
  const scored = Object.values(source.data.computed ?? {}).flatMap(({ points }) => points ?? []);
  const known = new Set([...accepted, ...read, ...scored]);
  for (const [id, step] of Object.entries(source.data.steps)) {
    const form = draft.forms.get(step.form ?? '')?.data;
    // A form with `notify` is not sent.
    if (form === undefined || step.notify !== undefined) continue;
    const unsent = Object.keys(form.fields).filter((name) => !known.has(name));
    if (unsent.length > 0)
      draft.report.add('field-unposted', source, source.place(['steps', id, 'form']), {
        form: form.form,
        fields: unsent,
      });
  }
}
