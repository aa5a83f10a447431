/** Runs `funnel` in the process of a test. */
import { vi } from 'vitest';
import { main } from '../../server/cli/main.ts';
import type { Config } from '../../server/config.ts';

export interface Ran {
  /** The exit code. */
  readonly code: number;
  /** The lines of each output. */
  readonly out: string;
  readonly err: string;
}

/** The environment of a command beside a server. */
export const commandEnv = ({ dataDir, funnelsDir, databaseUrl }: Config): Record<string, string> => ({
  DATA_DIR: dataDir,
  FUNNELS_DIR: funnelsDir,
  DATABASE_URL: databaseUrl ?? '',
});

/** Runs a command. @param env is added to the environment while it runs */
export async function runFunnel(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>> = {},
): Promise<Ran> {
  const written = { out: [] as string[], err: [] as string[] };
  for (const [name, value] of Object.entries(env)) vi.stubEnv(name, value);
  try {
    const code = await main(args, {
      out: (text) => void written.out.push(text),
      err: (text) => void written.err.push(text),
      colours: false,
    });
    return { code, out: written.out.join('\n'), err: written.err.join('\n') };
  } finally {
    vi.unstubAllEnvs();
  }
}
