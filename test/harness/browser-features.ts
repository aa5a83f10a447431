/**
 * Web platform features that a source uses and the oldest supported browser lacks, according to MDN's compatibility
 * data.
 */
import { createRequire } from 'node:module';
import type { CompatStatement, Identifier, SimpleSupportStatement } from '@mdn/browser-compat-data';
import postcss from 'postcss';
import { parseAst } from 'vite';

const data = createRequire(import.meta.url)('@mdn/browser-compat-data') as Record<string, Identifier>;
export const oldest = { browser: 'safari_ios', version: 15.4 } as const;

type Browser = keyof CompatStatement['support'];

/** The first version that has a feature; infinite if no version has it. */
const since = ({ support }: CompatStatement, browser: Browser): number =>
  Math.min(
    ...([support[browser] ?? []].flat() as readonly SimpleSupportStatement[]).map(
      ({ version_added, flags, version_removed }) =>
        typeof version_added !== 'string' || flags !== undefined || typeof version_removed === 'string'
          ? Number.POSITIVE_INFINITY
          : Number.parseFloat(version_added.replace('≤', '')),
    ),
    Number.POSITIVE_INFINITY,
  );

const isSupported = (compat: CompatStatement): boolean => since(compat, oldest.browser) <= oldest.version;

/** Whether other browsers support it; a member that no browser has is one of our own names. */
const isKnown = (compat: CompatStatement): boolean =>
  (['chrome', 'firefox'] as const).every((browser) => Number.isFinite(since(compat, browser)));

const at = (...path: string[]): Identifier | undefined =>
  path.reduce<Identifier | undefined>((node, key) => (Object.hasOwn(node ?? {}, key) ? node?.[key] : undefined), {
    ...data,
  } as unknown as Identifier);

/** Whether the data contain the feature and mark it as unsupported. */
const isMissing = (...path: string[]): boolean => {
  const compat = at(...path)?.__compat;
  return compat !== undefined && !isSupported(compat);
};

/** Names of globals and members that are unsupported in every interface that has them. */
function missingNames(): { globals: ReadonlySet<string>; members: ReadonlySet<string> } {
  const missing = (found: ReadonlyMap<string, boolean>): Set<string> =>
    new Set([...found].filter(([, supported]) => !supported).map(([name]) => name));
  const add = (found: Map<string, boolean>, name: string, compat: CompatStatement | undefined): void => {
    if (compat !== undefined && (isKnown(compat) || isSupported(compat)))
      found.set(name, found.get(name) === true || isSupported(compat));
  };
  const globals = new Map<string, boolean>();
  const members = new Map<string, boolean>();
  for (const owner of [data['api'], at('javascript', 'builtins')] as Identifier[]) {
    for (const [name, node] of Object.entries(owner as Record<string, Identifier>)) {
      add(globals, name, node.__compat);
      for (const [key, { __compat }] of Object.entries(node as Record<string, Identifier>)) {
        if (key === '__compat') continue;
        const member = key.replace(/_static$/, '');
        add(members, member, __compat);
        if (name === 'Window') add(globals, member, __compat);
      }
    }
  }
  return { globals: missing(globals), members: missing(members) };
}

const names = missingNames();

interface Node {
  readonly type: string;
  readonly [key: string]: unknown;
}

function* nodesOf(value: unknown): Generator<Node> {
  if (Array.isArray(value)) for (const item of value) yield* nodesOf(item);
  else if (typeof value === 'object' && value !== null) {
    if (typeof (value as Node).type === 'string') yield value as Node;
    for (const part of Object.values(value)) yield* nodesOf(part);
  }
}

/** Syntax that no build target lowers. */
function syntaxOf(node: Node): string | null {
  if (node.type === 'StaticBlock') return 'static {}';
  if (node.type !== 'Literal' || node['regex'] === undefined) return null;
  const { pattern, flags } = node['regex'] as { pattern: string; flags: string };
  if (/\(\?<[=!]/.test(pattern)) return 'regular expression: lookbehind';
  if (/\(\?[ims-]+:/.test(pattern)) return 'regular expression: modifiers';
  return flags.includes('v') ? 'regular expression: v' : null;
}

/** Features in a script that the oldest browser lacks. */
export function missingInScript(text: string): Set<string> {
  const found = new Set<string>();
  for (const node of nodesOf(parseAst(text))) {
    const syntax = syntaxOf(node);
    if (syntax !== null) found.add(syntax);
    if (node.type === 'Identifier' && names.globals.has(String(node['name']))) found.add(String(node['name']));
    if (node.type !== 'MemberExpression') continue;
    const property = node['property'] as Node;
    const name = String(node['computed'] ? property['value'] : property['name']);
    if (names.members.has(name)) found.add(`.${name}`);
  }
  return found;
}

/** Features in a stylesheet that the oldest browser lacks. Rules inside `@supports` are skipped. */
export function missingInStyles(text: string): Set<string> {
  const found = new Set<string>();
  const root = postcss.parse(text);
  root.walkAtRules('supports', (rule) => {
    rule.remove();
  });
  root.walkAtRules(({ name, params }) => {
    if (isMissing('css', 'at-rules', name)) found.add(`@${name}`);
    if (name === 'media')
      for (const [, feature = ''] of params.matchAll(/\(([a-z-]+)/g))
        if (isMissing('css', 'at-rules', 'media', feature)) found.add(`@media (${feature})`);
  });
  root.walkRules(({ selector }) => {
    for (const [, pseudo = ''] of selector.matchAll(/::?([a-z-]+)/g))
      if (isMissing('css', 'selectors', pseudo)) found.add(`:${pseudo}`);
  });
  root.walkDecls(({ prop, value }) => {
    if (isMissing('css', 'properties', prop)) found.add(prop);
    for (const [word] of value.matchAll(/[a-z][a-z-]+/g))
      if (isMissing('css', 'properties', prop, word)) found.add(`${prop}: ${word}`);
    for (const [, name = ''] of value.matchAll(/([a-z][a-z-]+)\(/g))
      if (isMissing('css', 'types', name) || isMissing('css', 'types', 'color', name)) found.add(`${name}()`);
  });
  return found;
}

/** Features in a view's markup that the oldest browser lacks. */
export function missingInView(source: string): Set<string> {
  const found = new Set<string>();
  for (const node of nodesOf(parseAst(source, { lang: 'tsx' }))) {
    if (node.type !== 'JSXOpeningElement') continue;
    const tag = String((node['name'] as Node)['name']);
    if (isMissing('html', 'elements', tag)) found.add(`<${tag}>`);
    for (const attribute of node['attributes'] as Node[]) {
      const name = String((attribute['name'] as Node | undefined)?.['name']).toLowerCase();
      if (isMissing('html', 'elements', tag, name) || isMissing('html', 'global_attributes', name))
        found.add(`<${tag} ${name}>`);
    }
  }
  return found;
}
