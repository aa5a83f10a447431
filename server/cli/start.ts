/** `funnel start` and `funnel dev`: serve the site of the current folder in this process. */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { readConfig } from '../config.ts';
import { type CommandCall, InvalidArguments, type Output } from './command.ts';

async function serve({ positionals, values }: CommandCall, output: Output): Promise<void> {
  if (positionals.length > 0)
    throw new InvalidArguments('It serves ./funnels. The variable FUNNELS_DIR names another folder.');
  const { port } = values;
  if (port !== undefined && !/^\d{1,5}$/.test(port)) throw new InvalidArguments('--port needs a number such as 3000.');
  if (port !== undefined) process.env['PORT'] = port;
  // The entry reads the environment, prints what is wrong with it, and ends the process if it cannot start.
  await import('../main.ts');
  const config = readConfig(process.env, process.cwd());
  if (config.port > 0) output.out(`The site is at http://localhost:${config.port}`);
  if (!config.production || config.siteUrl !== null) return;
  const site = await readFile(join(config.funnelsDir, 'site.yaml'), 'utf8').catch(() => '');
  const local = /^url:\s*["']?(http:\/\/localhost(?::\d+)?)/m.exec(site)?.[1];
  if (local !== undefined && config.port > 0)
    output.err(
      `site.yaml has url: ${local}. Visitors at any other address cannot submit forms: write the public address there, or set SITE_URL.`,
    );
}

/** Serves the site to visitors. Returns once it listens. @returns the exit code 0 */
export async function start(call: CommandCall, output: Output): Promise<number> {
  process.env['NODE_ENV'] ||= 'production';
  await serve(call, output);
  return 0;
}

/** Serves the site to its author. Returns once it listens. @returns the exit code 0 */
export async function develop(call: CommandCall, output: Output): Promise<number> {
  process.env['NODE_ENV'] = 'development';
  // It shows what nobody else may see. HOST names another address, such as 0.0.0.0 for a telephone in the same network.
  process.env['HOST'] ||= '127.0.0.1';
  // Its author looks at what was just saved.
  process.env['PUBLISH'] = 'on-save';
  process.env['LOG_LEVEL'] ||= 'warn';
  process.env['DEV_TOOLS'] ||= 'on';
  await serve(call, output);
  output.out('Open pages follow every edit, and show what is wrong with one. Ctrl+C stops the server.');
  return 0;
}
