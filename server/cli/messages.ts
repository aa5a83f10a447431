/** `funnel messages [FOLDER]`: prints the engine's own texts for visitors, as `site.yaml` replaces them. */
import { Document, isScalar, visit } from 'yaml';
import { messagesFor, missingMessages } from '../../engine/messages/catalogue.ts';
import { type CommandCall, InvalidArguments, type Output } from './command.ts';
import { definitionFilesOf, draftOf } from './definitions.ts';

/** @returns the exit code: 0 printed, 2 the folder or its site.yaml cannot be read */
export async function messages({ positionals }: CommandCall, output: Output): Promise<number> {
  const [folder = 'funnels', ...more] = positionals;
  if (more.length > 0) throw new InvalidArguments('Only one folder can be read at a time.');
  const read = await definitionFilesOf(folder).catch((error: unknown) => error as RangeError);
  const site = read instanceof RangeError ? undefined : draftOf(read)?.site.data;
  if (site === undefined) {
    const invalid = `There is no valid site.yaml in ${folder}. \`funnel check ${folder}\` shows why.`;
    output.err(read instanceof RangeError ? read.message : invalid);
    return 2;
  }
  const own = site.messages ?? {};
  const missing = missingMessages(site);
  const texts = Object.entries(messagesFor(site)).filter(([key]) => !Object.hasOwn(own, key));
  const document = new Document({ messages: Object.fromEntries(texts) });
  visit(document, {
    Pair: (_, { key, value }) => {
      if (isScalar(key) && isScalar(value) && Object.hasOwn(missing, String(key.value)))
        value.comment = ' to translate';
    },
  });
  output.out(document.toString({ lineWidth: 0, singleQuote: true }).trimEnd());
  return 0;
}
