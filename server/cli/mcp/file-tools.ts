/** Tools that read and write the files of a site. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import sharp from 'sharp';
import { applyEdits, type Edit } from '../../../engine/edits/edit.ts';
import { fileKindOf } from '../../../engine/load/parse/parse-file.ts';
import { packageFolder } from '../../package-folder.ts';
import {
  checked,
  type FileEdit,
  filePlace,
  filesIn,
  pathsOf,
  readContent,
  requireBases,
  versionOf,
  withEdits,
  writeEdits,
} from './definition-files.ts';
import { checkText, type McpTool, type ToolReply, textArgument } from './tool.ts';

const reference = join(packageFolder, 'llms-reference.md');

const base = textArgument(
  'The version that `read` gave. Required for a file that exists, so that no change of others is lost.',
);

/** The files of a call, with their whole texts. */
export const wholeFiles = {
  type: 'array',
  minItems: 1,
  description: 'The files, with their whole texts.',
  items: {
    type: 'object',
    additionalProperties: false,
    required: ['path', 'text'],
    properties: {
      path: textArgument(
        'The path below the folder, such as level/level.funnel.yaml, or extensions/KIND/NAME.ts for an extension.',
      ),
      text: { type: ['string', 'null'], description: 'The whole new text; null removes the file.' },
      base,
    },
  },
};

/** A part of a file and what takes its place. */
interface Replacement {
  readonly old: string;
  readonly new: string;
}

/** The text after replacements. @throws RangeError for a part that is missing, that occurs several times, or that overlaps another */
function replaced(path: string, before: string, replacements: readonly Replacement[]): string {
  const edits = replacements.map(({ old, new: text }): Edit => {
    const count = before.split(old).length - 1;
    const start = before.indexOf(old);
    if (count === 1) return { start, end: start + old.length, text };
    const problem = count === 0 ? 'does not contain' : `contains ${count} times`;
    throw new RangeError(
      `${path} ${problem} ${JSON.stringify(old)}. Give a text that occurs once. Nothing was written.`,
    );
  });
  const sorted = edits.toSorted((one, other) => one.start - other.start);
  const both = sorted.findIndex(({ start }, index) => start < (sorted[index - 1]?.end ?? 0));
  if (both > 0) {
    const [one, other] = sorted.slice(both - 1).map(({ start, end }) => JSON.stringify(before.slice(start, end)));
    throw new RangeError(`${one} and ${other} overlap in ${path}. Give one text for both. Nothing was written.`);
  }
  return applyEdits(before, edits);
}

/** Checks a folder with edits, and writes them if it has no error. */
async function write(folder: string, edits: readonly FileEdit[]): Promise<ToolReply> {
  requireBases(folder, edits);
  const edited = await withEdits(folder, await filesIn(folder), edits);
  const loaded = checked(edited);
  const report = checkText(loaded, edited.files.length);
  if (loaded.site === null) return { text: `Nothing was written.\n\n${report}`, failed: true };
  // Somebody may have written while the check ran.
  requireBases(folder, edits);
  writeEdits(folder, edits);
  const done = edits.map(({ path, text: its }) =>
    its === null ? `Removed ${path}.` : `Wrote ${path}, version ${versionOf(its)}.`,
  );
  return { text: `${done.join('\n')}\n\n${report}` };
}

/** The largest asset that a call can carry, in bytes. */
const mostAssetBytes = 8 * 1024 * 1024;
/** The longest side of a picture in a reply, in pixels. */
const pictureSide = 1000;

const referenceTool: McpTool = {
  name: 'reference',
  title: 'Reference',
  description:
    'How definitions are written: files, keys, blocks, functions, rules, and a valid example. Read it before the first edit.',
  input: { type: 'object', properties: {} },
  isReadOnly: true,
  run: async () => ({ text: readFileSync(reference, 'utf8') }),
};

const listTool = (folder: string): McpTool => ({
  name: 'list',
  title: 'List files',
  description:
    'Lists the definition files with their kind, the assets that they may refer to, and the site’s extensions.',
  input: { type: 'object', properties: {} },
  isReadOnly: true,
  run: async () => {
    const { definitions, assets, code } = pathsOf(await filesIn(folder));
    if (definitions.length === 0)
      return { text: 'The folder is empty. Begin with site.yaml; `reference` has an example.' };
    const lines = definitions.map((path) => `${path} (${fileKindOf(path) ?? 'unknown kind'})`);
    return {
      text: [...lines, ...assets.map((path) => `${path} (asset)`), ...code.map((path) => `${path} (extension)`)].join(
        '\n',
      ),
    };
  },
});

