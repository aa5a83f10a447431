/** The pages of the reference: from the schemas, the catalogue of functions and drawn examples. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { FunctionName } from '../../engine/expressions/functions.ts';
import {
  compileExpression,
  dateFormatter,
  evaluate,
  functionCatalogue,
  typeOf,
} from '../../engine/expressions/index.ts';
import type { Extensions } from '../../engine/extensions/extensions.ts';
import type { Json } from '../../schemas/compiled.ts';
import { deliveryProperties, fieldProperties, ruleParameters, stepProperties } from '../../schemas/generated/types.ts';
import { acceptance, explanations } from '../../server/cli/explanations.ts';
import { packageFolder } from '../../server/package-folder.ts';
import { descriptionOf, keyTables, type LocatedSchema, resolvedSchema, writtenAs } from '../author-tables.ts';
import type { Schema } from '../schemas.ts';
import type { DrawnExample, DrawnExamples } from './draw-examples.ts';
import { extensionsPage } from './extensions.ts';
import { exampleValues, functionExamples } from './function-examples.ts';
import {
  codeBlock,
  codeHtml,
  described,
  escapedHtml,
  htmlTable,
  type ReferencePage,
  type ReferenceSection,
} from './html.ts';

type Schemas = ReadonlyMap<string, Schema>;

/** Draws an example into a page. @returns its HTML */
export type ShowExample = (word: string, example: DrawnExample) => string;

const record = (value: unknown): Record<string, Schema> => (value ?? {}) as Record<string, Schema>;

/** Records that have a table of their own, by their schema. */
const tableOf = (all: Schemas, schema: Schema): string | undefined =>
  Object.entries(keyTables).find(
    ([, [file, definition]]) =>
      definition !== undefined && record(all.get(file)?.['definitions'])[definition] === schema,
  )?.[0];

const anchorOf = (table: string): string =>
  table
    .replace(/^words of (a |an )?/, '')
    .replace(/[^a-z]+/gi, '-')
    .toLowerCase();

/** Which page a table is on. */
const pageOfTable = (table: string): string =>
  /step|flow|call|fetch|event/.test(table) ? 'steps' : /field|rule/.test(table) ? 'fields' : 'files';

/** How deep records within records are listed. */
const deepest = 3;

/** The keys of a record, and those of the records in it: `items[].title`. */
function keyRows(all: Schemas, { schema, file }: LocatedSchema, prefix = '', depth = 0): string[][] {
  const required = new Set((schema['required'] as string[] | undefined) ?? []);
  return Object.entries(record(schema['properties'])).flatMap(([name, word]) => {
    const placed = { schema: word, file };
    const must = required.has(name);
    const found = resolvedSchema(placed, all);
    const isList = found.schema['type'] === 'array';
    const isTable = found.schema['type'] === 'object' && found.schema['properties'] === undefined;
    const values = isList ? found.schema['items'] : isTable ? found.schema['additionalProperties'] : undefined;
    const inner =
      typeof values === 'object' && values !== null
        ? resolvedSchema({ schema: values as Schema, file: found.file }, all)
        : found;
    const table = tableOf(all, inner.schema);
    const isBlocks = inner.schema['discriminator'] !== undefined;
    const written = described(writtenAs(placed, all));
    const link =
      table !== undefined
        ? ` of <a href="${pageOfTable(table)}.html#${anchorOf(table)}">${table.replace(/^words of /, '')}</a>`
        : isBlocks
          ? ' of <a href="blocks.html">blocks</a>'
          : '';
    const key = `${prefix}${name}`;
    const row = [
      `${must ? `<span class="must">${codeHtml(key)}</span> <span class="need">required</span>` : codeHtml(key)}`,
      `${written}${link}`,
      described(descriptionOf(placed, all, name)),
    ];
    const hasKeys = inner.schema['properties'] !== undefined && table === undefined && !isBlocks && depth < deepest;
    return [row, ...(hasKeys ? keyRows(all, inner, `${key}${isList ? '[].' : isTable ? '.*.' : '.'}`, depth + 1) : [])];
  });
}

