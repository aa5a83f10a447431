/** Names in expressions. */
import { chainsIn, type NameChain } from '../expressions/index.ts';
import { expressionsIn } from '../migrate/expressions.ts';
import type { Collector, NamePlace, NameSpan } from './mentions.ts';
import { type NameKind, nameKey } from './name.ts';
import { formAt } from './scopes.ts';

/** What a name means: its kind, and what it belongs to. */
type Meaning = readonly [NameKind, ...string[]];

/** Names that expressions of intakes read beside accepted and stored values. */
const intakeRoots: ReadonlySet<string> = new Set(['facts', 'calendar', 'site', 'now', 'deliveries']);

const isMember = (name: string | null | undefined): name is string => typeof name === 'string';

/** Reads the expressions of a text, in `{{ … }}`. */
export function readTemplate(collector: Collector, text: string, at: NamePlace): void {
  for (const { code, offset } of expressionsIn(text)) readExpression(collector, code, offset, at);
}

/** @param shift the offset of the expression in the text at the place */
export function readExpression(collector: Collector, code: string, shift: number, at: NamePlace): void {
  for (const chain of chainsIn(code)) new ChainReader(collector, chain, shift, at).read();
}

/** Adds the names within a name that is written at an offset of a value. */
export function readParts({ scopes, mentions }: Collector, name: string, shift: number, at: NamePlace): void {
  for (const { key, offset, length } of scopes.partsOf(name, at))
    mentions.value(key, at, { offset: shift + offset, length });
}

class ChainReader {
  private readonly collector: Collector;
  private readonly chain: NameChain;
  private readonly shift: number;
  private readonly at: NamePlace;

  constructor(collector: Collector, chain: NameChain, shift: number, at: NamePlace) {
    this.collector = collector;
    this.chain = chain;
    this.shift = shift;
    this.at = at;
  }

  read(): void {
    const [root] = this.chain.names;
    if (!isMember(root)) return;
    const meanings = this.meaningsOf(root);
    for (const [kind, ...scope] of meanings) {
      if (kind === 'value') this.chained(kind, scope, 0);
      else this.single(kind, scope, 0);
    }
    if (meanings.length > 0) return;
    readParts(this.collector, root, this.span(0).offset, this.at);
    this.readRoot(root);
  }

  /** A name that the engine provides. */
  private readRoot(root: string): void {
    const { scopes, mentions } = this.collector;
    const { source, path } = this.at;
    const [, member] = this.chain.names;
    if (root === 'facts') this.chained('fact', [], 1);
    else if (root === 'texts') for (const { id } of scopes.flowsOf(source)) this.texts(id);
    else if (root === 'visit') this.single('parameter', [], 1);
    else if (root === 'calendar') this.single('calendar', [], 1);
    else if (root === 'deliveries' && source.kind === 'api') this.single('delivery', [String(path[1])], 1);
    else if (root === 'reply') for (const intake of scopes.repliesAt(this.at)) this.single('response', [intake], 1);
    else if (root === 'item' && isMember(member))
      for (const { data } of scopes.hostsOf(source))
        if (data['forEach'] !== undefined)
          mentions.value(nameKey('item', String(data['forEach']), member), this.at, this.span(1));
  }

  private span(index: number): NameSpan {
    const { offset = 0, length = 0 } = this.chain.spans[index] ?? {};
    return { offset: this.shift + offset, length };
  }

  /** The name at an index. @param scope what it belongs to */
  private single(kind: NameKind, scope: readonly string[], index: number): void {
    const name = this.chain.names[index];
    if (isMember(name)) this.collector.mentions.value(nameKey(kind, ...scope, name), this.at, this.span(index));
  }

  /** Every name from an index on, each below the one before. */
  private chained(kind: NameKind, scope: readonly string[], from: number): void {
    const own = [...scope];
    for (const [index, name] of this.chain.names.entries()) {
      if (index < from) continue;
      if (!isMember(name)) return;
      this.single(kind, own, index);
      own.push(name);
    }
  }

  /** A text of a table may be chosen by a value: it can be each of them. */
  private texts(flow: string): void {
    const { layout, mentions } = this.collector;
    let tables: { readonly own: readonly string[]; readonly value: unknown }[] = [
      { own: [], value: layout.flows.get(flow)?.source.data['texts'] },
    ];
    for (const [index, name] of this.chain.names.entries()) {
      if (index === 0) continue;
      tables = tables.flatMap(({ own, value }) =>
        isMember(name)
          ? [{ own: [...own, name], value: (value as Record<string, unknown> | undefined)?.[name] }]
          : Object.entries(value ?? {}).map(([key, part]) => ({ own: [...own, key], value: part })),
      );
      if (isMember(name))
        for (const { own } of tables) mentions.value(nameKey('text', flow, ...own), this.at, this.span(index));
    }
  }

  /** What a plain name means at the place, if it is not one that the engine provides. */
  private meaningsOf(name: string): readonly Meaning[] {
    const { layout, scopes } = this.collector;
    const { source, path } = this.at;
    const owner = scopes.ownerOf(name, this.at);
    if (owner !== undefined) return [['field', formAt(this.at), owner]];
    const ofFlows = () =>
      scopes.flowsOf(source).flatMap(({ id }) => (scopes.isValue(id, name) ? [['value', id] as const] : []));
    switch (source.kind) {
      case 'form': {
        const form = String(source.data['form']);
        if (scopes.isField(form, name)) return [['field', form]];
        return scopes.isKeyOf(source, 'lists', name)
          ? scopes.readersOf(form).map((intake) => ['input', intake] as const)
          : ofFlows();
      }
      case 'api': {
        const intake = layout.intakes.get(String(path[1]));
        const isFound = intake?.data.get !== undefined && !intakeRoots.has(name);
        return scopes.isAccepted(String(path[1]), name) || isFound ? [['input', String(path[1])]] : [];
      }
      case 'email': {
        return scopes.isKeyOf(source, 'values', name) ? [['email-value', String(source.data['email'])]] : [];
      }
      case 'site':
        return [];
      default:
        return ofFlows();
    }
  }
}
