import type {
  DocumentFile,
  EmailFile,
  FieldDefinition,
  FlowFile,
  PageFile,
  SiteFile,
} from '../../../schemas/generated/types.ts';
import { optionsOf } from '../../fields/field.ts';
import type { FormDefinition } from '../../forms/types.ts';
import { planOf } from '../../vocabulary/plan.ts';
import { walk } from '../../vocabulary/walk.ts';

/** Returns a fingerprint of a text. */
export type Hash = (text: string) => string;

/**
 * The hash of everything a page is rendered from: the page, what all pages share, and the flows in its frame with their
 * forms.
 */
export const pageHash = (
  hash: Hash,
  page: PageFile,
  site: SiteFile,
  flows: readonly string[],
  styles: object,
): string => {
  // The facts are already part of the texts that use them.
  const { facts: _, ...shared } = site;
  return hash(JSON.stringify([page, shared, flows, ...(Object.keys(styles).length === 0 ? [] : [styles])]));
};

/** The hash of everything that an e-mail (apart from its values) or a document is rendered from. */
export const mailedHash = (
  hash: Hash,
  file: EmailFile | DocumentFile,
  { name, locale, theme, facts: _, ...site }: SiteFile,
): string => hash(JSON.stringify([file, name, locale, theme, site.organization]));

export const flowHash = (hash: Hash, flow: FlowFile, forms: readonly FormDefinition[]): string =>
  hash(JSON.stringify([flow, forms]));

/** The hash of everything that affects transitions: the flow and its forms without what visitors read or see. */
export function behaviourHash(hash: Hash, flow: FlowFile, forms: readonly FormDefinition[]): string {
  const read = new Set(['text', 'prose', 'texts']);
  const bare = walk(planOf('flow'), flow, { annotated: (kind, value) => (read.has(kind) ? 0 : value) }) as FlowFile;
  const steps = Object.entries(bare.steps).map(
    ([
      id,
      { show: _show, search: _search, title: _title, titlePrefix: _position, description: _description, ...step },
    ]) => [id, step],
  );
  const rules = forms.map(({ id, showErrors, fields }) => [
    id,
    showErrors,
    fields.map((definition) => {
      const {
        label: _label,
        placeholder: _placeholder,
        hint: _hint,
        autocomplete: _autocomplete,
        attributes: _attributes,
        look: _look,
        ends: _ends,
        shown: _shown,
        empty: _empty,
        places: _places,
        matrix: _matrix,
        rows: _rows,
        ...field
      }: FieldDefinition & {
        look?: unknown;
        ends?: unknown;
        shown?: unknown;
        empty?: unknown;
        places?: unknown;
        matrix?: unknown;
        rows?: unknown;
      } = definition;
      return {
        ...field,
        options: optionsOf(definition)?.map(({ value, exclusive }) => (exclusive ? [value, 'exclusive'] : value)),
        rules: field.rules.map(({ message: _message, ...rule }) => rule),
      };
    }),
  ]);
  return hash(JSON.stringify([{ ...bare, steps }, rules]));
}
