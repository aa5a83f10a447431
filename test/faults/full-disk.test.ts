/**
 * Fills the disk of a PostgreSQL database. Intakes respond with 503 and Retry-After, readiness reports the full disk, and
 * both recover without a restart when space is freed. The tablespace is on a small file system; the write-ahead log is not.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { until } from '../contracts/http/running.ts';
import { canStartPostgres, createDatabase, startPostgres } from '../harness/postgres.ts';
import { fillDisk, freeDisk, mountSmallDisk } from '../harness/small-disk.ts';
import { type LeadReply, newLead, postLead, type TestLead } from './leads.ts';
import { serverProcess } from './server-process.ts';

test.skipIf(!canStartPostgres)(
  'PostgreSQL: nothing acknowledged is lost, and leads are accepted again',
  async (context) => {
    const disk = mkdtempSync(join(tmpdir(), 'small-disk-'));
    context.onTestFinished(() => rmSync(disk, { recursive: true, force: true }));
    context.onTestFinished(mountSmallDisk(disk, '8m', context));
    if (process.getuid?.() === 0) execFileSync('chown', ['postgres', disk]);
    const postgres = await startPostgres(true);
    context.onTestFinished(() => postgres.remove());
    const database = await createDatabase(postgres.url);
    await database.query(`create tablespace small location '${disk}'`);
    await database.query(`alter database ${new URL(database.url).pathname.slice(1)} set default_tablespace = small`);
    const server = await serverProcess({ DATABASE_URL: database.url });
    context.onTestFinished(() => server.remove());
    await server.start();

    const acknowledged: string[] = [];
    const post = async (lead: TestLead): Promise<LeadReply> => {
      const reply = await postLead(server.url, lead);
      if (reply.status === 200) acknowledged.push(lead.email);
      return reply;
    };
    for (let count = 0; count < 20; count += 1) expect((await post(newLead())).status).toBe(200);
    // Its maps exist from then on, so that the vacuum below needs no space.
    await database.query('vacuum probe');
    fillDisk(disk);
    await until(async () => (await server.readiness())[0] === 503);
    // The pages of the tables have some room left.
    const refused: TestLead[] = [];
    while (refused.length < 20) {
      const leads = Array.from({ length: 10 }, newLead);
      for (const [index, reply] of (await Promise.all(leads.map(post))).entries()) {
        if (reply.status === 200) continue;
        expect(reply).toMatchObject({ status: 503, retryAfter: '5' });
        refused.push(leads[index] as TestLead);
      }
    }
    // Also while nobody posts, and after the space of earlier probes was reclaimed.
    for (let count = 0; count < 4; count += 1) {
      expect(await server.readiness()).toEqual([503, 'STORE_FULL']);
      await database.query('vacuum probe');
      await sleep(1500);
    }
    const stored = async () => (await database.query('select subject from records')).map(({ subject }) => subject);
    expect((await stored()).sort()).toEqual([...acknowledged].sort());

    freeDisk(disk);
    await until(async () => (await server.readiness())[0] === 200);
    for (const lead of refused) expect((await post(lead)).status).toBe(200);
    expect((await stored()).sort()).toEqual([...acknowledged].sort());
  },
);
