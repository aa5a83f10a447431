import { describe, expect, test } from 'vitest';
import { viewports } from '../harness/chromium.ts';
import { serveHosts } from '../harness/outside.ts';
import { visitSite } from '../harness/site-visits.ts';

const site = visitSite();
const scheduling = serveHosts(['agenda.perfiletico.com.br'], () => ({
  type: 'text/html',
  body: '<!doctype html><html lang="pt-BR"><title>agenda</title>',
}));

/** The properties of the single event in a calendar file (RFC 5545). */
function readEvent(file: string): Record<string, string> {
  const lines = file.replace(/\r\n[ \t]/g, '').split('\r\n');
  const from = lines.indexOf('BEGIN:VEVENT');
  return Object.fromEntries(
    lines.slice(from + 1, lines.indexOf('END:VEVENT')).map((line) => {
      const at = line.indexOf(':');
      return [line.slice(0, at), line.slice(at + 1).replace(/\\([,;\\])/g, '$1')];
    }),
  );
}

describe('/matricula-efetuada', () => {
  test('offers a calendar entry, on a phone and on a desktop', async () => {
    const { page } = await site.visit('/matricula-efetuada');
    for (const viewport of [viewports.desktop, viewports.phone]) {
      await page.setViewportSize(viewport);
      expect(await page.getByRole('link', { name: /Google Agenda/ }).isVisible()).toBe(true);
      expect(await page.getByRole('link', { name: /\.ics/ }).isVisible()).toBe(true);
    }
    const google = page.getByRole('link', { name: /Google Agenda/ });
    const { origin, pathname, searchParams } = new URL((await google.getAttribute('href')) ?? '');
    expect(origin + pathname).toBe('https://calendar.google.com/calendar/render');
    expect(searchParams.get('action')).toBe('TEMPLATE');
    expect(searchParams.get('dates')).toBe('20250503T120000Z/20250503T160000Z');
    expect(searchParams.get('text')).toBe('Workshop ao vivo: 30 dias de conteúdo em 1 dia');
    expect(searchParams.get('location')).toBe('Zoom');
    expect(await google.getAttribute('target')).toBe('_blank');

    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: /\.ics/ }).click();
    const saved = await download;
    expect(saved.suggestedFilename()).toBe('workshop.ics');
    const chunks: Buffer[] = [];
    for await (const chunk of await saved.createReadStream()) chunks.push(chunk as Buffer);
    const file = Buffer.concat(chunks).toString('utf8');
    // Every line ends as required by RFC 5545, and none is longer than 75 bytes.
    expect(file.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    expect(file.endsWith('END:VCALENDAR\r\n')).toBe(true);
    expect(file.split('\r\n').filter((line) => Buffer.byteLength(line) > 75)).toEqual([]);
    expect(file).toMatch(/^BEGIN:VCALENDAR\r\nVERSION:2\.0\r\nPRODID:.+\r\n/);
    expect(readEvent(file)).toMatchObject({
      UID: expect.stringMatching(/^workshop@/) as string,
      DTSTAMP: expect.stringMatching(/^\d{8}T\d{6}Z$/) as string,
      DTSTART: '20250503T120000Z',
      DTEND: '20250503T160000Z',
      SUMMARY: 'Workshop ao vivo: 30 dias de conteúdo em 1 dia',
      LOCATION: 'Zoom',
      DESCRIPTION: expect.stringContaining('com intervalo de 30 minutos.') as string,
    });
  });
});

describe.each([
  ['/agendamento', 1, 'sessao-estrategica'],
  ['/agendamento-estrategico', 3, 'reputacao-digital'],
] as const)('%s', (path, count, offer) => {
  test('opens the scheduling service in a new tab from each of its buttons, on a phone and on a desktop', async () => {
    const { page, complaints } = await site.visit(path, { before: scheduling.reach });
    const links = page.locator('main a[href^="https://agenda.perfiletico.com.br/"]');
    for (const viewport of [viewports.phone, viewports.desktop]) {
      await page.setViewportSize(viewport);
      expect(await links.count()).toBe(count);
      for (const link of await links.all()) {
        // What opens is the same on both.
        if (viewport === viewports.desktop) {
          await link.click({ trial: true });
          continue;
        }
        const opened = page.context().waitForEvent('page');
        await link.click();
        const tab = await opened;
        await tab.waitForURL(`https://agenda.perfiletico.com.br/${offer}`);
        expect(await tab.title()).toBe('agenda');
        expect(await tab.evaluate(() => window.opener)).toBeNull();
        await tab.close();
      }
    }
    expect(scheduling.requested.length).toBeGreaterThanOrEqual(count);
    expect(new URL(page.url()).pathname).toBe(path);
    expect(complaints).toEqual([]);
  });
});
