/** Draws the examples of the reference in the theme of a site, with the renderer that serves its pages. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseDocument, stringify } from 'yaml';
import type { SiteDefinition } from '../../engine/definition.ts';
import type { Extensions } from '../../engine/extensions/extensions.ts';
import { loadSite } from '../../engine/load/load-site.ts';
import { formMessages } from '../../engine/messages/catalogue.ts';
import type { PageRenderer } from '../../renderer/contract.ts';
import type { Keys } from '../../schemas/extensions/extensions.js';
import { fieldTypes } from '../../schemas/vocabulary.ts';
import type { DefinitionFiles } from '../../server/definitions/read.ts';
import { problemText } from '../../server/definitions/refusal.ts';
import { fingerprint } from '../../server/disk/fingerprint.ts';
import { packageFolder } from '../../server/package-folder.ts';
import { authoredTypes } from '../schemas.ts';

/** An example: its text as an author writes it, and its data. */
interface WrittenExample {
  readonly text: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** A drawn example. */
export interface DrawnExample {
  readonly text: string;
  /** Null for a word that draws nothing of its own. */
  readonly drawn: { readonly html: string; readonly css: string } | null;
}

export interface DrawnExamples {
  readonly blocks: ReadonlyMap<string, DrawnExample>;
  readonly fields: ReadonlyMap<string, DrawnExample>;
}

/** The picture of the examples. */
export const examplePicture = {
  path: 'funnel-reference/picture.svg',
  text: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 360"><rect width="640" height="360" fill="#e2e8f0"/><circle cx="200" cy="180" r="90" fill="#94a3b8"/><circle cx="340" cy="180" r="90" fill="#64748b"/><circle cx="480" cy="180" r="90" fill="#475569"/></svg>',
};

/** Reads the examples of words in their folders, with their texts as they are written. */
function examplesIn(folder: string, words: readonly string[]): Map<string, WrittenExample> {
  return new Map(
    words.map((word) => {
      const text = readFileSync(join(packageFolder, folder, word, 'example.yaml'), 'utf8').trimEnd();
      return [word, { text, data: parseDocument(text).toJS() as Record<string, unknown> }];
    }),
  );
}

type Values = WrittenExample['data'];

/** An example with addresses and pictures that exist: it was written for no site. */
const placed = (keys: Keys, values: Values): Values =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => {
      const key = keys[name];
      if (key?.type === 'href') return [name, `${base}/block-hero`];
      if (key?.type === 'asset') return [name, examplePicture.path];
      return [name, key?.type === 'list' ? (value as Values[]).map((each) => placed(key.of, each)) : value];
    }),
  );

/** The example of an extension. @param data as it is drawn */
const ownExample = (written: Values, data = written): WrittenExample => ({ text: stringify(written).trimEnd(), data });

const extensionBlocks = ({ blocks }: Extensions) =>
  Object.entries(blocks).map(([type, { keys, example }]) => {
    const written = { type, ...example };
    return [type, ownExample(written, placed(keys, written))] as const;
  });

const ownFields = ({ fields }: Extensions) =>
  Object.entries(fields).map(([type, { field }]) => {
    const label = field.label === undefined ? { label: type } : {};
    return [type, ownExample({ type, ...label })] as const;
  });

/** Blocks that only the step of a flow can have. */
const inSteps = new Set(['form', 'question', 'progress', 'score']);
/** Blocks and fields that draw nothing of their own. */
const undrawn = new Set(['part', 'stage', 'hidden']);

const base = '/funnel-reference';
const about =
  'An example of the reference. It is on no page of the site and in no sitemap, and search engines never see it, as it is drawn only here.';

/** Definitions whose pages and steps contain an example each. */
function exampleFiles(blocks: ReadonlyMap<string, WrittenExample>, fields: ReadonlyMap<string, WrittenExample>) {
  const files: Record<string, unknown> = {};
  const step = { search: 'hidden', description: about };
  const steps: Record<string, Record<string, unknown>> = {};
  for (const [type, { data }] of blocks) {
    if (undrawn.has(type)) continue;
    const path = `${base}/block-${type}`;
    if (!inSteps.has(type)) {
      files[`block-${type}.page.yaml`] = {
        page: `funnel-reference-${type}`,
        paths: [path],
        title: `Block ${type}`,
        description: about,
        search: 'hidden',
        blocks: [data],
      };
      continue;
    }
    const kind =
      type === 'form'
        ? { form: 'funnel-reference' }
        : type === 'question'
          ? { ask: 'one', onEmpty: { toast: 'Choose', text: 'Choose an answer.' } }
          : {};
    const button =
      type === 'form' || type === 'question' ? [] : [{ type: 'actions', actions: [{ label: 'Continue', send: 'go' }] }];
    steps[`block-${type}`] = { ...step, path: [path], title: `Block ${type}`, ...kind, show: [data, ...button] };
  }
  for (const [type, { data }] of fields) {
    const form = `funnel-reference-${type}`;
    if (undrawn.has(type)) continue;
    files[`${type}.form.yaml`] = { form, fields: { [`field_${type.replaceAll('-', '_')}`]: data } };
    steps[`field-${type}`] = {
      ...step,
      path: [`${base}/field-${type}`],
      title: `Field ${type}`,
      form,
      show: [{ type: 'form', submit: 'Send' }],
    };
  }
  // No step may be unreachable: each leads to the one after it.
  const ids = [...Object.keys(steps), 'end'];
  ids.slice(1).forEach((next, index) => {
    const each = steps[ids[index] as string] as Record<string, unknown>;
    Object.assign(
      each,
      each['form'] !== undefined || each['ask'] !== undefined ? { next } : { on: { go: { to: next } } },
    );
  });
  files['reference.form.yaml'] = {
    form: 'funnel-reference',
    fields: {
      city: { type: 'text', label: 'City', maxLength: 80 },
      email: { ...(fields.get('email')?.data ?? {}), label: 'E-mail' },
    },
  };
  files['reference.flow.yaml'] = {
    flow: 'funnel-reference',
    page: 'funnel-reference-frame',
    start: Object.keys(steps)[0],
    data: { answers: { type: 'list', of: 'number', allowed: [0, 10], length: 1 } },
    questions: {
      one: {
        saveAs: 'answers',
        items: [
          {
            id: 'often',
            question: 'How often do you publish?',
            options: [
              { value: 0, label: 'Never' },
              { value: 10, label: 'Every week' },
            ],
          },
        ],
      },
    },
    steps: { ...steps, end: { show: [{ type: 'text', title: 'The end' }], final: true } },
  };
  files['frame.page.yaml'] = { page: 'funnel-reference-frame', blocks: [{ type: 'stage' }] };
  return Object.entries(files).map(([name, data]) => ({ path: `funnel-reference/${name}`, text: stringify(data) }));
}

