/** Reduces a site to one flow: every other target of a link becomes a page with a heading, so that loading is fast. */
import { parse } from 'yaml';
import type { DefinitionFile } from '../../../engine/load/load-site.ts';

interface Parsed extends DefinitionFile {
  readonly data: Record<string, unknown>;
}

const kindOf = (path: string): string => path.split('.').at(-2) ?? '';

/** The files that one flow needs, with a stub for the other paths. */
export function filesAround(files: readonly DefinitionFile[], flowPath: string): DefinitionFile[] {
  const parsed: Parsed[] = files.map((file) => ({ ...file, data: parse(file.text) as Record<string, unknown> }));
  const flow = parsed.find(({ path }) => path === flowPath) as Parsed;
  const kept = new Set<string>(['site.yaml', flowPath]);
  const site = files.find(({ path }) => path === 'site.yaml')?.text ?? '';
  const page = parsed.find(
    ({ path, data, text }) =>
      kindOf(path) === 'page' &&
      (data['page'] === flow.data['page'] || new RegExp(`flow: ${String(flow.data['flow'])}\\b`).test(text)),
  );
  if (page !== undefined) kept.add(page.path);
  const needed = (): string =>
    parsed
      .filter(({ path }) => kept.has(path))
      .map(({ text }) => text)
      .join('\n');
  for (const { path, text } of parsed) {
    const [, ...endpoints] = text.split(/\b(?:post|get): /);
    const called = endpoints.map((rest) => /^\S+/.exec(rest)?.[0] ?? '');
    if (kindOf(path) === 'api' && called.some((endpoint) => `${flow.text}${site}`.includes(endpoint))) kept.add(path);
  }
  for (const kind of ['flow', 'form', 'part', 'email', 'document'])
    for (const { path, data } of parsed) {
      const words = new Set(needed().match(/[\w-]+/g));
      if (kindOf(path) === kind && words.has(String(data[kind])) && (kind !== 'flow' || isPulled(data, parsed, kept)))
        kept.add(path);
    }
  const others = parsed.filter(({ path }) => !kept.has(path));
  const paths = others.flatMap(({ path, data }) =>
    kindOf(path) === 'page'
      ? ((data['paths'] as string[] | undefined) ?? [])
      : kindOf(path) === 'flow'
        ? Object.values(data['steps'] as Record<string, { path?: string[] }>).flatMap((step) => step.path ?? [])
        : [],
  );
  const fixed = paths.filter((path) => !path.includes('{'));
  const lost = others.find(({ data }) => data['role'] === 'not-found');
  const stubs = Array.from({ length: Math.ceil(fixed.length / 8) }, (_, index) => ({
    path: `elsewhere-${index}.page.yaml`,
    text: `page: elsewhere-${index}\ntitle: Elsewhere ${index}\ndescription: Everything else.\npaths: ${JSON.stringify(fixed.slice(index * 8, index * 8 + 8))}\nblocks: [{ type: hero, title: Elsewhere }]\n`,
  }));
  return [
    ...parsed.filter(({ path }) => kept.has(path)).map(({ path, text }) => ({ path, text })),
    ...stubs,
    ...(lost === undefined
      ? []
      : [
          {
            path: lost.path,
            text: `page: lost\nrole: not-found\ntitle: Lost\nblocks: [{ type: hero, title: Lost }]\n`,
          },
        ]),
  ];
}

/** Whether a kept intake verifies a flow, or a kept page has it in an overlay. */
const isPulled = (data: Record<string, unknown>, parsed: readonly Parsed[], kept: ReadonlySet<string>): boolean =>
  parsed.some(({ path, text }) => kept.has(path) && text.includes(`flow: ${data['flow']}`));
