/** `funnel diff A [B]`: what the difference between two versions of a site means. */

import { consequencesOf } from '../../engine/diff/consequences.ts';
import { consequenceKinds, type EditConsequence } from '../../engine/diff/version.ts';
import { type CommandCall, InvalidArguments, type Output } from './command.ts';
import { withRenames } from './diff-renames.ts';
import { siteVersion, versionFolder } from './diff-versions.ts';
import { countOf, messageOf } from './lines.ts';

type ConsequenceKind = keyof typeof consequenceKinds;

const kinds = Object.keys(consequenceKinds) as ConsequenceKind[];

/** Whether a visitor, a receiver or an operator could notice more than other words. */
const isGrave = ({ kind }: EditConsequence): boolean => kind !== 'texts';

function summaryOf(consequences: readonly EditConsequence[]): string {
  if (consequences.length === 0) return 'No difference.';
  const grave = consequences.filter(isGrave).length;
  return grave === 0
    ? `Only texts changed, in ${countOf(consequences.length, 'definition')}.`
    : `${countOf(grave, 'change')} beside texts.`;
}

function report(consequences: readonly EditConsequence[], markdown: boolean): string {
  const sections = kinds.flatMap((kind) => {
    const own = consequences.filter((each) => each.kind === kind);
    if (own.length === 0) return [];
    const title = consequenceKinds[kind];
    const lines = own.map(({ text, at }) =>
      markdown ? `- ${text}${at === null ? '' : ` (\`${at}\`)`}` : `  ${text}${at === null ? '' : `  ${at}`}`,
    );
    return [[markdown ? `#### ${title}\n` : title, ...lines].join('\n')];
  });
  const summary = summaryOf(consequences);
  return (markdown ? [`### Funnels: ${summary}`, ...sections] : [...sections, summary]).join('\n\n');
}

/** @returns the exit code: 0 at most texts differ, 1 more differs, 2 a version cannot be read or has errors */
export async function diff({ positionals, switches }: CommandCall, output: Output): Promise<number> {
  const [old, now = 'funnels', ...more] = positionals;
  if (old === undefined)
    throw new InvalidArguments('Name what to compare with: a folder of definitions, or a revision of git.');
  if (more.length > 0) throw new InvalidArguments('Only two versions can be compared at a time.');
  if (switches.size > 1) throw new InvalidArguments('Use either --json or --markdown, not both.');
  const removals: (() => Promise<void>)[] = [];
  try {
    const after = await versionFolder(now, 'funnels');
    removals.push(after.remove);
    const before = await versionFolder(old, after.folder === now ? now : 'funnels');
    removals.push(before.remove);
    const version = await siteVersion(after.folder);
    const renamed = await withRenames(before, after);
    removals.push(renamed.remove);
    const consequences = [
      ...renamed.renames,
      ...consequencesOf({ before: await siteVersion(renamed.folder), after: version }),
    ];
    if (switches.has('json')) output.out(JSON.stringify({ summary: summaryOf(consequences), consequences }, null, 2));
    else output.out(report(consequences, switches.has('markdown')));
    return consequences.some(isGrave) ? 1 : 0;
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    output.err(messageOf(error));
    return 2;
  } finally {
    for (const remove of removals) await remove();
  }
}
