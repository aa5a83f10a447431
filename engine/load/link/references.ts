import type { FlowFile, FormFile, ScenarioFile } from '../../../schemas/generated/types.ts';
import type { AuthorCode } from '../../errors/catalogue.ts';
import { nearest } from '../../errors/nearest.ts';
import type { AnnotationKind } from '../../vocabulary/plan.ts';
import type { DataPath, Source } from '../source/source.ts';
import type { AnnotatedValue, Draft } from './draft.ts';
import { acceptedForms } from './endpoints.ts';

type UnknownCode = Extract<
  AuthorCode,
  `${'page' | 'flow' | 'form' | 'step' | 'questions' | 'endpoint' | 'event-ref' | 'mask' | 'destination' | 'email' | 'document'}-unknown`
>;

/** The names that a reference can have. */
interface Names {
  has(name: string): boolean;
  keys(): Iterable<string>;
}

interface ReferenceKind {
  readonly code: UnknownCode;
  readonly names: (draft: Draft, source: Source<unknown>) => Names;
  /** Whether some of the names are unknown. */
  readonly mayHaveMore?: (draft: Draft, source: Source<unknown>) => boolean;
}

const flowOf = (draft: Draft, source: Source<unknown>): Partial<FlowFile> =>
  source.kind === 'flow'
    ? (source.data as FlowFile)
    : source.kind === 'scenario'
      ? (draft.flows.get((source.data as ScenarioFile).flow)?.data ?? {})
      : {};
/** Whether a file of a kind has an id that is unknown. */
const hasUnknownId =
  (kind: 'page' | 'flow' | 'form' | 'email' | 'document') =>
  (draft: Draft): boolean =>
    [...draft[`${kind}s`].values()].some((source: Source<unknown>) => source.lacksEntries([kind]));
/** Whether the path of an intake is unknown. */
const hasUnknownEndpoint = (draft: Draft): boolean =>
  [...draft.intakes.values()].some(({ source, path }) =>
    ['post', 'get'].some((key) => source.lacksEntries([...path, key])),
  );
const keysOf = (record: object = {}): Names => ({
  has: (name) => Object.hasOwn(record, name),
  keys: () => Object.keys(record),
});

/** The kinds of strings that are references, and what they refer to. */
const referenceKinds: { readonly [Kind in AnnotationKind]?: ReferenceKind } = {
  page: { code: 'page-unknown', names: (draft) => draft.pages, mayHaveMore: hasUnknownId('page') },
  flow: { code: 'flow-unknown', names: (draft) => draft.flows, mayHaveMore: hasUnknownId('flow') },
  form: { code: 'form-unknown', names: (draft) => draft.forms, mayHaveMore: hasUnknownId('form') },
  step: {
    code: 'step-unknown',
    names: (draft, source) => keysOf(flowOf(draft, source).steps),
    mayHaveMore: (_, source) => source.lacksEntries(['steps']),
  },
  questions: {
    code: 'questions-unknown',
    names: (draft, source) => keysOf(flowOf(draft, source).questions),
    mayHaveMore: (_, source) => source.lacksEntries(['questions']),
  },
  'event-ref': {
    code: 'event-ref-unknown',
    names: (draft) => keysOf(draft.site.data.calendar),
    mayHaveMore: (draft) => draft.site.lacksEntries(['calendar']),
  },
  mask: {
    code: 'mask-unknown',
    names: (draft) => keysOf(draft.site.data.masks),
    mayHaveMore: (draft) => draft.site.lacksEntries(['masks']),
  },
  destination: {
    code: 'destination-unknown',
    names: (draft) => keysOf(draft.site.data.destinations),
    mayHaveMore: (draft) => draft.site.lacksEntries(['destinations']),
  },
  email: { code: 'email-unknown', names: (draft) => draft.emails, mayHaveMore: hasUnknownId('email') },
  document: { code: 'document-unknown', names: (draft) => draft.documents, mayHaveMore: hasUnknownId('document') },
  endpointRef: { code: 'endpoint-unknown', names: (draft) => draft.endpoints, mayHaveMore: hasUnknownEndpoint },
};

interface ResolvedReferences {
  /** Those that lead nowhere, including those that are not reported because they may lead to what could not be read. */
  readonly unresolved: ReadonlySet<AnnotatedValue>;
  /** The names that misspelt ones were meant to have. */
  readonly meant: readonly { readonly path: DataPath; readonly name: string }[];
}

/** Resolves every reference of a file. */
export function checkReferences(draft: Draft, source: Source<unknown>): ResolvedReferences {
  const unresolved = new Set<AnnotatedValue>();
  const meant: { path: DataPath; name: string }[] = [];
  for (const reference of draft.contents(source).annotated) {
    const kind = referenceKinds[reference.kind];
    if (kind !== undefined) {
      const name = String(reference.value);
      const names = kind.names(draft, source);
      if (names.has(name)) continue;
      if (draft.unknown.has(name) || kind.mayHaveMore?.(draft, source) === true) {
        unresolved.add(reference);
        continue;
      }
      // The flow of a scenario is missing, which is reported, or cannot be read.
      if (reference.kind === 'step' && flowOf(draft, source).steps === undefined) {
        unresolved.add(reference);
        continue;
      }
      const known = [...names.keys()];
      const near = draft.report.near(name, known);
      if (near === undefined) unresolved.add(reference);
      else meant.push({ path: reference.path, name: near });
      draft.report.add(kind.code, source, source.place(reference.path), { name, near, known });
    } else if (reference.kind === 'asset') checkAsset(draft, source, reference);
    else if (reference.kind === 'field') {
      const name = checkField(draft, source, reference);
      if (name !== undefined) meant.push({ path: reference.path, name });
    }
  }
  return { unresolved, meant };
}

function checkAsset({ assets, report }: Draft, source: Source<unknown>, reference: AnnotatedValue): void {
  const name = String(reference.value);
  if (assets === undefined || assets.has(name)) return;
  report.add('asset-missing', source, source.place(reference.path), {
    name,
    near: nearest(name, assets),
    known: [...assets],
  });
}

/**
 * Checks a reference to a field of the form in question: the form of the file, or the form of an intake.
 * @returns the name that a misspelt one was meant to have
 */
function checkField(draft: Draft, source: Source<unknown>, reference: AnnotatedValue): string | undefined {
  const intake = draft.intakes.get(String(reference.path[1]))?.data;
  const forms =
    source.kind === 'form' ? [source.data as FormFile] : intake === undefined ? [] : acceptedForms(draft, intake);
  if (forms.length === 0) return undefined;
  const name = String(reference.value);
  const known = forms.flatMap(({ fields }) => Object.keys(fields));
  if (known.includes(name) || draft.unknown.has(name)) return undefined;
  const near = nearest(name, known);
  draft.report.add('field-unknown', source, source.place(reference.path), { name, near, known });
  return near;
}
