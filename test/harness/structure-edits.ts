/** Random edits of the structure of a site: options, lengths, fields, steps, calls, and what intakes take. */
import { type Document, isMap, isSeq, parseDocument } from 'yaml';
import type { DefinitionFile } from '../../engine/load/load-site.ts';
import { pick, type Random } from './random-form.ts';

type Path = readonly (string | number)[];

export interface StructureEdit {
  readonly name: string;
  readonly files: readonly DefinitionFile[];
}

/** Every place of a document whose key is one of some names. */
function placesOf(document: Document, wanted: (key: string, path: Path) => boolean): Path[] {
  const found: Path[] = [];
  const visit = (node: unknown, path: Path): void => {
    if (isMap(node))
      for (const { key, value } of node.items) {
        const name = String(key);
        const place = [...path, name];
        if (wanted(name, place)) found.push(place);
        visit(value, place);
      }
    else if (isSeq(node)) for (const [index, item] of node.items.entries()) visit(item, [...path, index]);
  };
  visit(document.contents, []);
  return found;
}

const otherNumber = (random: Random, value: number): number => pick(random, [value + 1, value - 1, value * 2, 0]);

/** What an edit does at a place; undefined if it is none there. */
type Operator = (document: Document, random: Random) => string | undefined;

const at = (document: Document, random: Random, keys: readonly string[]): Path | undefined => {
  const places = placesOf(document, (key) => keys.includes(key));
  return places.length === 0 ? undefined : pick(random, places);
};

const changed =
  (keys: readonly string[], change: (value: unknown, random: Random) => unknown): Operator =>
  (document, random) => {
    const path = at(document, random, keys);
    if (path === undefined) return undefined;
    const value = change(document.getIn(path), random);
    if (value === undefined) return undefined;
    document.setIn(path, value);
    return `${path.join('.')}: ${JSON.stringify(value)}`;
  };

const removed =
  (keys: readonly string[]): Operator =>
  (document, random) => {
    const parents = placesOf(document, (key) => keys.includes(key));
    if (parents.length === 0) return undefined;
    const parent = pick(random, parents);
    const node = document.getIn(parent);
    if (isMap(node) && node.items.length > 1) {
      const key = String(pick(random, node.items).key);
      document.deleteIn([...parent, key]);
      return `without ${[...parent, key].join('.')}`;
    }
    if (isSeq(node) && node.items.length > 2) {
      const index = Math.floor(random() * node.items.length);
      document.deleteIn([...parent, index]);
      return `without ${[...parent, index].join('.')}`;
    }
    return undefined;
  };

/** Takes a step out and leads to the one after it. */
const withoutStep: Operator = (document, random) => {
  const steps = document.get('steps');
  if (!isMap(steps)) return undefined;
  const ids = steps.items
    .map(({ key }) => String(key))
    .filter((id) => document.getIn(['steps', id, 'next']) !== undefined);
  if (ids.length === 0) return undefined;
  const id = pick(random, ids);
  const next = document.getIn(['steps', id, 'next']);
  document.deleteIn(['steps', id]);
  for (const path of placesOf(document, (key) => key === 'next' || key === 'to' || key === 'start'))
    if (document.getIn(path) === id) document.setIn(path, next);
  return `without step ${id}`;
};

const added =
  (parent: string, key: string, value: unknown): Operator =>
  (document, random) => {
    const path = at(document, random, [parent]);
    if (path === undefined || !isMap(document.getIn(path))) return undefined;
    document.setIn([...path, key], document.createNode(value));
    return `${path.join('.')}.${key}: ${JSON.stringify(value)}`;
  };

const longer: Operator = (document, random) => {
  const path = at(document, random, ['options', 'items']);
  const list = path === undefined ? undefined : document.getIn(path);
  if (path === undefined || !isSeq(list) || !isMap(list.items.at(-1))) return undefined;
  const last = list.toJSON().at(-1) as Record<string, unknown>;
  const { value, id } = last;
  const item = {
    ...last,
    ...(value === undefined ? {} : { value: typeof value === 'number' ? value + 3 : `${value}x`, label: 'Outra' }),
    ...(id === undefined ? {} : { id: `${id}x`, question: 'E mais uma pergunta?' }),
  };
  document.addIn(path, document.createNode(item));
  return `${path.join('.')} + ${JSON.stringify(value ?? id)}`;
};

const number = (value: unknown, random: Random) => (typeof value === 'number' ? otherNumber(random, value) : undefined);

const operators: readonly Operator[] = [
  changed(['length'], number),
  changed(['maxLength'], (value, random) =>
    typeof value === 'number' ? pick(random, [value * 2, value >> 1, 3]) : undefined,
  ),
  changed(['min', 'max', 'count'], number),
  changed(['value'], (value, random) => (typeof value === 'number' ? otherNumber(random, value) : undefined)),
  changed(['type'], (value, random) =>
    pick(
      random,
      ['text', 'number', 'boolean', 'email', 'choice'].filter((each) => each !== value),
    ),
  ),
  changed(['post'], (value, random) =>
    typeof value === 'string' ? pick(random, ['/api/leads', '/api/consultoria', '/api/ebook-lead']) : undefined,
  ),
  removed(['options', 'of', 'allowed']),
  removed(['items']),
  removed(['rules']),
  removed(['fields']),
  removed(['input']),
  removed(['with']),
  removed(['cases']),
  removed(['calls']),
  withoutStep,
  longer,
  added('input', 'extra', { type: 'text', maxLength: 20 }),
  added('fields', 'extra', { type: 'text', label: 'Mais', maxLength: 300, pii: 'text' }),
  added('fields', 'extra', { type: 'text', label: 'Mais', maxLength: 300, pii: 'text', required: 'Escreva.' }),
  added('with', 'extra', "'x'"),
];

/** Edits a random file of a site. @returns null if the edit is impossible there */
export function structureEdit(files: readonly DefinitionFile[], random: Random): StructureEdit | null {
  const file = pick(
    random,
    files.filter(({ path }) => /\.(flow|form|api)\.yaml$/.test(path)),
  );
  const document = parseDocument(file.text);
  try {
    const what = pick(random, operators)(document, random);
    if (what === undefined) return null;
    const text = document.toString({ lineWidth: 0 });
    return {
      name: `${file.path} ${what}`,
      files: files.map((each) => (each.path === file.path ? { path: each.path, text } : each)),
    };
  } catch {
    // The value is behind an alias.
    return null;
  }
}
