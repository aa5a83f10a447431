/** Which values a store accepts and how it encodes them. It refuses values that a database would silently change. */
import { describe, expect, test } from 'vitest';
import { decodeReply, encodeSubmission } from '../../../server/store/encode.ts';
import { StoreError } from '../../../server/store/errors.ts';
import { requirePlainJson } from '../../../server/store/plain-json.ts';
import type { Submission } from '../../../server/store/types.ts';
import { deliveryOf, submissionOf } from '../../contracts/store/submissions.ts';

const encoded = (change: object = {}) =>
  encodeSubmission({ ...submissionOf('k'), deliveries: [], ...change } as Submission);
/** The message of the refusal of a submission. */
function refusal(change: object): string {
  try {
    encoded(change);
  } catch (error) {
    expect(error).toBeInstanceOf(StoreError);
    expect((error as StoreError).code).toBe('STORE_REJECTED');
    return (error as Error).message.replace('The submission cannot be stored: ', '');
  }
  return 'accepted';
}

describe('a submission', () => {
  test('is written with its data in one form, and its metadata as they are', () => {
    const { intake, key, bodyHash, collection, subject, definition, receivedAt } = submissionOf('k');
    expect(
      encoded({ data: { b: 1, a: 2 }, meta: { d: 1, c: 2 }, reply: { status: 200, body: { f: 1, e: 2 } } }),
    ).toEqual({
      ...{ intake, key, bodyHash, collection, subject, definition, receivedAt },
      ...{ data: '{"a":2,"b":1}', meta: '{"d":1,"c":2}', replyStatus: 200, replyBody: '{"e":2,"f":1}', messages: [] },
    });
    expect(encoded({ subject: null })).toMatchObject({ subject: null });
  });

  test('has its reply again as it was sent', () => {
    expect(decodeReply(201, '{"a":[1,null]}')).toEqual({ status: 201, body: { a: [1, null] } });
  });

  test.each(['intake', 'key', 'bodyHash', 'collection', 'subject', 'definition'])('is refused for its %s', (field) => {
    expect(refusal({ [field]: 7 })).toBe(`${field} is not a text.`);
    for (const text of ['a\0', '\ud800'])
      expect(refusal({ [field]: text })).toBe(`${field} contains characters that a database cannot store.`);
    expect(refusal({ [field]: 'Ação 😀' })).toBe('accepted');
  });

  test.each<[object, string]>([
    [{ receivedAt: 1.5 }, 'receivedAt is not a whole number.'],
    [{ receivedAt: 2 ** 53 }, 'receivedAt is not a whole number.'],
    [{ reply: { status: '200', body: {} } }, 'reply.status is not a whole number.'],
    [
      { reply: { status: 200, body: { a: undefined } } },
      'reply.body holds a value of type undefined that JSON cannot hold.',
    ],
    [{ data: { a: Number.NaN } }, 'data holds a number that JSON cannot hold.'],
    [{ meta: { a: () => {} } }, 'meta holds a value of type function that JSON cannot hold.'],
    [{ deliveries: [deliveryOf('')] }, 'deliveries have no destination, or an empty key.'],
    [{ deliveries: [deliveryOf('a', { destination: '' })] }, 'deliveries have no destination, or an empty key.'],
    [{ deliveries: [deliveryOf('a\0')] }, 'deliveries.dedupeKey contains characters that a database cannot store.'],
    [
      { deliveries: [deliveryOf('a', { visitor: '\ud800' })] },
      'deliveries.visitor contains characters that a database cannot store.',
    ],
    [{ deliveries: [deliveryOf('a', { delivery: 7 as never })] }, 'deliveries.delivery is not a text.'],
    [{ deliveries: [deliveryOf('a', { destination: 7 as never })] }, 'deliveries.destination is not a text.'],
    [
      { deliveries: [deliveryOf('a', { sender: { address: new Date(0) } as never })] },
      'deliveries.sender holds a value of type object that JSON cannot hold.',
    ],
  ])('%o is refused: %s', (change, reason) => expect(refusal(change)).toBe(reason));
});

test('the messages of a submission have what they are made of as JSON', () => {
  const sender = { address: 'a', userAgent: 'b"', cookies: { _fbp: 'c' }, marketing: true };
  const messages = [
    deliveryOf('a'),
    deliveryOf('b', { destination: 'ads', status: 'withheld', visitor: 'v1', sender }),
  ];
  expect(encoded({ deliveries: messages }).messages).toEqual([
    messages[0],
    { ...messages[1], sender: JSON.stringify(sender) },
  ]);
});

describe('plain JSON', () => {
  const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)]);
  const cycle: unknown[] = [];
  cycle.push({ cycle });

  test.each([[null], [true], ['a'], [0], [[]], [{}], [{ a: [{ b: null }] }], [Object.create(null)], [nested(100)]])(
    'is %j',
    (value) => expect(() => requirePlainJson(value)).not.toThrow(),
  );

  test.each([
    [undefined, 'a value of type undefined'],
    [[1, undefined], 'a value of type undefined'],
    [new Array(2), 'a value of type undefined'],
    [{ a: { b: Number.POSITIVE_INFINITY } }, 'a number that'],
    [10n, 'a value of type bigint'],
    [new Map(), 'a value of type object'],
    [[new Date()], 'a value of type object'],
    [nested(101), 'JSON nested deeper than 100, or a cycle'],
    [cycle, 'JSON nested deeper than 100, or a cycle'],
  ])('is not %o', (value, reason) => expect(() => requirePlainJson(value)).toThrow(reason));
});
