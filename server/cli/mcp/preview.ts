/** Pictures of pages, steps and e-mails, drawn by Chromium in a process of its own. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { missingLibrary } from '../tool-process.ts';
import type { ToolReply } from './tool.ts';

/** What a preview shows: a page, a step of a flow, or an e-mail. */
export interface PreviewSubject {
  readonly path?: string | undefined;
  readonly flow?: string | undefined;
  readonly step?: string | undefined;
  /** A condition over the flow's values that holds at the step. */
  readonly when?: string | undefined;
  readonly email?: string | undefined;
  readonly device?: 'phone' | 'desktop' | undefined;
}

const drawer = new URL('../../../tools/preview.ts', import.meta.url);

/** Draws something of valid definitions. The text of the reply says what is shown, or why nothing can be. */
export async function drawPreview(folder: string, subject: PreviewSubject): Promise<ToolReply> {
  const missing = missingLibrary(drawer, ['playwright']);
  if (missing !== null) return { text: missing, failed: true };
  const temporary = mkdtempSync(join(tmpdir(), 'funnel-preview-'));
  const picture = join(temporary, 'preview.png');
  try {
    const child = spawn(process.execPath, [fileURLToPath(drawer), folder, picture, JSON.stringify(subject)], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    const printed: string[] = [];
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (chunk: Buffer) => printed.push(String(chunk)));
    const [code] = (await once(child, 'close')) as [number | null];
    const text = printed.join('').trim();
    return code === 0 ? { text, image: readFileSync(picture) } : { text, failed: true };
  } finally {
    rmSync(temporary, { recursive: true, force: true });
  }
}
