/** Sends hostile values, generated from a site's definition, to each of its intakes; none may respond with a 5xx. */
import { randomUUID } from 'node:crypto';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { IntakeDefinition, SiteDefinition, ValueType } from '../../../engine/definition.ts';
import { optionsOf } from '../../../engine/fields/field.ts';
import type { FieldDefinition } from '../../../engine/forms/types.ts';
import { verifiedValues } from '../../../engine/intakes/scope.ts';
import type { loadFolder } from '../../../server/definitions/load.ts';
import { startTestServer, type TestServer } from './running.ts';

/** JSON texts of values that no form sends. `JSON.stringify` cannot produce 1e999 or a repeated key. */
const hostile: readonly string[] = [
  ...['1e999', '-1e999', '1e308', '-0', '5e-324', '9007199254740993', '123456789012345678901234567890', '8.64e15'],
  ...['9e15', '1e21', '-1', '0.1', 'null', 'true', 'false', '""', '" "', '[]', '{}', '[[]]', '[null]', '[1e999]'],
  ...['{"a":1e999}', '{"a":{"b":[1,-1e999]}}', '{"__proto__":{"x":1}}', '{"constructor":{"prototype":1}}'],
  ...['{"toString":1}', '{"then":1}', '{"length":1e999}', '{"a":1,"a":2}', '{"":""}', '{"\\u0000":1}', '{"\\ud800":1}'],
  ...['"\\u0000"', '"\\ud800"', '"\\udfff\\ud800"', '"\\uffff"', '"\\u202e"', '"__proto__"', '"constructor"', '"NaN"'],
  ...['"1e999"', '"+275760-09-13T00:00:00.001Z"', '"-271821-04-20T00:00:00Z"', '"2026-13-45T99:99:99Z"'],
  ...['"a@b.c\\r\\nX: y"', '"{{ now }}"', '"\' or 1=1 --"', '"=cmd()"', '"../../etc/passwd"', '"//evil.example"'],
  JSON.stringify('x'.repeat(30_000)),
  JSON.stringify('.'.repeat(20_000)),
  JSON.stringify(`${'a@'.repeat(5000)}b`),
  JSON.stringify('\u{1f600}'.repeat(5000)),
  JSON.stringify('1'.repeat(10_000)),
  JSON.stringify(Array.from({ length: 10_000 }, () => 0)),
  JSON.stringify(Object.fromEntries(Array.from({ length: 2000 }, (_, index) => [`k${index}`, index]))),
  `${'['.repeat(10_000)}${']'.repeat(10_000)}`,
  `${'{"a":'.repeat(3000)}1${'}'.repeat(3000)}`,
  `{"a":${'['.repeat(40)}${']'.repeat(40)}}`,
];

const sampleOf = (type: ValueType): unknown => {
  const samples: Record<ValueType['type'], () => unknown> = {
    text: () => 'texto',
    number: () => type.allowed?.[0] ?? type.min ?? 0,
    boolean: () => true,
    uuid: () => randomUUID(),
    time: () => 1_790_000_000_000,
    choice: () => (type.of as string[])[0],
    list: () => Array.from({ length: type.length ?? 1 }, () => type.allowed?.[0] ?? 0),
    record: () => Object.fromEntries(Object.entries(type.fields ?? {}).map(([name, each]) => [name, sampleOf(each)])),
    json: () => ({ a: 1 }),
  };
  return samples[type.type]();
};

function sampleOfField(field: FieldDefinition): unknown {
  const first = optionsOf(field)?.[0]?.value ?? 'texto';
  if (field.type === 'email') return `${randomUUID()}@x.example`;
  if (field.type === 'tel') return '(11) 98765-4321';
  if (field.type === 'checkbox') return true;
  if (field.type === 'choices') return field.submitAs === 'joined' ? String(first) : [first];
  return field.type === 'choice' ? first : 'Um texto que basta';
}

/** Bodies that an intake accepts: one, or one per step of a form that is sent step by step. */
export function bodiesOf(site: SiteDefinition, intake: IntakeDefinition): Record<string, unknown>[] {
  const { forms, formsByStep, omit, input } = intake;
  const steps = formsByStep === null ? [[undefined, forms] as const] : Object.entries(formsByStep.cases);
  return steps.map(([step, ids]) => {
    const known = Object.values(formsByStep?.cases ?? {}).flat();
    const always = known
      .flatMap((id) => site.forms[id]?.fields ?? [])
      .filter(({ name }) => formsByStep?.always.includes(name));
    const fields = [...ids.flatMap((id) => site.forms[id]?.fields ?? []), ...always];
    const isField = new Set([...ids, ...known].flatMap((id) => site.forms[id]?.fields ?? []).map(({ name }) => name));
    const body: Record<string, unknown> = {};
    for (const field of fields) if (!omit.includes(field.name)) body[field.name] = sampleOfField(field);
    for (const [name, type] of Object.entries(input)) if (!isField.has(name)) body[name] = sampleOf(type);
    if (formsByStep !== null) body[formsByStep.by] = Number(step);
    const claimed = Object.fromEntries(Object.entries(body).filter(([name]) => !intake.verify?.values.includes(name)));
    return { ...body, ...verifiedValues(site, intake, claimed as never) };
  });
}

