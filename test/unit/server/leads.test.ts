/** Leads as text: times in a zone, cells that spreadsheets do not run, filters. */
import { strFromU8, unzipSync } from 'fflate';
import { describe, expect, test } from 'vitest';
import type { IntakeDefinition, SiteDefinition } from '../../../engine/definition.ts';
import type { AnswerForm } from '../../../server/leads/columns.ts';
import { csvCell, csvRow, excelCsv, plainCsv } from '../../../server/leads/csv.ts';
import { InvalidFilter, readFilter } from '../../../server/leads/filter.ts';
import { exportLeads, exportText, type LeadSite, leadSiteOf, leadWriter } from '../../../server/leads/formats.ts';
import { zonedTimes } from '../../../server/leads/times.ts';
import type { Lead } from '../../../server/store/types.ts';

describe('times in a zone', () => {
  test.each([
    ['America/Sao_Paulo', Date.UTC(2026, 2, 1, 12), '2026-03-01T09:00:00.000-03:00'],
    ['America/Sao_Paulo', Date.UTC(2018, 11, 1, 12), '2018-12-01T10:00:00.000-02:00'],
    ['Europe/Lisbon', Date.UTC(2026, 0, 1), '2026-01-01T00:00:00.000+00:00'],
    ['Asia/Kolkata', Date.UTC(2026, 0, 1), '2026-01-01T05:30:00.000+05:30'],
    ['America/St_Johns', Date.UTC(2026, 0, 1, 3, 29, 59, 999), '2025-12-31T23:59:59.999-03:30'],
    ['UTC', 0, '1970-01-01T00:00:00.000+00:00'],
  ])('%s %d is %s', (zone, at, text) => {
    expect(zonedTimes(zone).format(at)).toBe(text);
    expect(Date.parse(text)).toBe(at);
  });

  test('follow a change of the offset from one lead to the next, in both directions', () => {
    const { format } = zonedTimes('Europe/Berlin');
    const change = Date.UTC(2026, 2, 29, 1);
    for (const [at, text] of [
      [change - 1, '2026-03-29T01:59:59.999+01:00'],
      [change, '2026-03-29T03:00:00.000+02:00'],
      [change - 1, '2026-03-29T01:59:59.999+01:00'],
    ] as const)
      expect(format(at)).toBe(text);
  });

  test('a day begins and ends at midnight in the zone, also when its offset changes', () => {
    const { startOf, endOf } = zonedTimes('Europe/Berlin');
    expect(startOf('2026-03-29')).toBe(Date.parse('2026-03-29T00:00:00+01:00'));
    expect(endOf('2026-03-29')).toBe(Date.parse('2026-03-30T00:00:00+02:00'));
    expect(endOf('2026-12-31')).toBe(Date.parse('2027-01-01T00:00:00+01:00'));
    expect(startOf('2026-03-01T09:00:00-03:00')).toBe(Date.UTC(2026, 2, 1, 12));
    for (const text of ['2026-02-30', 'today', '', '2026-3-1', '2026-03-01T09:00']) expect(startOf(text)).toBeNull();
  });
});

