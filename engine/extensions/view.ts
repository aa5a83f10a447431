/** Runs the view of a block of a site's own. Its result is plain data: elements, and the values of the definition in them. */
import type { BlockFile, Keys, ShownKind } from '../../schemas/extensions/extensions.js';
import type { DataPath } from '../vocabulary/walk.ts';

/** A view that does not fit. The message is for its author. */
export class ViewMistake extends Error {
  override readonly name = 'ViewMistake';
}

/** A value of the definition, for a view to place. */
export class ShownValue {
  readonly kind: ShownKind;
  readonly value: unknown;
  /** Within the block. */
  readonly path: DataPath;
  constructor(kind: ShownKind, value: unknown, path: DataPath) {
    this.kind = kind;
    this.value = value;
    this.path = path;
  }
}

type Shape = Readonly<Record<string, unknown>>;

const tags: ReadonlySet<string> = new Set([
  ...['heading', 'subheading', 'div', 'p', 'span', 'strong', 'em', 'small', 'a', 'img', 'hr', 'br', 'ul', 'ol', 'li'],
  ...['dl', 'dt', 'dd', 'figure', 'figcaption', 'blockquote', 'article', 'table', 'caption', 'thead', 'tbody', 'tr'],
  ...['th', 'td'],
]);
const empty: ReadonlySet<string> = new Set(['img', 'hr', 'br']);
const attributeNames = [
  'slot',
  'to',
  'image',
  'alt',
  'label',
  'scope',
  'colSpan',
  'rowSpan',
  'lang',
  'hidden',
] as const;
const plainAttributes = ['scope', 'colSpan', 'rowSpan', 'lang'] as const;

const mostNodes = 5_000;
const longestLiteral = 10_000;

/** An element that `h` made. */
class MadeNode {
  readonly tag: string;
  readonly content: Shape;
  constructor(tag: string, content: Shape) {
    this.tag = tag;
    this.content = content;
  }
}

const isShape = (value: unknown): value is Shape => typeof value === 'object' && value !== null;

/** The values of keys as a view gets them. The keys have been checked. */
function valuesOf(keys: Keys, given: Shape, path: DataPath): Shape {
  return Object.fromEntries(
    Object.entries(keys).map(([name, key]) => {
      const value = given[name];
      const at = [...path, name];
      if (value === undefined) return [name, undefined];
      if (key.type === 'list')
        return [name, (value as Shape[]).map((each, index) => valuesOf(key.of, each, [...at, index]))];
      const isShown = key.type === 'text' || key.type === 'prose' || key.type === 'href' || key.type === 'asset';
      return [name, isShown ? new ShownValue(key.type as ShownKind, value, at) : value];
    }),
  );
}

/** What a value becomes where the view has placed it. */
export type PlaceValue = (value: ShownValue) => unknown;

function childNodes(child: unknown, tag: string, place: PlaceValue): unknown[] {
  if (Array.isArray(child)) return child.flatMap((each) => childNodes(each, tag, place));
  if (child === null || child === undefined || child === false) return [];
  if (child instanceof MadeNode) return [child.content];
  if (typeof child === 'string' && child.length > longestLiteral)
    throw new ViewMistake(`A text inside ${tag} has more than ${longestLiteral} characters.`);
  if (typeof child === 'string' || typeof child === 'number') return [{ literal: String(child) }];
  if (child instanceof ShownValue) {
    if (child.kind === 'text' || child.kind === 'prose') return [{ [child.kind]: place(child) }];
    throw new ViewMistake(`${child.path.join('.')} is of type ${child.kind}, which is not shown inside ${tag}.`);
  }
  throw new ViewMistake(`Inside ${tag} there is a value that is neither an element nor a text.`);
}

/** The value of an attribute that has to be of a kind. */
function shown(attributes: Shape, name: string, kind: ShownKind, place: PlaceValue): Shape {
  const value = attributes[name];
  if (value === undefined) return {};
  if (value instanceof ShownValue && value.kind === kind) return { [name]: place(value) };
  throw new ViewMistake(`${name} of an element needs a value of type ${kind}.`);
}

function attributesOf(tag: string, attributes: Shape, slots: readonly string[], place: PlaceValue): Shape {
  const stray = Object.keys(attributes).find((name) => !(attributeNames as readonly string[]).includes(name));
  if (stray !== undefined)
    throw new ViewMistake(`${tag} cannot have ${stray}. An element can have ${attributeNames.join(', ')}.`);
  const { slot, alt, hidden } = attributes;
  if (slot !== undefined && !slots.includes(String(slot)))
    throw new ViewMistake(`styles has no entry ${String(slot)} for ${tag}.`);
  if ((tag === 'a') !== (attributes['to'] !== undefined)) throw new ViewMistake('A link is an element a with to.');
  if ((tag === 'img') !== (attributes['image'] !== undefined) || (tag === 'img' && alt === undefined))
    throw new ViewMistake('A picture is an element img with image and alt.');
  const plain = Object.fromEntries(
    plainAttributes.flatMap((name) => (attributes[name] === undefined ? [] : [[name, String(attributes[name])]])),
  );
  const others = hidden === true ? { ...plain, 'aria-hidden': 'true' } : plain;
  return {
    ...(slot === undefined ? {} : { slot }),
    ...shown(attributes, 'to', 'href', place),
    ...shown(attributes, 'image', 'asset', place),
    ...(alt === '' ? { alt } : shown(attributes, 'alt', 'text', place)),
    ...shown(attributes, 'label', 'text', place),
    ...(Object.keys(others).length === 0 ? {} : { attributes: others }),
  };
}

/**
 * The elements that a view makes of a block.
 * @param given the block of the definition, whose keys have been checked
 * @param place marks a value that the view has placed
 * @throws ViewMistake, or what the view throws
 */
export function runView({ keys, styles = {}, view }: BlockFile, given: Shape, place: PlaceValue): Shape {
  let size = 0;
  const h = (tag: unknown, attributes: unknown, ...children: unknown[]): MadeNode => {
    if (typeof tag !== 'string' || !tags.has(tag)) throw new ViewMistake(`A view has no element ${String(tag)}.`);
    if (
      attributes !== undefined &&
      attributes !== null &&
      (!isShape(attributes) || attributes instanceof MadeNode || attributes instanceof ShownValue)
    )
      throw new ViewMistake(`The second argument of h for ${tag} are its attributes: write null if it has none.`);
    const inside = children.flatMap((child) => childNodes(child, tag, place));
    size += 1 + inside.length;
    if (size > mostNodes) throw new ViewMistake(`A view has at most ${mostNodes} elements and texts.`);
    if (empty.has(tag) && inside.length > 0) throw new ViewMistake(`${tag} has nothing inside.`);
    const own = attributesOf(tag, (attributes ?? {}) as Shape, Object.keys(styles), place);
    return new MadeNode(tag, { tag, ...own, ...(inside.length === 0 ? {} : { children: inside }) });
  };
  const root: unknown = view(valuesOf(keys, given, []) as never, h as never);
  if (!(root instanceof MadeNode)) throw new ViewMistake('The view returns no element. Return h(…).');
  return root.content;
}