const keyTable = (all: Schemas, caption: string, place: LocatedSchema, without: readonly string[] = []): string => {
  const properties = Object.entries(record(place.schema['properties'])).filter(([name]) => !without.includes(name));
  const rows = keyRows(all, { ...place, schema: { ...place.schema, properties: Object.fromEntries(properties) } });
  return rows.length === 0
    ? '<p>It has no keys of its own.</p>'
    : htmlTable(caption, ['Key', 'Value', 'Description'], rows);
};

/** The descriptions of the values of an enumeration: `text, textarea: one line or several.` */
function valueDescriptions(schema: Schema): Map<string, string> {
  const words = new Set((schema['enum'] as string[] | undefined) ?? []);
  const found = new Map<string, string>();
  for (const sentence of String(schema['description']).split(/\.\s+|\.$/)) {
    const [, names = '', text = ''] = /^([\w-]+(?:, [\w-]+)*): ([\s\S]*)$/.exec(sentence) ?? [];
    for (const name of names.split(', '))
      if (words.has(name)) found.set(name, `${text[0]?.toUpperCase() ?? ''}${text.slice(1)}.`);
  }
  return found;
}

const keysText = (keys: readonly string[]): string => keys.map(codeHtml).join(', ');

const definitionOf = (all: Schemas, file: string, name: string): LocatedSchema => ({
  file: `${file}.schema.json`,
  schema: record(all.get(`${file}.schema.json`)?.['definitions'])[name] as Schema,
});

const severities = { error: 'Error', warning: 'Warning', note: 'Note' } as const;

/** What each code of the check means. */
function mistakesPage(): ReferencePage {
  const sections = Object.entries(explanations()).map(([code, explanation]): ReferenceSection => {
    const { severity, title, message, hint, file, frame, correction } = explanation;
    const html = [
      `<p>${severities[severity]}. ${escapedHtml(message)}${hint === undefined ? '' : ` <strong>${escapedHtml(hint)}</strong>`}</p>`,
      ...(frame === '' ? [] : [`<p>For example, in ${codeHtml(file)}:</p>`, codeBlock(frame, `Example of ${code}`)]),
      ...(correction === undefined ? [] : ['<p>Without the mistake:</p>', codeBlock(correction, `${code} corrected`)]),
      ...(severity !== 'error' ? [`<p>To accept it: ${codeHtml(acceptance(code))}</p>`] : []),
    ];
    return { id: code, title: code, about: title, level: 2, html: html.join('\n') };
  });
  return {
    name: 'mistakes',
    title: 'Mistakes',
    about:
      'What `funnel check` reports, by code. Errors keep a version from being published; warnings can be accepted with a reason. `npx funnel explain CODE` prints the same.',
    sections,
  };
}

/** The section of a table of `keyTables`. */
function tableSection(all: Schemas, name: string): ReferenceSection {
  const [file, definition] = keyTables[name] as readonly [string, string?];
  const whole = all.get(file) as Schema;
  const schema = definition === undefined ? whole : (record(whole['definitions'])[definition] as Schema);
  const words = name.replace(/^words of /, '');
  const title = words.includes('.') ? words : `${words[0]?.toUpperCase()}${words.slice(1)}`;
  const about = String(schema['description'] ?? '');
  return {
    id: anchorOf(name),
    title,
    about: about.split('. ')[0] ?? '',
    level: 2,
    html: `<p>${described(about)}</p>${keyTable(all, title, { schema, file })}`,
  };
}

function blocksPage(all: Schemas, { blocks }: DrawnExamples, show: ShowExample): ReferencePage {
  const sections = [...all].flatMap(([file, schema]): ReferenceSection[] => {
    const [, type] = /^blocks\/(.*)\.schema\.json$/.exec(file) ?? [];
    if (type === undefined) return [];
    const about = String(schema['description']);
    const example = blocks.get(type);
    return [
      {
        id: type,
        title: type,
        about,
        level: 2,
        html: `<p>${described(about)}</p>${example === undefined ? '' : show(`block ${type}`, example)}${keyTable(all, `Keys of ${type}`, { schema, file }, ['type', 'id', 'when', 'tone'])}`,
      },
    ];
  });
  return {
    name: 'blocks',
    title: 'Blocks',
    about:
      'The pieces of pages and steps. Every block also accepts `id` (an anchor), `when` (shown while this holds) and `tone` (`plain`, `soft`, `dark`, `accent`, `success`, `warning`, `danger`).',
    sections,
  };
}

