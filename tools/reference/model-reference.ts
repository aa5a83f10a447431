/** `llms.txt` and the reference for language models: what a model needs to write valid definitions, in few tokens. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { functionCatalogue } from '../../engine/expressions/catalogue.ts';
import { fieldProperties, ruleParameters } from '../../schemas/generated/types.ts';
import type { Schema } from '../schemas.ts';
import { type CompactOptions, compactKeys, compactType } from './compact-schema.ts';

/** The path of the reference in the repository. */
export const modelReferencePath = 'llms-reference.md';

/** The most tokens that the reference may have, at `charactersPerToken`. */
export const mostTokens = 8000;
/** An estimate on the safe side: English text has about four, code a little more than three and a half. */
export const charactersPerToken = 3.5;

/** The folder with the definitions that the reference shows. */
export const exampleFolder = join(dirname(fileURLToPath(import.meta.url)), 'example');

/** Definitions that several records use, with their names in the notation. */
const types: readonly (readonly [file: string, definition: string, name?: string])[] = [
  ['common', 'action'],
  ['common', 'link'],
  ['common', 'track'],
  ['common', 'message'],
  ['common', 'valueType'],
  ['common', 'tone'],
  ['common', 'marker'],
  ['common', 'emphasis'],
  ['common', 'pii'],
  ['flow', 'step'],
  ['flow', 'calls'],
  ['flow', 'call'],
  ['flow', 'reaction'],
  ['form', 'field'],
  ['form', 'rule'],
  ['form', 'consent'],
  ['api', 'intake'],
  ['api', 'delivery'],
];

/** Definitions with a name that needs no entry. */
const plainNames: readonly (readonly [reference: string, name: string])[] = [
  ['common.schema.json#actions', '[action]'],
  ['common.schema.json#blocks', '[block]'],
  ['generated/block.schema.json#', 'block'],
];

const files = ['site', 'funnel', 'page', 'flow', 'form', 'api', 'part', 'collection', 'email', 'document'] as const;

const definitionOf = (all: ReadonlyMap<string, Schema>, file: string, name: string): Schema =>
  ((all.get(`${file}.schema.json`) as Schema)['definitions'] as Record<string, Schema>)[name] as Schema;

const start = `# Funnel engine: reference for language models

You write YAML definitions; the engine checks them, compiles flows to state machines and serves the pages. No code, no build.
Run \`npx funnel check FOLDER\` after every edit: each error has a position and says what to write instead. Repeat until it
reports 0 errors. \`npx funnel graph\` draws a flow, \`npx funnel expand ID\` prints a one-file funnel as long files.

## Files

The ending is the kind of a file, its first key the id. Folders and file names are free; ids are unique per kind, in
lower case with hyphens. One \`site.yaml\` at the top of the folder; everything else in subfolders.
- \`*.funnel.yaml\`: a whole funnel, a form or a quiz, with page, intake and thanks. Prefer it; use long files for what it lacks.
- \`*.page.yaml\`: a page with \`paths\`. Without paths it is a frame, which shows a flow's steps at its \`stage\` block.
- \`*.flow.yaml\`: steps. \`*.form.yaml\`: fields. \`*.api.yaml\`: intakes, which validate and store submissions.
- \`*.part.yaml\`: reusable blocks (\`{ type: part, part: ID }\`). \`*.collection.yaml\`: items for a page with \`forEach\`, read as \`item.…\`.
- \`*.email.yaml\`, \`*.document.yaml\` (PDF): sent by \`deliver\` of an intake.

## Values

- text: one line with \`**strong**\`, \`*emphasis*\`, \`[label](address)\`, \`{{ expr }}\`, \`{{ facts.price | brl }}\`. prose: paragraphs and \`- \` lists (write \`|-\`). Quote values that contain \`: \`, \`#\`, or start with \`{\`, \`[\`, \`*\`, \`>\`, \`"\`.
- expr: CEL-like: \`score >= 70 && plan == 'vip'\`, \`'a' in list\`, \`a ? b : c\`, \`x != null\`, \`answers[0]\`. Texts in single quotes; a constant text as a value is \`"'text'"\`. Typed; values that may be missing must be guarded (\`default(x, '')\`, \`x != null ? … : …\`).
- href: a path of the site, \`#anchor\`, or https address; only hosts in \`allowedHosts\` for redirects. duration: \`600ms\`, \`4s\`, \`3s to 5s\`. file: a path below the folder, such as \`quiz/assets/hero.svg\`; it must exist.
- Prices are whole cents. Prices, dates, counts and contacts belong under \`facts\` of site.yaml; texts refer to \`{{ facts.… }}\`.
- Names in expressions: \`facts\`, \`texts\` (flow tables), the flow's \`data\` and \`computed\`, fields of forms that were submitted, \`visit.src\`, \`visit.utm_source\`…, \`calendar.ID.phase\` (before|during|after); in calls \`reply.KEY\`, in \`onError\` \`error.message\`; on pages \`page.…\` signals.
`;

