/** `funnel services`: catches e-mails and webhooks on this machine. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { type CommandCall, InvalidArguments } from './command.ts';

const program = fileURLToPath(new URL('../../tools/dev-services/dev-services.ts', import.meta.url));

/** Runs the program of `npm run dev:services` until it is stopped. @returns its exit code */
export async function catchDeliveries({ positionals, values }: CommandCall): Promise<number> {
  if (positionals.length > 0) throw new InvalidArguments('It takes options only.');
  const options = Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [`--${name}`, value]));
  const child = spawn(process.execPath, [program, '--start', 'npm run dev', ...options], { stdio: 'inherit' });
  // The terminal sends its signal to both; this process ends with the program.
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => child.kill(signal));
  const [code] = (await once(child, 'close')) as [number | null];
  return code ?? 1;
}
