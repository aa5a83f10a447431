/** The schemas of definitions for editors, and what they offer and explain at a place. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  type ASTNode,
  type CompletionItem,
  getLanguageService,
  type JSONSchema,
  type LanguageService,
} from 'vscode-json-languageservice';
import { TextDocument } from 'vscode-languageserver-textdocument';
import { type Extensions, noExtensions } from '../../../engine/extensions/extensions.ts';
import { engineSchemas, withExtensions } from '../../extensions/editor.ts';

/** A key or a value that a schema offers. */
export interface SchemaOffer {
  readonly text: string;
  readonly isKey: boolean;
  readonly about: string | undefined;
}

type Path = readonly (string | number)[];

/** The first text node of a document that is a name. */
function nodeNamed(node: ASTNode | undefined, name: string): ASTNode | undefined {
  if (node === undefined) return undefined;
  if (node.type === 'string') return node.value === name ? node : undefined;
  for (const child of node.children ?? []) {
    const found = nodeNamed(child, name);
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The key at a path of a document, or the item of a list. */
function nodeAt(node: ASTNode | undefined, path: Path): ASTNode | undefined {
  const [segment, ...rest] = path;
  if (segment === undefined || node === undefined) return node;
  if (node.type === 'array') return nodeAt(node.items[Number(segment)], rest);
  if (node.type !== 'object') return undefined;
  const property = node.properties.find(({ keyNode }) => keyNode.value === String(segment));
  return rest.length === 0 ? property?.keyNode : nodeAt(property?.valueNode, rest);
}

const textOf = (documentation: CompletionItem['documentation']): string | undefined =>
  typeof documentation === 'string' ? documentation : documentation?.value;

/** A value as YAML writes it. The service offers values as JSON. */
const yamlValue = (label: string): string => {
  try {
    const value: unknown = JSON.parse(label);
    return typeof value === 'string' && /^[\w/.-]+$/.test(value) ? value : label;
  } catch {
    return label;
  }
};

/** A schema without its examples, which would be offered as values. */
const withoutExamples = (name: string): Record<string, unknown> =>
  JSON.parse(readFileSync(join(engineSchemas, name), 'utf8'), (key, value) =>
    key === 'examples' && Array.isArray(value) ? undefined : value,
  ) as Record<string, unknown>;

export class EditorSchemas {
  private service: LanguageService = getLanguageService({});
  private extensions: Extensions | null = null;

  /** Takes the words of a site; schemas that are read already are kept as long as the words are. */
  use(extensions: Extensions): void {
    if (extensions === this.extensions) return;
    this.extensions = extensions;
    this.service = getLanguageService({});
    this.service.configure({
      schemas: readdirSync(engineSchemas).map((name) => {
        const schema = withoutExamples(name);
        return {
          uri: `funnel:///${name}`,
          fileMatch: [`*.${name.replace('.schema.json', '')}.json`],
          schema: (extensions === noExtensions ? schema : withExtensions(schema, extensions)) as JSONSchema,
        };
      }),
    });
  }

  private read(kind: string, data: unknown) {
    const document = TextDocument.create(`file:///definition.${kind}.json`, 'json', 0, JSON.stringify(data));
    return { document, tree: this.service.parseJSONDocument(document) as { root?: ASTNode } };
  }

  /** The keys and values that can replace a candidate. */
  async offersAt(kind: string, data: unknown, candidate: string): Promise<SchemaOffer[]> {
    const { document, tree } = this.read(kind, data);
    const node = nodeNamed(tree.root, candidate);
    if (node === undefined) return [];
    const position = document.positionAt(node.offset + 1);
    const list = await this.service.doComplete(document, position, tree as never);
    const isKey = node.parent?.type === 'property' && node.parent.keyNode === node;
    return (list?.items ?? []).map(({ label, documentation }) => ({
      text: isKey ? label : yamlValue(label),
      isKey,
      about: textOf(documentation),
    }));
  }

  /** What a key or an item means, as Markdown; null if the schemas do not say. */
  async explain(kind: string, data: unknown, path: Path): Promise<string | null> {
    const { document, tree } = this.read(kind, data);
    const node = nodeAt(tree.root, path);
    if (node === undefined) return null;
    const hover = await this.service.doHover(document, document.positionAt(node.offset + 1), tree as never);
    const contents = hover?.contents;
    if (contents === undefined) return null;
    const parts = Array.isArray(contents) ? contents : [contents];
    const text = parts.map((part) => (typeof part === 'string' ? part : part.value)).join('\n\n');
    return text === '' ? null : text;
  }
}