const notation = `
Notation: \`key!:type\`, ! required, [T] list, {*:T} record by name, {a b:T} record, a|b one of; a key without a type has the type of its name; word: a plain string; id: an id of another definition, a step or an intake's path.
`;

const rules = `
## Rules that a schema does not show

- A page needs \`title\` and \`description\` (120 to 155 characters) unless it is a frame; so does a step with a \`path\`.
- A step's kind follows from its key: \`ask\` (questions; its blocks include \`question\`), \`form\` (its blocks include \`form\`), \`delay\`, \`branch\` alone, \`redirect\`, \`close\`, otherwise a screen. \`next\` leads on after ask, form or delay; \`branch\` beside them decides in place of \`next\`. The last branch has only \`to\`. A screen leads on by \`on\`: its buttons \`send\` the event. The last step is \`final: true\`, or a \`redirect\` or \`close\`.
- A form step that stores has \`submit: { calls: [{ post: /api/… }], onError: … }\`; the intake lists the form and, under \`input\`, what else it accepts. A call sends all values that the intake accepts, by name; \`with\` adds or changes some. \`saveAs\` of a call keeps \`reply\` values, declared in the intake's \`response\`.
- \`data\` declares what the flow keeps beside fields: answers (\`{ type: list, of: number, allowed: [0, 5], length: 2 }\`, named by \`saveAs\` of the questions), choices, \`{ type: uuid, generate: true }\`. Personal values need \`pii\`.
- A choice in a branch: declare it in \`data\` as \`{ type: choice, of: […] }\` with the field's name.
- A question without a type has numbers as values. Any other has a \`type\` and a \`name\`, and the keys of a field (\`question\` in place of \`label\`), or \`fields\` for several on one screen; those with a type come last. \`when\` reads questions above that are chosen. Their form, for an intake, is \`FLOW-SET\`; \`submit\` beside \`ask\` sends it.
- \`computed\`: \`points: [a, b]\` (\`percent: true\`) adds the points of answers; \`value: expr\`; or \`classify: expr\` with \`ranges: { high: '>= 70', low: otherwise }\`; or \`lowest: { a: expr, b: expr }\`.
- \`query\` of a step: values in its address; \`fallback.to\` is for visitors without them.
- Field \`required: text\` is the error message; add \`rules\` for more. email, tel and url are checked anyway. \`when\` of a field reads chosen fields above it.
- A collection with personal data needs \`retention\`. \`dedupe\` counts repetitions once. \`lookupBy\` names the subject.
- Funnel fields: \`name\`, \`email\` or \`tel\` in place of a record; any other is a field record. Questions as in a flow. A quiz's answers and \`points\` add up to \`score\` (0 to 100); results from the highest \`from\` to one without.
- Every block also has \`id\` (an anchor), \`when:expr\` and \`tone\`. A button has one of \`to\`, \`send\`, \`open\` (an overlay).
- A warning can be accepted in the line above with \`# accept CODE: reason\`; errors cannot.
`;

