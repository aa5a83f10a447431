/** Who a record belongs to, and in which forms a value is compared and searched for. */
import { createHash, randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { auditKeyOf, noteErasures, readAudit } from '../../../server/privacy/audit.ts';
import { hashesOf, personOfAudit } from '../../../server/privacy/erase.ts';
import {
  comparedForms,
  findPerson,
  type PersonalRules,
  personalTexts,
  personBy,
} from '../../../server/privacy/person.ts';
import { encodingsOf, searchFolder } from '../../../server/privacy/search.ts';
import type { Json, StoredRecord } from '../../../server/store/types.ts';

const rules: PersonalRules = {
  masks: [{ formats: ['(##) ####-####', '(##) #####-####'], prefixes: ['0055', '550', '55', '0'] }],
  phones: new Set(['phone']),
  personal: new Set(['name', 'email', 'phone']),
};
const sha = (text: string): string => createHash('sha256').update(text).digest('hex');
const uid = '8f14e45f-ceea-467f-a5b6-0a1b2c3d4e5f';

let next = 0;
const record = (data: Record<string, Json>, more: Partial<StoredRecord> = {}): StoredRecord => {
  next += 1;
  const fixed = { intake: 'i', collection: 'leads', definition: 'd', receivedAt: 1, subject: null, meta: {} };
  return { ...fixed, id: `r${next}`, data, ...more };
};
async function found(records: readonly StoredRecord[], identifier: string) {
  async function* all() {
    for (const [seq, each] of records.entries()) yield { seq: seq + 1, record: each };
  }
  const result = await findPerson(all, personBy(identifier, rules), rules);
  return { own: result.records.map(({ id }) => id), others: result.others.map(({ id }) => id) };
}

describe('a person', () => {
  test.each([
    ['ana@x.example', 'email', ' Ana@X.example '],
    ['+55 11 98765-4321', 'phone', '(11) 98765-4321'],
    ['11987654321', 'phone', '5511987654321'],
    ['(11) 98765-4321', 'phone', '11987654321'],
  ])('%s is found in %s %s', async (identifier, name, stored) => {
    const own = record({ [name]: stored });
    expect((await found([record({ email: 'bia@x.example' }), own], identifier)).own).toEqual([own.id]);
  });

  test.each(['ana', '9876', 'ana@x.exampl', '1198765432', ''])('%j finds nobody by a part', async (identifier) => {
    expect((await found([record({ email: 'ana@x.example', phone: '11987654321' })], identifier)).own).toEqual([]);
  });

  test('is found in nested values, by a subject, and by the hashes that advertising platforms get', async () => {
    const nested = record({ steps: [{ contact: 'ANA@x.example' }] });
    const bySubject = record({}, { subject: 'ana@x.example' });
    const hashed = record({ user: { em: [sha('ana@x.example')] } });
    expect(
      (await found([nested, bySubject, hashed, record({ em: sha('bia@x.example') })], 'ana@x.example')).own,
    ).toEqual([nested.id, bySubject.id, hashed.id]);
  });

  test('owns what has the same uid, visit or hash of a telephone number, however long the way is', async () => {
    const result = record({ score: 70 }, { subject: uid });
    const click = record({ level: 'ALTO' }, { meta: { visitId: 'visit2' } });
    const second = record({ score: 71 }, { subject: uid, meta: { visitId: 'visit2' } });
    const event = record({ user: { ph: sha('5511987654321') } });
    const lead = record({ email: 'ana@x.example', phone: '11987654321', uid }, { subject: uid });
    const { own, others } = await found([result, click, second, event, record({ score: 1 }), lead], 'ana@x.example');
    expect(own.toSorted()).toEqual([result, click, second, event, lead].map(({ id }) => id).toSorted());
    expect(others).toEqual([]);
  });

  test('owns what the same browser submitted, and its choices of consent', async () => {
    const browser = { attribution: { visitor: uid, first: {}, last: {} } };
    const own = record({ email: 'ana@x.example' }, { meta: browser });
    const click = record({ level: 'ALTO' }, { meta: browser });
    const choice = record({ granted: true }, { collection: 'consent-choices', subject: uid });
    const colleague = record({ email: 'bia@x.example' }, { meta: browser });
    expect(await found([choice, click, colleague, own], 'ana@x.example')).toEqual({
      own: [own.id, choice.id, click.id],
      others: [colleague.id],
    });
  });

  test('does not own what somebody else submitted in the same visit or with the same number', async () => {
    const meta = { visitId: 'visit1' };
    const own = record({ email: 'ana@x.example', phone: '11987654321' }, { meta });
    const again = record({ email: 'ana@x.example' }, { meta });
    const colleague = record({ email: 'bia@x.example' }, { meta });
    const partner = record({ email: 'leo@x.example', phone: '(11) 98765-4321' });
    expect(await found([colleague, partner, own, again], 'ana@x.example')).toEqual({
      own: [own.id, again.id],
      others: [colleague.id, partner.id],
    });
  });

  test.each([
    'https://casa.example/obrigado?email=ana@x.example&utm_source=x',
    '/obrigado?email=ana%40x.example#a',
    'mailto:ANA@x.example',
  ])('owns an anonymous record with her address within %s, and not somebody else’s', async (address) => {
    const own = record({ page: address });
    const inMeta = record({ score: 9 }, { meta: { page: address } });
    const other = record({ email: 'bia@x.example', page: address });
    expect(await found([own, inMeta, other], 'ana@x.example')).toEqual({
      own: [own.id, inMeta.id],
      others: [other.id],
    });
    expect([...personalTexts([own], rules)].map((text) => text.toLowerCase())).toContain('ana@x.example');
  });

  test('has as texts what identifies her, and not what everybody has', () => {
    const texts = personalTexts(
      [record({ name: 'Ana Prado', email: 'Ana@x.example', plan: 'vip', uid, phone: '(11) 98765-4321' })],
      rules,
    );
    expect([...texts].toSorted()).toEqual(
      ['(11) 98765-4321', '11987654321', uid, 'Ana Prado', 'Ana@x.example', 'ana@x.example'].toSorted(),
    );
  });
});

test('short numbers and texts have one form', () => {
  expect(comparedForms(' 42 ', rules)).toEqual(['42']);
  expect(comparedForms('   ', rules)).toEqual([]);
  expect(comparedForms('Ana Prado', rules)).toEqual(['ana prado']);
});

describe('the audit', () => {
  let folder = '';
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const newFolder = (): string => (folder = mkdtempSync(join(tmpdir(), 'audit-')));

  test('finds the person again by hashes, which need the key', async () => {
    const key = auditKeyOf('a'.repeat(64));
    const hashes = hashesOf('Ana@X.example', rules, key);
    const text = JSON.stringify(hashes);
    for (const value of [
      'ana',
      sha('ana@x.example'),
      createHash('sha256').update('ana@x.example').digest('base64url').slice(0, 20),
    ])
      expect(text).not.toContain(value);
    expect(personOfAudit(hashes, key).matches('ana@x.example')).toBe(true);
    expect(personOfAudit(hashes, key).matches('bia@x.example')).toBe(false);
    const other = auditKeyOf('b'.repeat(64));
    expect(other.id).not.toBe(key.id);
    expect(personOfAudit(hashes, other).matches('ana@x.example')).toBe(false);
  });

  test('survives a line that a crash cut off, and has each entry once', () => {
    const dir = newFolder();
    const entry = (id: string) => ({ id, at: 1, operator: 'o', person: ['h'], keyId: 'k', counts: {} });
    noteErasures(dir, [entry('one')]);
    writeFileSync(join(dir, 'erasures.jsonl'), '{"id":"cut","per', { flag: 'a' });
    noteErasures(dir, [entry('one'), entry('two')]);
    expect(readAudit(join(dir, 'erasures.jsonl')).map(({ id }) => id)).toEqual(['one', 'two']);
    expect(readAudit(join(dir, 'none.jsonl'))).toEqual([]);
  });

  test('a search finds a value in every encoding, at every offset, and across the parts that are read at a time', async () => {
    const dir = newFolder();
    const value = 'Zuléica Prado';
    const texts: [string, string | Buffer][] = [
      ['plain', value],
      ['percent', encodeURIComponent(value)],
      ['form', encodeURIComponent(value).replaceAll('%20', '+')],
      ['escaped', '"Zul\\u00e9ica Prado"'],
      ['hash', sha(value)],
      ['hash64', createHash('sha256').update(value).digest('base64url')],
      ...[0, 1, 2].map((offset): [string, string] => [
        `base64-${offset}`,
        Buffer.from(`${'x'.repeat(offset)}${value}yz`).toString('base64'),
      ]),
      ['far', Buffer.concat([randomBytes(4 * 1024 * 1024 - 5), Buffer.from(value), randomBytes(100)])],
    ];
    for (const [name, text] of texts) writeFileSync(join(dir, name), text);
    writeFileSync(join(dir, 'other'), 'Zuleica Prado');
    const findings = await searchFolder(dir, [value, 'tiny']);
    expect(findings.map(({ file, count }) => `${file} ${count}`).toSorted()).toEqual(
      texts.map(([name]) => `${name} 1`).toSorted(),
    );
    expect(encodingsOf('é').length).toBeGreaterThan(0);
  });

  test('the search goes on where a server removes folders meanwhile', async () => {
    const dir = newFolder();
    const value = 'Zuléica Prado';
    writeFileSync(join(dir, 'kept'), value);
    let isDone = false;
    const churn = async (name: string) => {
      while (!isDone) {
        await mkdir(join(dir, name, 'a', 'b'), { recursive: true });
        await writeFile(join(dir, name, 'a', 'b', 'file'), '');
        await rm(join(dir, name), { recursive: true });
      }
    };
    const churns = ['1', '2', '3'].map(churn);
    for (let round = 0; round < 100; round += 1)
      expect(await searchFolder(dir, [value])).toEqual([{ file: 'kept', text: value, count: 1 }]);
    isDone = true;
    await Promise.all(churns);
  });
});