function fieldsPage(all: Schemas, { fields }: DrawnExamples, show: ShowExample): ReferencePage {
  const field = definitionOf(all, 'form', 'field');
  const rule = definitionOf(all, 'form', 'rule');
  const typeSchema = record(field.schema['properties'])['type'] as Schema;
  const ruleSchema = record(rule.schema['properties'])['rule'] as Schema;
  const abouts = valueDescriptions(typeSchema);
  const rules = valueDescriptions(ruleSchema);
  return {
    name: 'fields',
    title: 'Fields and rules',
    about: 'What a form asks, and what it accepts. Browser and server apply the same rules.',
    sections: [
      { ...tableSection(all, 'words of a field'), title: 'Keys of a field' },
      ...(typeSchema['enum'] as string[]).map((type): ReferenceSection => {
        const own = (fieldProperties as Record<string, readonly string[]>)[type];
        const example = fields.get(type);
        const about = abouts.get(type) ?? '';
        return {
          id: `field-${type}`,
          title: type,
          about,
          level: 3,
          html: `<p>${described(about)}${own === undefined ? '' : ` Keys of its own: ${keysText(own)}.`}</p>${example === undefined ? '' : show(`field ${type}`, example)}`,
        };
      }),
      { ...tableSection(all, 'words of a rule'), title: 'Keys of a rule' },
      ...(ruleSchema['enum'] as string[]).map((name): ReferenceSection => {
        const own = (ruleParameters as Record<string, readonly string[]>)[name];
        const about = rules.get(name) ?? '';
        return {
          id: `rule-${name}`,
          title: name,
          about,
          level: 3,
          html: `<p>${described(about)}${own === undefined ? '' : ` Parameters: ${keysText(own)}.`}</p>`,
        };
      }),
    ],
  };
}

/** What the kinds of steps without a key of their own do. */
const showStep = 'A screen without questions and forms. Its buttons send events, which `on` leads on.';

const stepExample = (kind: string): string =>
  readFileSync(join(packageFolder, 'engine/steps', kind, 'example.yaml'), 'utf8').trimEnd();

function stepsPage(all: Schemas): ReferencePage {
  const step = definitionOf(all, 'flow', 'step');
  const properties = record(step.schema['properties']);
  const kinds = Object.entries(stepProperties).map(([kind, keys]): ReferenceSection => {
    const own = properties[kind === 'show' ? '' : kind];
    const about = own === undefined ? showStep : descriptionOf({ schema: own, file: step.file }, all, kind);
    return {
      id: `step-${kind}`,
      title: `Step with ${kind}`,
      about,
      level: 3,
      html: `<p>${described(about)} Keys of its own: ${keysText(keys)}.</p>${codeBlock(stepExample(kind), `Example of ${kind}`)}`,
    };
  });
  const [flow, own, ...others] = [
    'words of a flow',
    'words of a step',
    'words of fetch and submit',
    'words of a call',
    'words of an event',
  ].map((name) => tableSection(all, name));
  return {
    name: 'steps',
    title: 'Flows and steps',
    about: 'A flow is a list of named steps, each with where it leads. The kind of a step follows from its keys.',
    sections: [flow as ReferenceSection, own as ReferenceSection, ...kinds, ...others],
  };
}

/** The result of an example of a function. @throws Error when the example is not valid */
function resultOf(expression: string): string {
  const types = Object.fromEntries(Object.entries(exampleValues).map(([name, value]) => [name, typeOf(value as Json)]));
  const formatDate = dateFormatter('en-US', 'UTC');
  const compiled = compileExpression(expression, types, undefined, { signs: { group: ',', point: '.' }, formatDate });
  if (!('code' in compiled))
    throw new Error(`${expression}: ${compiled.problems.map(({ message }) => message).join(' ')}`);
  return JSON.stringify(evaluate(compiled.code, exampleValues as Record<string, Json>, formatDate));
}

