/**
 * `npm run templates`: which published templates of other tools can be written in this engine's words, by the kinds of
 * questions that they ask. `test/templates/kinds.json` lists the kinds of each template, and an example of each word.
 */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { printTable } from './table.ts';

/** A kind of question, with this engine's word for it. */
export interface TemplateKind {
  readonly word?: string;
  /** An example: a question, the one after it, and what follows all questions. */
  readonly question?: object;
  readonly after?: object;
  readonly thanks?: object;
  /** Why there is no word. */
  readonly missing?: string;
  /** Why a template can be written without it. */
  readonly optional?: string;
}

export interface TemplateKinds {
  readonly sources: readonly {
    readonly of: string;
    readonly repository: string;
    readonly commit: string;
    readonly path: string;
  }[];
  readonly kinds: Readonly<Record<string, TemplateKind>>;
  /** The kinds of each template, by its tool and its name. */
  readonly templates: Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;
}

export const templateKinds = JSON.parse(
  readFileSync(new URL('../test/templates/kinds.json', import.meta.url), 'utf8'),
) as TemplateKinds;

/** The kinds of a template without a word, apart from those that it can do without. */
export const missingIn = (kinds: readonly string[]): readonly string[] =>
  kinds.filter((kind) => templateKinds.kinds[kind]?.missing !== undefined);

function print(): void {
  const { sources, kinds, templates } = templateKinds;
  const used = (kind: string) =>
    Object.values(templates).map((each) => Object.values(each).filter((all) => all.includes(kind)).length);
  printTable(
    ['kind', ...Object.keys(templates), 'word'],
    Object.entries(kinds).map(([kind, { word, missing, optional }]) => [
      kind,
      ...used(kind).map(String),
      word ?? (missing === undefined ? `not needed: ${optional}` : `missing: ${missing}`),
    ]),
  );
  for (const { of, repository, commit, path } of sources) {
    const all = Object.entries(templates[of] ?? {});
    const open = all.filter(([, own]) => missingIn(own).length > 0);
    const without = all.filter(([, own]) => own.some((kind) => kinds[kind]?.optional !== undefined));
    console.log(
      `\n${of}: ${all.length - open.length} of ${all.length} templates (${repository}, ${path}, ${commit.slice(0, 10)})`,
    );
    for (const [name, own] of open) console.log(`  not ${name}: ${missingIn(own).join(', ')}`);
    for (const [name, own] of without)
      console.log(`  ${name} without: ${own.filter((kind) => kinds[kind]?.optional !== undefined).join(', ')}`);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) print();
