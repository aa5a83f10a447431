/** The gate of a server that serves each save, if its site has rules for `publish`. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { SiteHash } from '../../engine/definition.ts';
import type { GatedEdit } from '../definitions/definition-service.ts';
import { PublicationRefused } from '../definitions/refusal.ts';
import { createVersionFolder } from '../definitions/version-folder.ts';
import { commonDisk } from '../disk/disk.ts';
import type { Log } from '../log/log.ts';
import type { StoreConfig } from '../store/open.ts';
import type { PublicationStore } from '../store/types.ts';
import type { PublishReport } from './gate.ts';
import { gateText } from './gate-text.ts';
import { judgeInThread } from './in-thread.ts';

export interface SaveGate {
  /** @throws PublicationRefused, or the error that keeps it from being judged */
  judge(edit: GatedEdit): Promise<void>;
  /** Ends the wait for somebody who allows what was refused. */
  stop(): void;
}

interface SaveGateOptions {
  readonly config: StoreConfig;
  readonly publications: Pick<PublicationStore, 'overrides'>;
  readonly log: Log;
  /** Called when somebody has allowed what was refused last. */
  readonly allowed: () => void;
  /** Milliseconds between two looks for that. */
  readonly pollMs?: number;
}

/** The report of an edit; null if there is nothing to compare it with. */
async function reportOf({ saved, next }: GatedEdit, config: StoreConfig): Promise<PublishReport | null> {
  if (saved === null || next.content === null) return null;
  // The folder may be edited while it is judged.
  const copies = await mkdtemp(join(tmpdir(), 'funnel-gate-'));
  try {
    const { folder } = await createVersionFolder(copies, commonDisk).keep(next.content, next.hash);
    return await judgeInThread({
      versions: { today: { folder: saved.folder, isSaved: true }, edited: { folder } },
      config,
    });
  } finally {
    await rm(copies, { recursive: true, force: true });
  }
}

export function createSaveGate({ config, publications, log, allowed, pollMs = 2000 }: SaveGateOptions): SaveGate {
  let timer: NodeJS.Timeout | undefined;

  const isAllowed = async (definition: SiteHash): Promise<boolean> =>
    (await publications.overrides()).some((entry) => entry.definition === definition);

  function awaitOverride(definition: SiteHash): void {
    const look = async (): Promise<void> => {
      if (await isAllowed(definition).catch(() => false)) allowed();
      else awaitOverride(definition);
    };
    timer = setTimeout(() => void look(), pollMs).unref();
  }

  return {
    async judge(edit) {
      clearTimeout(timer);
      const { served, next } = edit;
      if (served.site.publish === undefined || (await isAllowed(next.hash))) return;
      const report = await reportOf(edit, config);
      if (report === null) {
        log.write('warn', 'publication-not-judged', { definition: next.hash });
        return;
      }
      const { visits, leads, exceeded } = report;
      log.write('info', 'publication-judged', { definition: next.hash, ...visits, leads, exceeded: exceeded.length });
      if (exceeded.length === 0) return;
      awaitOverride(next.hash);
      throw new PublicationRefused(
        `${gateText(report)}\n\nThe edit is not served. If it is meant so: npx funnel publish --override "REASON".`,
      );
    },
    stop: () => clearTimeout(timer),
  };
}