function expressionsPage(): ReferencePage {
  const values = Object.entries(exampleValues).map(
    ([name, value]) => `${codeHtml(name)} is ${codeHtml(JSON.stringify(value))}`,
  );
  return {
    name: 'expressions',
    title: 'Expressions',
    about:
      "Conditions and values: `score >= 70 && plan == 'vip'`. In texts they stand in `{{ … }}`, where a function may also follow a bar: `{{ facts.price | brl }}`.",
    sections: [
      {
        id: 'operators',
        title: 'Operators',
        level: 2,
        html: `<p>Comparison <code>==</code> <code>!=</code> <code>&lt;</code> <code>&lt;=</code> <code>&gt;</code> <code>&gt;=</code>, logic <code>&amp;&amp;</code> <code>||</code> <code>!</code>, arithmetic <code>+</code> <code>-</code> <code>*</code> <code>/</code> <code>%</code>, <code>in</code> a list, a choice <code>test ? this : that</code>, members <code>result.score</code> and elements <code>answers[0]</code>. In the examples below ${values.join(', ')}.</p>`,
      },
      ...Object.entries(functionCatalogue).map(
        ([name, { form, about }]): ReferenceSection => ({
          id: name,
          title: name,
          about,
          level: 2,
          html: `<p>${codeHtml(form)}</p><p>${described(about)}</p>${htmlTable(
            `Examples of ${name}`,
            ['Expression', 'Result'],
            functionExamples[name as FunctionName].map((each) => [codeHtml(each), codeHtml(resultOf(each))]),
          )}`,
        }),
      ),
    ],
  };
}

function deliveriesPage(all: Schemas): ReferencePage {
  const delivery = definitionOf(all, 'api', 'delivery');
  const destination = definitionOf(all, 'site', 'destination');
  const properties = record(delivery.schema['properties']);
  return {
    name: 'deliveries',
    title: 'Deliveries',
    about:
      'Messages after a submission: `deliver:` of an intake names what is sent to which of the `destinations:` of `site.yaml`.',
    sections: [
      { id: 'delivery', title: 'Keys of a delivery', level: 2, html: keyTable(all, 'Keys of a delivery', delivery) },
      ...Object.entries(deliveryProperties).map(([kind, keys]): ReferenceSection => {
        const about = descriptionOf({ schema: properties[kind] as Schema, file: delivery.file }, all, kind);
        return {
          id: `delivery-${kind}`,
          title: kind,
          about,
          level: 3,
          html: `<p>${described(about)} Keys of its own: ${keysText(keys)}.</p>`,
        };
      }),
      {
        id: 'destination',
        title: 'Keys of a destination',
        level: 2,
        html: keyTable(all, 'Keys of a destination', destination),
      },
      ...(['email', 'document'] as const).map((file): ReferenceSection => {
        const definitions = Object.entries(record(all.get(`${file}.schema.json`)?.['definitions'])).filter(
          ([, schema]) => schema['discriminator'] === undefined,
        );
        const tables = definitions.map(
          ([type, schema]) =>
            `<h3 id="${file}-${type}">${codeHtml(type)}</h3><p>${described(String(schema['description']))}</p>${keyTable(all, `Keys of ${type} in a file of kind ${file}`, { schema, file: `${file}.schema.json` }, ['type'])}`,
        );
        return {
          id: `${file}-blocks`,
          title: `Blocks of ${file === 'email' ? 'an e-mail' : 'a document'}`,
          level: 2,
          html: tables.join(''),
        };
      }),
    ],
  };
}

/** All pages of the reference. @param show draws an example */
export function referencePages(
  all: Schemas,
  extensions: Extensions,
  examples: DrawnExamples,
  show: ShowExample,
): ReferencePage[] {
  const onFiles = Object.keys(keyTables).filter((name) => pageOfTable(name) === 'files');
  return [
    ...extensionsPage(extensions, examples, show),
    blocksPage(all, examples, show),
    fieldsPage(all, examples, show),
    stepsPage(all),
    expressionsPage(),
    deliveriesPage(all),
    mistakesPage(),
    {
      name: 'files',
      title: 'Files and keys',
      about: 'The keys of each kind of file, and of the records that several files use.',
      sections: onFiles.map((name) => tableSection(all, name)),
    },
  ];
}
