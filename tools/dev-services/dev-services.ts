/**
 * `npm run dev:services`, and `funnel services`: catches e-mails and webhooks on this machine, prints and shows them.
 * Nothing leaves the machine, and nothing is kept. `--smtp` and `--http` change the ports, `--start` the command that starts the site.
 */
import { parseArgs } from 'node:util';
import { startDevServices } from './services.ts';

const { values } = parseArgs({
  options: { smtp: { type: 'string' }, http: { type: 'string' }, start: { type: 'string' } },
});
const port = (given: string | undefined, usual: number): number => {
  const read = given === undefined ? usual : Number(given);
  if (Number.isInteger(read) && read >= 0 && read < 65_536) return read;
  console.error(`${given} is not a port.`);
  process.exit(1);
};

try {
  const services = await startDevServices({
    smtpPort: port(values.smtp, 2525),
    httpPort: port(values.http, 2580),
    arrived: (line) => console.log(`${new Date().toLocaleTimeString('en-GB')}  ${line}`),
  });
  const { env, url } = services;
  const settings = Object.entries(env).map(([name, value]) => `${name}='${value}'`);
  console.log(`What arrives is shown at ${url}\n\nStart the site with these services in another terminal:\n`);
  console.log(`  ${settings.join(' \\\n  ')} \\\n  ${values.start ?? 'npm start'}\n`);
  console.log(`${env.WEBHOOK_URL}/500 answers every request with 500, /410 with 410, and /hang never answers.`);
  console.log('Ctrl+C stops.\n');
  for (const signal of ['SIGINT', 'SIGTERM'] as const)
    process.once(signal, () => void services.stop().then(() => process.exit(0)));
} catch (error) {
  const { code, message } = error as NodeJS.ErrnoException;
  console.error(
    code === 'EADDRINUSE' ? `${message}. Is it already running? Choose other ports: --smtp 2526 --http 2581` : message,
  );
  process.exit(1);
}
