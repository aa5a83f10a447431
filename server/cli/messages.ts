/** `funnel messages [FOLDER]`: prints the engine's own texts for visitors, as `site.yaml` replaces them. */
import { Document } from 'yaml';
import { messagesFor, missingMessages } from '../../engine/messages/catalogue.ts';
import type { SiteFile } from '../../schemas/generated/types.ts';
import { type CommandCall, InvalidArguments, type Output } from './command.ts';
import { definitionFilesOf, draftOf } from './definitions.ts';

/** @returns the exit code: 0 printed, 2 the folder or its site.yaml cannot be read */
export async function messages({ positionals }: CommandCall, output: Output): Promise<number> {
  const [folder = 'funnels', ...more] = positionals;
  if (more.length > 0) throw new InvalidArguments('Only one folder can be read at a time.');
  try {
    const site = draftOf(await definitionFilesOf(folder))?.site.data;
    if (site === undefined)
      throw new RangeError(`There is no valid site.yaml in ${folder}. \`funnel check ${folder}\` shows why.`);
    output.out(printed(site));
    return 0;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    output.err(error.message);
    return 2;
  }
}

/** The texts that a site does not replace, as YAML. Those in another language are marked. */
function printed(site: SiteFile): string {
  const own = site.messages ?? {};
  const missing = missingMessages(site);
  const document = new Document({ messages: {} });
  for (const [key, text] of Object.entries(messagesFor(site))) {
    if (Object.hasOwn(own, key)) continue;
    const value = document.createNode(text);
    if (Object.hasOwn(missing, key)) value.comment = ' to translate';
    document.setIn(['messages', key], value);
  }
  return document.toString({ lineWidth: 0, singleQuote: true }).trimEnd();
}
