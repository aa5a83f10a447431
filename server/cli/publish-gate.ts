/** The gate of `funnel publish`: last week's visits and leads decide, or a person who says why. */
import { randomUUID } from 'node:crypto';
import type { SiteHash } from '../../engine/definition.ts';
import { countOf } from '../../engine/values/count-of.ts';
import type { Config } from '../config.ts';
import { judgeByStored, type PublishReport } from '../impact/gate.ts';
import { gateText, proofText } from '../impact/gate-text.ts';
import type { PublicationStore } from '../store/types.ts';
import type { Output } from './command.ts';
import { messageOf } from './lines.ts';

/** A version that somebody wants to publish. */
export interface GatedVersion {
  readonly definition: SiteHash;
  readonly folder: string;
  readonly author: string;
  /** Why it is published although a rule is exceeded; null for no such wish. */
  readonly reason: string | null;
}

interface GateParts {
  readonly publications: PublicationStore;
  readonly config: Config;
  readonly output: Output;
}

/** Notes who overrides the gate. Null: nobody does. */
async function overriddenBy(
  { definition, author, reason }: GatedVersion,
  { exceeded }: PublishReport,
  publications: PublicationStore,
): Promise<string | null> {
  if (reason === null) {
    // The same definitions were allowed before, such as for a canary.
    const known = (await publications.overrides()).find((entry) => entry.definition === definition);
    return known === undefined ? null : `Allowed before by ${known.author}: ${known.reason}`;
  }
  await publications.override({
    ...{ id: randomUUID(), at: Date.now(), author, reason, definition },
    exceeded: exceeded.map((each) => ({ ...each })),
  });
  return `Published all the same by ${author}: ${reason}`;
}

/**
 * Compares a version with that of visitors, and says what it found.
 * @param today the folder of the version that visitors have
 * @returns whether it may be published
 */
export async function passGate(
  version: GatedVersion,
  today: () => Promise<string>,
  { publications, config, output }: GateParts,
): Promise<boolean> {
  let report: PublishReport;
  try {
    const versions = { today: { folder: await today(), isSaved: true }, edited: { folder: version.folder } };
    report = await judgeByStored(versions, config);
  } catch (error) {
    // A live version that this engine cannot read any more must not keep its correction from visitors.
    output.err(`Not compared with the version that visitors have: ${messageOf(error)}`);
    return true;
  }
  if (report.exceeded.length === 0) {
    output.out(proofText(report));
    return true;
  }
  const allowed = await overriddenBy(version, report, publications);
  if (allowed === null) {
    output.err(
      `${gateText(report)}\n\nNot published: ${countOf(report.exceeded.length, 'rule')} of \`publish\` exceeded. Visitors still get the version of before.\nIf it is meant so, publish it with --override "REASON": the reason is stored with your name.`,
    );
    return false;
  }
  output.out(`${gateText(report)}\n\n${allowed}`);
  return true;
}
