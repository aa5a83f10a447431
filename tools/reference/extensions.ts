/** The page of the reference with the site's extensions. */

import type { Extensions } from '../../engine/extensions/extensions.ts';
import { callOf } from '../../engine/extensions/functions.ts';
import type { Key, Keys } from '../../schemas/extensions/extensions.js';
import type { DrawnExamples } from './draw-examples.ts';
import { codeBlock, codeHtml, described, htmlTable, type ReferencePage, type ReferenceSection } from './html.ts';
import type { ShowExample } from './pages.ts';

type Section = Pick<ReferenceSection, 'title' | 'about' | 'html'>;

const group = (kind: string, title: string, sections: readonly Section[]): ReferenceSection[] =>
  sections.length === 0
    ? []
    : [
        { id: kind, title, level: 2, html: '' },
        ...sections.map((section): ReferenceSection => ({ ...section, id: `${kind}-${section.title}`, level: 3 })),
      ];

const typeText = (key: Key): string =>
  key.type === 'choice' ? key.oneOf.map(codeHtml).join(', ') : key.type === 'list' ? 'list' : key.type;

/** The keys of a block, and those of the records in its lists: `items[].figure`. */
const keyRows = (keys: Keys, prefix = ''): string[][] =>
  Object.entries(keys).flatMap(([name, key]) => [
    [
      key.optional === true
        ? codeHtml(prefix + name)
        : `<span class="must">${codeHtml(prefix + name)}</span> <span class="need">required</span>`,
      typeText(key),
      described(key.description),
    ],
    ...(key.type === 'list' ? keyRows(key.of, `${prefix}${name}[].`) : []),
  ]);

const parameterRows = (
  parameters: Readonly<Record<string, { description: string; type: string; oneOf?: readonly string[] }>>,
): string[][] =>
  Object.entries(parameters).map(([name, { description, type, oneOf }]) => [
    codeHtml(name),
    oneOf === undefined ? type : oneOf.map(codeHtml).join(', '),
    described(description),
  ]);

const resultText = (value: string | number | boolean): string => codeHtml(JSON.stringify(value));

/** The page; none for a site without extensions. */
export function extensionsPage(
  extensions: Extensions,
  { blocks, fields }: DrawnExamples,
  show: ShowExample,
): ReferencePage[] {
  if (extensions.hash === '') return [];
  const sections = [
    ...group(
      'blocks',
      'Blocks',
      Object.entries(extensions.blocks).map(([name, { description, keys }]) => {
        const example = blocks.get(name);
        const drawn = example === undefined ? '' : show(`block ${name}`, example);
        const table = htmlTable(`Keys of ${name}`, ['Key', 'Value', 'Description'], keyRows(keys));
        return { title: name, about: description, html: `<p>${described(description)}</p>${drawn}${table}` };
      }),
    ),
    ...group(
      'fields',
      'Types of fields',
      Object.entries(extensions.fields).map(([name, { description }]) => {
        const example = fields.get(name);
        const drawn = example === undefined ? '' : show(`field ${name}`, example);
        return { title: name, about: description, html: `<p>${described(description)}</p>${drawn}` };
      }),
    ),
    ...group(
      'rules',
      'Rules',
      Object.entries(extensions.rules).map(([name, { description, parameters, valid, invalid }]) => {
        const tried = [
          ...valid.map((value) => [codeHtml(value), 'accepted']),
          ...invalid.map((value) => [codeHtml(value), 'refused']),
        ];
        const given = parameterRows(parameters);
        return {
          title: name,
          about: description,
          html: [
            `<p>${described(description)}</p>`,
            codeBlock(`rules:\n  - { rule: ${name}, message: … }`, `YAML of rule ${name}`),
            htmlTable(`Values that ${name} was tried with`, ['Value', 'Result'], tried),
            given.length === 0
              ? ''
              : htmlTable(`Parameters of ${name}, under with`, ['Parameter', 'Value', 'Description'], given),
          ].join(''),
        };
      }),
    ),
    ...group(
      'functions',
      'Functions',
      Object.entries(extensions.functions).map(([name, { file }]) => ({
        title: name,
        about: file.description,
        html: [
          `<p>${codeHtml(callOf(name, file))}</p><p>${described(file.description)}</p>`,
          htmlTable(`Parameters of ${name}`, ['Parameter', 'Value', 'Description'], parameterRows(file.parameters)),
          htmlTable(
            `Examples of ${name}`,
            ['Expression', 'Result'],
            // The results were computed when the file was read.
            Object.entries(file.examples).map(([call, result]) => [codeHtml(call), resultText(result)]),
          ),
        ].join(''),
      })),
    ),
    ...group(
      'connectors',
      'Connectors',
      Object.entries(extensions.connectors).map(([name, { description, settings = {} }]) => ({
        title: name,
        about: description,
        html: `<p>${described(description)}</p>${htmlTable(
          `Settings of ${name}, under with`,
          ['Setting', 'Value', 'Description'],
          Object.entries(settings).map(([setting, { description: about, optional, secret }]) => [
            codeHtml(setting),
            `${secret === true ? 'an environment variable' : 'a text'}${optional === true ? ', optional' : ''}`,
            described(about),
          ]),
        )}`,
      })),
    ),
  ];
  return [
    {
      name: 'extensions',
      title: 'Extensions of this site',
      about:
        'What the files in `extensions/` add to the words of the engine. Each example was tried when this page was written.',
      sections,
    },
  ];
}
