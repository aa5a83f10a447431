/** Partial submissions, read as one lead per visit. */
import { expect, test } from 'vitest';
import { mergeByVisit } from '../../../server/store/record-merge.ts';
import type { Json, StoredRecord } from '../../../server/store/types.ts';

const record = (id: string, subject: string | null, receivedAt: number, data: Record<string, Json>, visitId?: string) =>
  ({ id, subject, receivedAt, data, meta: visitId === undefined ? {} : { visitId } }) as unknown as StoredRecord;

test('records of a visit are one, with the latest of each value', () => {
  const records = [
    record('1', 'ana', 20, { visit: 'v1', name: 'Ana', step: 1 }),
    record('2', 'ana', 10, { visit: 'v1', step: 2 }),
    record('3', 'ana', 30, { visit: 'v2', name: 'Another' }),
    record('4', 'bia', 40, { visit: 'v1' }),
    record('5', 'ana', 25, { visit: 'v1', plan: 'full' }),
  ];
  expect(mergeByVisit(records, 'visit')).toEqual([
    {
      ...{ subject: 'ana', visit: 'v1', firstAt: 10, lastAt: 25, records: ['1', '2', '5'] },
      data: { visit: 'v1', name: 'Ana', step: 2, plan: 'full' },
    },
    { subject: 'ana', visit: 'v2', firstAt: 30, lastAt: 30, records: ['3'], data: records[2]?.data },
    { subject: 'bia', visit: 'v1', firstAt: 40, lastAt: 40, records: ['4'], data: records[3]?.data },
  ]);
});

test('records without a visit or a subject stay as they are', () => {
  const records = [
    record('1', 'ana', 1, {}),
    record('2', 'ana', 2, { visit: 7 }),
    record('3', null, 3, { visit: 'v1' }),
    record('4', null, 4, { visit: 'v1' }),
  ];
  const alone = ['1', '2', '3', '4'].map((id) => [id]);
  expect(mergeByVisit(records, 'visit').map((each) => each.records)).toEqual(alone);
  expect(mergeByVisit(records, 'toString').map((each) => each.records)).toEqual(alone);
  expect(mergeByVisit(records.slice(0, 2), null)).toMatchObject([{ visit: null }, { visit: null }]);
});

test('the id that the requests of a visit carry merges them without a value of its own', () => {
  const records = [
    record('1', 'ana', 1, { etapa: 1, nome: 'Ana' }, 'v1'),
    record('2', 'ana', 2, { etapa: 2 }, 'v1'),
    record('3', 'ana', 3, { etapa: 1, nome: 'Outra' }, 'v2'),
    record('4', 'ana', 4, { etapa: 1 }),
  ];
  expect(mergeByVisit(records, 'visit').map((each) => [each.visit, each.records, each.data])).toEqual([
    ['v1', ['1', '2'], { etapa: 2, nome: 'Ana' }],
    ['v2', ['3'], { etapa: 1, nome: 'Outra' }],
    [null, ['4'], { etapa: 1 }],
  ]);
});