const readTool = (folder: string): McpTool => ({
  name: 'read',
  title: 'Read a file',
  description:
    'Returns the text of a definition or of an extension, and its version, which edits are based on. Of a picture it returns the picture.',
  input: { type: 'object', properties: { path: textArgument('Its path, as `list` shows it.') }, required: ['path'] },
  isReadOnly: true,
  run: async (args) => {
    const path = args['path'] as string;
    const content = readContent(folder, path, await filesIn(folder));
    const note = `version: ${versionOf(content)}`;
    if (/\.(?:png|jpe?g|webp|avif|gif|svg)$/i.test(path)) {
      const image = sharp(content).resize(pictureSide, pictureSide, { fit: 'inside', withoutEnlargement: true });
      return { text: `${path}, ${content.length} bytes`, image: await image.png().toBuffer(), note };
    }
    const isText = /\.(?:ya?ml|json|ts|vtt)$/i.test(path);
    return { text: isText ? content.toString('utf8') : `${path}, ${content.length} bytes`, note };
  },
});

const writeTool = (folder: string): McpTool => ({
  name: 'write',
  title: 'Write files',
  description:
    'Writes definition files and extensions, and checks the whole folder with them. If there is an error, nothing is written and the errors are returned. Files that refer to each other belong in one call. A running server serves them at once, unless it has PUBLISH=on-command.',
  input: { type: 'object', properties: { files: wholeFiles }, required: ['files'] },
  isReadOnly: false,
  run: async ({ files }) => write(folder, files as readonly FileEdit[]),
});

const editTool = (folder: string): McpTool => ({
  name: 'edit',
  title: 'Edit parts of files',
  description:
    'Replaces parts of files; everything else stays. Each old text has to occur once. Checks and writes as `write` does.',
  input: {
    type: 'object',
    properties: {
      files: {
        type: 'array',
        minItems: 1,
        items: {
          type: 'object',
          additionalProperties: false,
          required: ['path', 'base', 'replace'],
          properties: {
            path: textArgument('The path, as `list` shows it.'),
            base,
            replace: {
              type: 'array',
              minItems: 1,
              items: {
                type: 'object',
                additionalProperties: false,
                required: ['old', 'new'],
                properties: {
                  old: textArgument('A part of the text as it is.'),
                  new: textArgument('What takes its place.'),
                },
              },
            },
          },
        },
      },
    },
    required: ['files'],
  },
  isReadOnly: false,
  run: async (args) => {
    const wanted = args['files'] as readonly { path: string; base: string; replace: readonly Replacement[] }[];
    const files = await filesIn(folder);
    requireBases(
      folder,
      wanted.map(({ path, base: from }) => ({ path, base: from, text: null })),
    );
    return write(
      folder,
      wanted.map(({ path, base: from, replace }) => ({
        ...{ path, base: from },
        text: replaced(path, readContent(folder, path, files).toString('utf8'), replace),
      })),
    );
  },
});

const assetTool = (folder: string): McpTool => ({
  name: 'write_asset',
  title: 'Write an asset',
  description:
    'Writes a picture or another file that definitions refer to, such as level/assets/plants.svg. Checks and writes as `write` does.',
  input: {
    type: 'object',
    properties: {
      path: textArgument('The path below the folder.'),
      data: textArgument('The content: Base64, or the text of an SVG.'),
      base,
    },
    required: ['path', 'data'],
  },
  isReadOnly: false,
  run: async (args) => {
    const { path, data, base: from } = args as { path: string; data: string; base?: string };
    filePlace(folder, path);
    const content = /^\s*</.test(data) ? Buffer.from(data) : Buffer.from(data, 'base64');
    if (content.length > mostAssetBytes)
      throw new RangeError(`${path} has ${content.length} bytes; a call can carry ${mostAssetBytes}.`);
    return write(folder, [{ path, text: content, base: from }]);
  },
});

const checkTool = (folder: string): McpTool => ({
  name: 'check',
  title: 'Check the definitions',
  description: 'Lists the errors and warnings of all definitions, each with its place and what to write instead.',
  input: { type: 'object', properties: {} },
  isReadOnly: true,
  run: async () => {
    const files = await filesIn(folder);
    const loaded = checked(files);
    return { text: checkText(loaded, files.files.length), failed: loaded.site === null };
  },
});

export const fileTools = (folder: string): McpTool[] => [
  referenceTool,
  listTool(folder),
  readTool(folder),
  writeTool(folder),
  editTool(folder),
  assetTool(folder),
  checkTool(folder),
];
