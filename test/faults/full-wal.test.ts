/**
 * Fills the disk of PostgreSQL's write-ahead log: PostgreSQL ends and cannot start again without space. Intakes respond
 * with 503 and Retry-After, readiness reports it, and both recover without a restart of the server once PostgreSQL has
 * space. `npm run faults -- disk` runs it.
 */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { until } from '../contracts/http/running.ts';
import { canStartPostgres, createDatabase, startPostgres } from '../harness/postgres.ts';
import { fillDisk, freeDisk, mountSmallDisk } from '../harness/small-disk.ts';
import { type LeadReply, newLead, postLead, type TestLead } from './leads.ts';
import { serverProcess } from './server-process.ts';

test.skipIf(!canStartPostgres || process.env['FULL_WAL'] === undefined)(
  'PostgreSQL without space for its log: nothing acknowledged is lost, and leads are accepted again',
  async (context) => {
    const disk = mkdtempSync(join(tmpdir(), 'small-disk-'));
    context.onTestFinished(() => rmSync(disk, { recursive: true, force: true }));
    context.onTestFinished(mountSmallDisk(disk, '32m', context));
    if (process.getuid?.() === 0) execFileSync('chown', ['postgres', disk]);
    const postgres = await startPostgres(true, join(disk, 'wal'));
    context.onTestFinished(() => postgres.remove());
    const database = await createDatabase(postgres.url);
    const server = await serverProcess({ DATABASE_URL: database.url });
    context.onTestFinished(() => server.remove());
    await server.start();

    const acknowledged: TestLead[] = [];
    const refused: TestLead[] = [];
    async function post(lead: TestLead): Promise<LeadReply> {
      const reply = await postLead(server.url, lead);
      if (reply.status === 200) acknowledged.push(lead);
      else {
        expect(reply).toMatchObject({ status: 503, retryAfter: '5' });
        refused.push(lead);
      }
      return reply;
    }
    for (let count = 0; count < 20; count += 1) expect((await post(newLead())).status).toBe(200);
    fillDisk(disk);
    // The segments that exist already still have room.
    while (refused.length < 20) await Promise.all(Array.from({ length: 64 }, () => post(newLead())));
    for (let count = 0; count < 3; count += 1) {
      expect((await server.readiness())[0]).toBe(503);
      await sleep(500);
    }
    const log = readFileSync(join(postgres.folder, 'log'), 'utf8');
    expect(log).toContain('PANIC');
    expect(log).toContain('No space left on device');

    freeDisk(disk);
    // It may have ended for good, as its supervisor would see.
    await postgres.start().catch(() => {});
    await until(async () => (await server.readiness())[0] === 200);
    const before = acknowledged.map(({ email }) => email);
    const stored = async (): Promise<unknown[]> =>
      (await database.query('select subject from records')).map(({ subject }) => subject);
    expect(await stored()).toEqual(expect.arrayContaining(before));
    for (const lead of refused.splice(0)) expect((await post(lead)).status).toBe(200);
    expect((await stored()).sort()).toEqual(acknowledged.map(({ email }) => email).sort());
    console.log(
      `${before.length} acknowledged before the disk was full, ${acknowledged.length} after; all stored once`,
    );
  },
  120_000,
);