let senders = 0;
/** Each request has its own address, so that no rate limit responds instead of the intake. */
function headers(): Record<string, string> {
  senders += 1;
  return {
    'content-type': 'application/json',
    'x-forwarded-for': `10.${senders >> 16}.${(senders >> 8) & 255}.${senders & 255}`,
  };
}

const write = (body: Record<string, unknown>, replaced: Readonly<Record<string, string>>): string =>
  `{${[...new Set([...Object.keys(body), ...Object.keys(replaced)])]
    .map((name) => `${JSON.stringify(name)}:${replaced[name] ?? JSON.stringify(body[name])}`)
    .join(',')}}`;

/** Declares the tests for a site. They start their own server. */
export function describeHostileValues(loaded: Awaited<ReturnType<typeof loadFolder>>): void {
  const definition = loaded.site as SiteDefinition;
  const intakes = Object.values(definition.intakes);
  let site: TestServer;
  beforeAll(async () => {
    site = await startTestServer({ load: () => Promise.resolve(loaded), env: { TRUST_PROXY: '1' } });
  });
  afterAll(() => site.stop());

  /** Posts a text, and requires JSON and no 5xx. @returns the status */
  async function post(path: string, text: string): Promise<number> {
    const reply = await fetch(site.url + path, { method: 'POST', headers: headers(), body: text });
    const body = (await reply.json()) as object;
    expect([path, text.slice(0, 300), reply.status < 500 ? 'no 5xx' : reply.status]).toEqual([
      path,
      text.slice(0, 300),
      'no 5xx',
    ]);
    if (reply.status >= 400) expect(body).toMatchObject({ code: expect.any(String), message: expect.any(String) });
    return reply.status;
  }

  describe.each(intakes.filter(({ method }) => method === 'POST'))('POST $path', (intake) => {
    const bodies = bodiesOf(definition, intake);
    const known = async (body: Record<string, unknown>): Promise<void> => {
      const before = intakes.find(({ records, method }) => method === 'POST' && records === intake.require?.records);
      const [first = {}] = before === undefined ? [] : bodiesOf(definition, before);
      const subject = String(intake.lookupBy);
      if (before !== undefined) await post(before.path, write({ ...first, [subject]: body[subject] }, {}));
    };

    test('accepts what it declares', async () => {
      for (const body of bodies) {
        await known(body);
        expect([body, await post(intake.path, write(body, {}))]).toEqual([body, 200]);
      }
    });

    test('survives a hostile value in place of each value and of the body', { timeout: 60_000 }, async () => {
      for (const text of hostile) await post(intake.path, text);
      for (const body of bodies) {
        const names = [...Object.keys(body), '__proto__', 'intruso'];
        for (const name of names)
          await Promise.all(hostile.map((text) => post(intake.path, write(body, { [name]: text }))));
      }
    });

    test('survives several hostile values at once', { timeout: 60_000 }, async () => {
      const json = fc.oneof(fc.constantFrom(...hostile), fc.json({ maxDepth: 6 }));
      const body = fc.constantFrom(...bodies);
      await fc.assert(
        fc.asyncProperty(
          body,
          fc.array(fc.tuple(fc.nat(), json), { minLength: 1, maxLength: 4 }),
          async (base, edits) => {
            const names = Object.keys(base);
            await post(
              intake.path,
              write(base, Object.fromEntries(edits.map(([at, text]) => [names[at % names.length], text]))),
            );
          },
        ),
        { numRuns: 60 },
      );
    });
  });

  test.each(intakes.filter(({ method }) => method === 'GET'))(
    'GET $path',
    { timeout: 60_000 },
    async ({ path, input }) => {
      const texts = [
        ...hostile,
        ...hostile.flatMap((text) => (text.startsWith('"') ? [JSON.parse(text) as string] : [])),
      ];
      for (const name of [...Object.keys(input), '__proto__']) {
        for (const text of texts.filter((each) => each.length < 4000)) {
          const query = new URLSearchParams({ [name]: text.replace(/\p{Surrogate}/gu, '') });
          const reply = await fetch(`${site.url}${path}?${query}`, { headers: headers() });
          expect([name, text, reply.status]).toEqual([name, text, expect.toSatisfy((status: number) => status < 500)]);
          await reply.body?.cancel();
        }
      }
    },
  );
}