/** The examples as code blocks that name their paths. */
function examples(): string {
  const names = readdirSync(exampleFolder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.yaml'))
    .map((name) => name.replaceAll('\\', '/'))
    // The site first, then the short form, then the flow with its pages, forms and intakes.
    .sort(
      (a, b) =>
        Number(b === 'site.yaml') - Number(a === 'site.yaml') ||
        Number(b.includes('funnel')) - Number(a.includes('funnel')) ||
        a.localeCompare(b),
    );
  return names
    .map((name) => `\`\`\`yaml\n# ${name}\n${readFileSync(join(exampleFolder, name), 'utf8').trimEnd()}\n\`\`\``)
    .join('\n');
}

/** The reference for language models, from the schemas and the catalogue of functions. */
export function modelReference(all: ReadonlyMap<string, Schema>): string {
  const options: CompactOptions = {
    all,
    named: new Map([...types.map(([file, name]) => [`${file}.schema.json#${name}`, name] as const), ...plainNames]),
  };
  const fileLines = files.map((name) => {
    const path = `${name}.schema.json`;
    return `- ${name}: ${compactKeys(all.get(path) as Schema, path, options)}`;
  });
  const typeLines = types.map(
    ([file, name]) => `- ${name}: ${compactType(definitionOf(all, file, name), `${file}.schema.json`, options)}`,
  );
  const variantLine = (name: 'field' | 'rule', properties: Readonly<Record<string, readonly string[]>>): string =>
    `- Keys that only some kinds of ${name} have: ${Object.entries(properties)
      .map(([kind, keys]) => `${kind} ${keys.join(' ')}`)
      .join('; ')}`;
  const blockLines = [...all].flatMap(([path, schema]) => {
    const [, type] = /^blocks\/(.*)\.schema\.json$/.exec(path) ?? [];
    if (type === undefined) return [];
    const keys = compactKeys(schema, path, options, ['type', 'id', 'when', 'tone', 'aliases']);
    const about = String(schema['description']).split('. ')[0]?.replace(/\.$/, '');
    return [`- ${type} (${about})${keys === '' ? '' : `: ${keys}`}`];
  });
  const functionLines = Object.values(functionCatalogue).map(({ form, about }) => `- ${form}: ${about}`);
  return [
    `<!-- Generated by tools/generate.ts from schemas/. Do not edit: run \`npm run generate\`. -->\n${start}`,
    `## Examples\n\nThese files together are a valid folder.\n\n${examples()}`,
    rules.trimEnd(),
    `\n## Keys by file\n${notation}\n${fileLines.join('\n')}`,
    `\n## Types\n\n${[...typeLines, variantLine('field', fieldProperties), variantLine('rule', ruleParameters)].join('\n')}`,
    `\n## Blocks\n\n${blockLines.join('\n')}`,
    `\n## Functions\n\n${functionLines.join('\n')}\n`,
  ].join('\n');
}

/** `llms.txt` (https://llmstxt.org): where a language model finds what. */
export const modelIndex = (): string => `# Funnel engine

> Marketing pages and multi-step funnels written in YAML. The engine checks the definitions, compiles flows to XState
> machines, serves complete HTML pages, stores every lead and replays recorded visits. Definitions are all that a site needs.

To write or edit a funnel, read the reference for language models first; it fits into ${mostTokens.toLocaleString('en')} tokens. Then work in a
loop: edit, \`npx funnel check\`, correct what it reports.

## Writing definitions

- [Reference for language models](${modelReferencePath}): files, keys, blocks, functions, rules and valid examples
- [Authors' guide](funnels/README.md): chapters, and every key with its description, for people
- [Schemas for editors](schemas/generated/editor): JSON Schema for each kind of file

## Optional

- [README](README.md): commands, traces, settings
- [Deliveries](docs/deliveries.md): e-mails and webhooks after a form
- [Tracking](docs/tracking.md): pixel, tags, attribution
- [Operations](docs/operations.md): running it in production
- [Commands](docs/commands.md): every command of funnel with its options
`;
