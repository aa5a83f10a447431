/** Programs of `tools/` that a command runs in a process of its own: the server has no part in what they need. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Output } from './command.ts';

/** What is missing for a program of `tools/`, and how to get it; null if all libraries it needs are installed. */
export function missingLibrary(program: URL, needs: readonly string[]): string | null {
  const { resolve } = createRequire(program);
  const missing = needs.find((name) => {
    try {
      resolve(name);
      return false;
    } catch {
      return true;
    }
  });
  return missing === undefined
    ? null
    : `This needs ${missing}, which is not part of the package: npm install --save-dev ${missing}`;
}

/**
 * Runs a program and prints what it prints.
 * @param program - written as `new URL('…', import.meta.url)`, with which the package includes it
 * @param needs - libraries that the package does not install
 * @returns its exit code; 2 if a library is missing, with a message
 */
export async function runTool(
  program: URL,
  args: readonly string[],
  output: Output,
  needs: readonly string[] = [],
): Promise<number> {
  const missing = missingLibrary(program, needs);
  if (missing !== null) {
    output.err(missing);
    return 2;
  }
  const child = spawn(process.execPath, [fileURLToPath(program), ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  createInterface({ input: child.stdout }).on('line', output.out);
  createInterface({ input: child.stderr }).on('line', output.err);
  const [code] = (await once(child, 'close')) as [number | null];
  return code ?? 2;
}
