import type { FlowFile, FormFile } from '../../../schemas/generated/types.ts';
import type { AuthorCode } from '../../errors/catalogue.ts';
import { nearest } from '../../text/nearest.ts';
import type { WordKind } from '../shape/plan.ts';
import type { FileKind, Source } from '../source.ts';
import type { Draft, Word } from './draft.ts';

type UnknownCode = Extract<AuthorCode, `${'page' | 'flow' | 'form' | 'step' | 'questions' | 'endpoint'}-unknown`>;

interface ReferenceKind {
  readonly code: UnknownCode;
  /** Files the thing may be in that could not be read. */
  readonly from: FileKind;
  readonly names: (draft: Draft, source: Source<unknown>) => Iterable<string>;
}

const flowOf = (source: Source<unknown>): Partial<FlowFile> =>
  source.kind === 'flow' ? (source.data as FlowFile) : {};

/** Which words refer to something, and to what. */
const referenceKinds: { readonly [Kind in WordKind]?: ReferenceKind } = {
  page: { code: 'page-unknown', from: 'page', names: (draft) => draft.pages.keys() },
  flow: { code: 'flow-unknown', from: 'flow', names: (draft) => draft.flows.keys() },
  form: { code: 'form-unknown', from: 'form', names: (draft) => draft.forms.keys() },
  step: { code: 'step-unknown', from: 'flow', names: (_, source) => Object.keys(flowOf(source).steps ?? {}) },
  questions: {
    code: 'questions-unknown',
    from: 'flow',
    names: (_, source) => Object.keys(flowOf(source).questions ?? {}),
  },
  endpointRef: { code: 'endpoint-unknown', from: 'api', names: (draft) => draft.endpoints.keys() },
};

/**
 * Follows every reference of a file.
 * @returns the references that lead nowhere, also those that are not told because a file could not be read
 */
export function checkReferences(draft: Draft, source: Source<unknown>): ReadonlySet<Word> {
  const lost = new Set<Word>();
  const names = new Map<WordKind, Set<string>>();
  for (const word of draft.contents(source).words) {
    const kind = referenceKinds[word.kind];
    if (kind !== undefined) {
      let known = names.get(word.kind);
      if (!known) {
        known = new Set(kind.names(draft, source));
        names.set(word.kind, known);
      }
      const name = String(word.value);
      if (known.has(name)) continue;
      lost.add(word);
      // Steps and questions are in the file itself, which was read.
      if (draft.broken.has(kind.from) && kind.code !== 'step-unknown' && kind.code !== 'questions-unknown') continue;
      draft.report.add(kind.code, source, source.place(word.path), {
        name,
        near: nearest(name, known),
        known: [...known],
      });
    } else if (word.kind === 'asset') checkAsset(draft, source, word);
    else if (word.kind === 'field') checkField(draft, source, word);
  }
  return lost;
}

function checkAsset({ assets, report }: Draft, source: Source<unknown>, word: Word): void {
  const name = String(word.value);
  if (assets === undefined || assets.has(name)) return;
  report.add('asset-missing', source, source.place(word.path), {
    name,
    near: nearest(name, assets),
    known: [...assets],
  });
}

/** A field is one of the form at hand: the form's own file, or the form an intake takes. */
function checkField(draft: Draft, source: Source<unknown>, word: Word): void {
  const form =
    source.kind === 'form'
      ? (source.data as FormFile)
      : draft.forms.get(draft.intakes.get(String(word.path[1]))?.data.form ?? '')?.data;
  if (form === undefined) return;
  const name = String(word.value);
  const known = Object.keys(form.fields);
  if (known.includes(name)) return;
  draft.report.add('field-unknown', source, source.place(word.path), { name, near: nearest(name, known), known });
}