/** The site with a calendar entry that the example of `calendar` names. */
function withEntry(text: string): string {
  const document = parseDocument(text);
  document.setIn(['calendar', 'reference'], {
    title: 'Live class',
    starts: '2099-05-12T19:00:00-03:00',
    ends: '2099-05-12T21:00:00-03:00',
  });
  return String(document);
}

/** The content of a page without what belongs to a document: scripts, the skip link, toasts. */
function contentOf(html: string): string {
  const body = /<body[^>]*>([\s\S]*)<\/body>/.exec(html)?.[1] ?? '';
  return body
    .replace(/<script[\s\S]*?<\/script>|<script[^>]*\/>/g, '')
    .replace(/<a class="skip"[\s\S]*?<\/a>/, '')
    .replace(/<div id="toasts"[\s\S]*$/, '')
    .replaceAll('<main', '<div')
    .replaceAll('</main>', '</div>');
}

/** The styles of a page for a shadow root, where the host stands for the document. */
const stylesOf = (html: string): string =>
  [...html.matchAll(/<style>([\s\S]*?)<\/style>/g)]
    .map(([, css]) => css as string)
    .join('\n')
    .replace(/(^|[},])\s*(?::root|html|body)(?=[\s,{])/g, '$1:host');

/**
 * Draws every example on a site.
 * @param files the definitions of the site, without errors
 * @throws RangeError when an example does not pass the check on this site
 */
export async function drawExamples(
  renderer: PageRenderer,
  { files, assets, extensions }: DefinitionFiles,
): Promise<DrawnExamples> {
  const blocks = new Map([...examplesIn('renderer/blocks', authoredTypes), ...extensionBlocks(extensions)]);
  const fields = new Map([...examplesIn('engine/fields', fieldTypes), ...ownFields(extensions)]);
  const written = files.map(({ path, text }) =>
    /^site\.(ya?ml|json)$/.test(path) ? { path, text: withEntry(text) } : { path, text },
  );
  const undrawnExtensions = { block: new Set<string>(), field: new Set<string>() };
  const load = () =>
    loadSite(
      [
        ...written,
        ...exampleFiles(
          new Map([...blocks].filter(([type]) => !undrawnExtensions.block.has(type))),
          new Map([...fields].filter(([type]) => !undrawnExtensions.field.has(type))),
        ),
      ],
      { hash: fingerprint, extensions, assets: new Set([...assets, examplePicture.path]) },
    );
  const first = load();
  // An extension whose example does not fit this site is not drawn.
  for (const { severity, file } of first.site === null ? first.problems : []) {
    const [, block, field] = /^funnel-reference\/(?:block-(.+)\.page|(.+)\.form)\.yaml$/.exec(file) ?? [];
    if (severity !== 'error') continue;
    if (block !== undefined && Object.hasOwn(extensions.blocks, block)) undrawnExtensions.block.add(block);
    if (field !== undefined && Object.hasOwn(extensions.fields, field)) undrawnExtensions.field.add(field);
  }
  const { site, problems } = undrawnExtensions.block.size + undrawnExtensions.field.size === 0 ? first : load();
  const errors = problems.filter(({ severity }) => severity === 'error');
  if (site === null) throw new RangeError(`The examples do not fit this site.\n${errors.map(problemText).join('\n')}`);
  const drawn = async (written: ReadonlyMap<string, WrittenExample>, kind: 'block' | 'field') => {
    const results = new Map<string, DrawnExample>();
    for (const [word, { text }] of written)
      results.set(word, {
        text,
        drawn:
          undrawn.has(word) || undrawnExtensions[kind].has(word)
            ? null
            : await drawPath(renderer, site, `${base}/${kind}-${word}`),
      });
    return results;
  };
  return { blocks: await drawn(blocks, 'block'), fields: await drawn(fields, 'field') };
}

async function drawPath(renderer: PageRenderer, site: SiteDefinition, path: string): Promise<DrawnExample['drawn']> {
  const { html } = await renderer.renderStatic({
    site,
    route: site.routes[path] as SiteDefinition['routes'][string],
    hidden: true,
    origin: site.site.url,
    bundles: {},
    formMessages: formMessages(site.site),
    picture: () => '/',
  });
  return { html: contentOf(html), css: stylesOf(html) };
}

/** The folder of the build. */
export const builtFolder = join(packageFolder, 'dist');
