/** One-expression edits of a flow, as an author may make by mistake. */
import { type Document, isScalar, parseDocument } from 'yaml';
import { planOf } from '../../../engine/vocabulary/plan.ts';
import { walk } from '../../../engine/vocabulary/walk.ts';

type Path = readonly (string | number)[];

export interface Edit {
  /** The place and the kind of the edit, for messages. */
  readonly name: string;
  /** The edited file, generated on demand; null when the edit is impossible. */
  text(): string | null;
}

interface Spot {
  readonly path: Path;
  /** The whole text of the value. */
  readonly text: string;
  /** Whether expressions are written in braces there. */
  readonly holes: boolean;
}

const holesIn = (text: string): string[] =>
  [...text.matchAll(/\{\{(.*?)\}\}/gs)].map(([, inner]) => (inner ?? '').trim());

/** Every text and expression of a flow. */
function spotsOf(data: unknown): Spot[] {
  const spots: Spot[] = [];
  walk(planOf('flow'), data, {
    annotated(kind, value, path) {
      if (path[0] === 'texts' || typeof value === 'object') return value;
      if (kind === 'expression') spots.push({ path: [...path], text: String(value), holes: false });
      else if (kind === 'text' || kind === 'prose' || kind === 'href')
        spots.push({ path: [...path], text: String(value), holes: true });
      return value;
    },
  });
  return spots;
}

/** Variants of one expression. */
function variantsOf(expression: string, names: readonly string[]): string[] {
  const variants: string[] = [];
  const bare = expression.replace(/'[^']*'/g, (text) => ' '.repeat(text.length));
  for (const found of bare.matchAll(/(?<![\w.'])[A-Za-z_]\w*(?!\w|\s*\()/g)) {
    const [name] = found;
    if (['true', 'false', 'null', 'in', 'has'].includes(name)) continue;
    const put = (other: string): string =>
      expression.slice(0, found.index) + other + expression.slice(found.index + name.length);
    for (const other of names) if (other !== name) variants.push(put(other));
    variants.push(put('null'), put('1'), put("'x'"));
  }
  for (const found of bare.matchAll(/\[(\d+)\]/g))
    for (const index of ['9', '-1', '0', '1', 'score', 'step', 'now'])
      variants.push(`${expression.slice(0, found.index)}[${index}]${expression.slice(found.index + found[0].length)}`);
  for (const found of bare.matchAll(/\.[A-Za-z_]\w*/g))
    variants.push(expression.slice(0, found.index) + expression.slice(found.index + found[0].length));
  for (const [from, to] of [
    [' + ', ' / '],
    [' + ', ' - '],
    [' / ', ' % '],
    ['!= null', '== null'],
    ['>=', '<'],
    ['==', '!='],
    [' && ', ' || '],
  ] as const)
    if (expression.includes(from)) variants.push(expression.replace(from, to));
  const guard = /^.*? [!=]= null \? (.*) : (.*)$/s.exec(expression);
  if (guard !== null) variants.push(guard[1] as string, guard[2] as string);
  const fallback = /default\(([^,()]+), [^()]*\)/.exec(expression);
  if (fallback !== null) variants.push(expression.replace(fallback[0], fallback[1] as string));
  const call = /^(\w+)\((.*), ([^,]*)\)$/.exec(expression);
  if (call !== null) variants.push(`${call[1]}(${call[3]}, ${call[2]})`);
  for (const each of ['upper', 'number', 'size', 'brl', 'first', 'date', 'digits'])
    variants.push(`${each}(${expression})`);
  variants.push(`100 / (${expression})`, `(${expression}) + 1`, `!(${expression})`, `sum([${expression}])`);
  return variants;
}

/** All one-expression edits of a flow's file. */
export function editsOf(text: string, fields: readonly string[]): Edit[] {
  const document = parseDocument(text);
  const data = document.toJS() as Record<string, Record<string, unknown> | undefined>;
  const names = [
    ...new Set([
      ...Object.keys(data['data'] ?? {}),
      ...Object.keys(data['computed'] ?? {}),
      ...fields,
      ...['visit', 'visit.src', 'now', 'step', 'steps', 'reply', 'error', 'texts', 'facts', 'page'],
    ]),
  ];
  const spots = spotsOf(data);
  const pool = new Set<string>(names);
  for (const spot of spots) for (const each of spot.holes ? holesIn(spot.text) : [spot.text]) pool.add(each);
  for (const name of [...pool].filter((each) => /^\w+$/.test(each)))
    for (const each of [
      `upper(${name})`,
      `${name} + 1`,
      `${name} != null ? ${name} : ''`,
      `${name}.length`,
      `${name}[0]`,
      `texts[${name}]`,
    ])
      pool.add(each);

  const edits: Edit[] = [];
  const edit = (name: string, change: (copy: Document) => void): void => {
    const text = (): string | null => {
      const copy = document.clone() as Document;
      try {
        change(copy);
      } catch {
        // The value is behind an alias, and the anchored original is edited instead.
        return null;
      }
      return copy.toString({ lineWidth: 0 });
    };
    edits.push({ name, text });
  };
  const set = (path: Path, value: string): void =>
    edit(`${path.join('.')}: ${value}`, (copy) => {
      const node = copy.getIn(path, true);
      if (isScalar(node)) delete node.type;
      copy.setIn(path, value);
    });
  for (const { path, text: whole, holes } of spots) {
    for (const expression of holes ? holesIn(whole) : [whole])
      for (const variant of variantsOf(expression, names))
        set(path, holes ? whole.replace(expression, () => variant) : variant);
    for (const moved of pool) set(path, holes ? `{{ ${moved} }}` : moved);
  }
  for (const [id, step] of Object.entries((data['steps'] ?? {}) as Record<string, Record<string, unknown>>)) {
    for (const key of ['fetch', 'query', 'fallback', 'path', 'form', 'next', 'on', 'submit', 'track'])
      if (step[key] !== undefined) edit(`steps.${id} without ${key}`, (copy) => copy.deleteIn(['steps', id, key]));
    for (const moved of pool)
      for (const key of ['title', 'description'])
        if (step[key] === undefined)
          edit(`steps.${id}.${key}: ${moved}`, (copy) => copy.setIn(['steps', id, key], `{{ ${moved} }}`));
    for (const part of ['fetch', 'submit'])
      for (const [index, call] of ((step[part] as { calls?: object[] } | undefined)?.calls ?? []).entries()) {
        const at = ['steps', id, part, 'calls', index];
        edit(`${at.join('.')} continueOnError`, (copy) => copy.setIn([...at, 'continueOnError'], true));
        if ('saveAs' in call) edit(`${at.join('.')} without saveAs`, (copy) => copy.deleteIn([...at, 'saveAs']));
      }
  }
  for (const name of Object.keys(data['data'] ?? {})) {
    edit(`data.${name} optional`, (copy) => copy.setIn(['data', name, 'optional'], true));
    edit(`data.${name} required`, (copy) => copy.deleteIn(['data', name, 'optional']));
    edit(`data.${name} not drawn`, (copy) => copy.deleteIn(['data', name, 'generate']));
  }
  return [...new Map(edits.map((each) => [each.name, each])).values()];
}

/** A number of elements of a list; the same seed gives the same ones. */
export function sample<T>(items: readonly T[], count: number, seed: number): T[] {
  const left = [...items];
  let state = seed;
  const random = (): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
  const taken: T[] = [];
  while (taken.length < count && left.length > 0) taken.push(...left.splice(Math.floor(random() * left.length), 1));
  return taken;
}