describe('a cell', () => {
  test.each(['=1+1', '-2', '@SUM(A1)', '\t=1', '\r=1', '\n=1', ' =1', '\u0000=1', '＝1', '＋1', '－1', '＠1', '\tx'])(
    'that begins like a formula begins with an apostrophe: %j',
    (text) => {
      const cell = csvCell(text, plainCsv);
      expect(cell.replace(/^"/, '')).toMatch(/^'/);
      expect(cell).toContain(text);
    },
  );

  test.each([
    ['Ana', 'Ana'],
    ['a@b.c', 'a@b.c'],
    ['1-2', '1-2'],
    ['a,b', '"a,b"'],
    ['a;b', '"a;b"'],
    ['say "x"', '"say ""x"""'],
    ['two\nlines', '"two\nlines"'],
    [' x ', '" x "'],
    [null, ''],
    [undefined, ''],
    [-5, '-5'],
    [1.5, '1.5'],
    [true, 'true'],
    ['+5511987654321', '+5511987654321'],
    ['+1', '"\'+1"'],
    ['+5511987654321*2', '"\'+5511987654321*2"'],
    ['01001000', '01001000'],
    [['a', 'b'], '"a; b"'],
    [['=1', 'b'], '"\'=1; b"'],
    [[{ a: 1 }], '"[{""a"":1}]"'],
  ])('%j is written as %j', (value, cell) => expect(csvCell(value, plainCsv)).toBe(cell));

  test('Excel gets the separator and decimal sign of the locale, and a byte order mark', () => {
    expect(excelCsv('pt-BR')).toEqual({ separator: ';', decimal: ',', bom: true });
    expect(excelCsv('en-US')).toEqual({ separator: ',', decimal: '.', bom: true });
    expect(csvRow([1.5, 'a,b', null], excelCsv('pt-BR'))).toBe('1,5;"a,b";\r\n');
    // What looks like a number and is none stays as it is.
    expect(csvRow(['01001000', '+5511987654321', '12345678901234', '123'], excelCsv('pt-BR'))).toBe(
      '"=""01001000""";"=""+5511987654321""";"=""12345678901234""";123\r\n',
    );
  });
});

const site: LeadSite = {
  locale: 'pt-BR',
  times: zonedTimes('America/Sao_Paulo'),
  collections: ['leads', 'forms'],
  fields: { leads: ['nome', 'page'], forms: ['nome', 'etapa'] },
  sources: [],
};
const lead: Lead = {
  ...{ id: 'id-1', collection: 'leads', subject: 'a@b.c', intake: 'lead', definition: 'v1', submissions: 2 },
  ...{ firstAt: Date.UTC(2026, 2, 1, 12), lastAt: Date.UTC(2026, 2, 1, 13) },
  data: { nome: 'José', page: 'p1', velho: 3 },
  meta: { page: '/workshop', visitId: 'visit-123' },
};
async function* some(count: number): AsyncGenerator<Lead> {
  for (let index = 0; index < count; index += 1) yield lead;
}
async function textOf(format: 'csv' | 'excel' | 'jsonl', collections: string[], count = 1): Promise<string> {
  let text = '';
  for await (const chunk of exportText(some(count), leadWriter(format, site, collections))) text += chunk;
  return text;
}

describe('an export', () => {
  test('as CSV has a column for each value of its collections, and one for values that they do not name', async () => {
    expect(await textOf('csv', ['leads', 'forms'])).toBe(
      'id,collection,firstAt,lastAt,submissions,version,page,visit,nome,data.page,etapa,other\r\n' +
        'id-1,leads,2026-03-01T09:00:00.000-03:00,2026-03-01T10:00:00.000-03:00,2,v1,/workshop,visit-123,José,p1,,"{""velho"":3}"\r\n',
    );
  });

  test('has columns for the first and the last source on a site that keeps them', async () => {
    const { head, row } = leadWriter('csv', { ...site, sources: ['utm_source', 'path'] }, ['leads']);
    expect(head).toContain(
      ',visit,attribution.first.utm_source,attribution.first.path,attribution.last.utm_source,attribution.last.path,nome,',
    );
    const attribution = { visitor: 'v', first: { utm_source: 'carta', path: '/' }, last: { path: '/dois' } };
    expect(row({ ...lead, meta: { ...lead.meta, attribution } })).toContain(',visit-123,carta,/,,/dois,José,');
    expect(row(lead)).toContain(',visit-123,,,,,José,');
  });

  test('for Excel begins with a byte order mark', async () => {
    expect(await textOf('excel', ['leads'])).toMatch(/^\ufeffid;collection;/);
  });

  test('as JSON Lines has one whole lead per line', async () => {
    const lines = (await textOf('jsonl', ['leads'], 3)).trimEnd().split('\n');
    expect(lines.map((line) => JSON.parse(line) as unknown)).toEqual(
      [1, 2, 3].map(() =>
        expect.objectContaining({
          id: 'id-1',
          subject: 'a@b.c',
          version: 'v1',
          firstAt: '2026-03-01T09:00:00.000-03:00',
          data: lead.data,
          meta: lead.meta,
        }),
      ),
    );
  });

  const choices = {
    leads: {
      area: { labels: { penal: 'Direito penal', civil: 'Direito civil' }, several: false },
      canais: { labels: { ig: 'Instagram', web: 'Site' }, several: true },
      verba: { labels: {}, several: false, minor: 100 },
    },
  };
  const answered: Lead = {
    ...lead,
    data: { area: 'penal', canais: ['web', 'old'], cep: '01001000', fone: '+5511987654321' },
  };
  const asked = { ...site, fields: { leads: ['area', 'canais', 'cep', 'fone'] }, choices };

  test('shows what was chosen by labels or values, and with a column for each option', () => {
    const cells = (answers: AnswerForm = {}) => {
      const { head, row } = leadWriter('csv', asked, ['leads'], answers);
      return [head, row(answered)].map((text) => text.trimEnd().split(',').slice(8, -1));
    };
    expect(cells()[1]).toEqual(['penal', '"web; old"', '01001000', '+5511987654321']);
    expect(cells({ as: 'labels' })[1]).toEqual(['Direito penal', '"Site; old"', '01001000', '+5511987654321']);
    expect(cells({ as: 'labels', perOption: true })).toEqual([
      ['area', 'canais: Instagram', 'canais: Site', 'cep', 'fone'],
      ['Direito penal', '0', '1', '01001000', '+5511987654321'],
    ]);
    expect(cells({ perOption: true })[0]).toEqual(['area', 'canais: ig', 'canais: web', 'cep', 'fone']);
    expect(leadWriter('excel', asked, ['leads']).row(answered)).toContain(';Direito penal;');
  });

  test('has amounts in the currency among labels, and as they are stored among values', () => {
    const { fields: _, ...paid } = asked;
    const of = (as: 'labels' | 'values') =>
      leadWriter('csv', { ...paid, fields: { leads: ['verba'] } }, ['leads'], { as })
        .row({ ...lead, data: { verba: 1250050 } })
        .split(',')[8];
    expect([of('labels'), of('values')]).toEqual(['12500.5', '1250050']);
  });

  test('as a workbook keeps every text, and runs none', async () => {
    async function* one() {
      yield { ...answered, data: { ...answered.data, area: '=1+1' } };
    }
    let file: Buffer = Buffer.alloc(0);
    for await (const chunk of exportLeads(one(), 'xlsx', asked, ['leads']))
      file = Buffer.concat([file, Buffer.from(chunk)]);
    const parts = unzipSync(file);
    const text = Object.values(parts)
      .map((part) => strFromU8(part))
      .join();
    for (const kept of ['01001000', '+5511987654321', 'Site; old', '=1+1', 'canais']) expect(text).toContain(kept);
    // A formula is an element of its own.
    expect(strFromU8(parts['xl/worksheets/sheet1.xml'] as Uint8Array)).not.toContain('<f>');
  });

  test('without leads has the head only', async () => {
    expect(await textOf('csv', ['leads'], 0)).toMatch(/^id,[^\n]*\r\n$/);
    expect(await textOf('jsonl', ['leads'], 0)).toBe('');
  });

  test('comes in chunks, not as one text', async () => {
    let longest = 0;
    for await (const chunk of exportText(some(5000), leadWriter('jsonl', site, ['leads'])))
      longest = Math.max(longest, chunk.length);
    expect(longest).toBeLessThan(100_000);
  });
});

describe('a filter', () => {
  const read = (written: Parameters<typeof readFilter>[0]) =>
    readFilter(written, site, async (name) => name === 'of_a_removed_funnel');

  test('means all collections of leads by default', async () =>
    expect(await read({})).toEqual({ collections: ['leads', 'forms'] }));

  test('has times in the zone of the site, with whole days', async () => {
    expect(await read({ from: '2026-03-01', to: '2026-03-31' })).toMatchObject({
      from: Date.parse('2026-03-01T00:00:00-03:00'),
      to: Date.parse('2026-04-01T00:00:00-03:00'),
    });
  });

  test('names a source, a version and a lead to continue after', async () => {
    expect(await read({ collection: 'leads', source: 'ig', version: 'v1', after: 'id' })).toEqual({
      collections: ['leads'],
      source: { names: ['src', 'utm_source'], equals: 'ig' },
      definition: 'v1',
      after: 'id',
    });
  });

  test('may name a collection that only the store knows', async () =>
    expect(await read({ collection: 'of_a_removed_funnel' })).toEqual({ collections: ['of_a_removed_funnel'] }));

  test.each([
    [{ collection: 'lead' }, 'There is no collection named "lead". Did you mean leads?'],
    [{ collection: 'xyz' }, 'There is no collection named "xyz". The collections are leads, forms.'],
    [{ from: '1 March' }, 'from must be a day such as 2026-03-01'],
    [{ to: '2026-13-01' }, 'to must be a day'],
  ])('%j is explained', async (written, message) => {
    await expect(read(written)).rejects.toThrow(message);
    await expect(read(written)).rejects.toBeInstanceOf(InvalidFilter);
  });
});

test('a collection with a limit of size is one of leads if a form or a subject belongs to it', () => {
  const intake = (records: string, change: Partial<IntakeDefinition>) =>
    ({
      records,
      method: 'POST',
      input: {},
      forms: [],
      formsByStep: null,
      lookupBy: null,
      retention: null,
      ...change,
    }) as IntakeDefinition;
  const retention = { days: 90, megabytes: 200 };
  const formsByStep = { by: 'step', cases: {}, always: [] };
  const intakes = {
    a: intake('plain', {}),
    b: intake('events', { retention }),
    c: intake('form', { retention, forms: ['contact'] }),
    d: intake('steps', { retention, formsByStep }),
    e: intake('subject', { retention, lookupBy: 'email' }),
  };
  const { collections } = leadSiteOf(
    { site: { locale: 'en' }, intakes, forms: {} } as unknown as SiteDefinition,
    zonedTimes('UTC'),
  );
  expect(collections).toEqual(['plain', 'form', 'steps', 'subject']);
});
