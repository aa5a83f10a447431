import type { Page } from 'playwright';
import { describe, expect, test } from 'vitest';
import { viewports } from '../harness/chromium.ts';
import { copyFunnels, withPixel } from '../harness/funnels-copy.ts';
import { serveHosts, servePixel } from '../harness/outside.ts';
import { untilRun, type VisitOptions, visitSite } from '../harness/site-visits.ts';

const file = 'historias/historia.page.yaml';
/** The stories at every video host, by the name of the collection's item. */
const site = visitSite({
  funnels: copyFunnels([
    withPixel,
    [file, 'provider: panda', "provider: '{{ item.host }}'"],
    [
      'historias/historias.collection.yaml',
      'video: historia-helena',
      'video: vz-1a2b3c4d-5e6/historia-helena\n    host: panda',
    ],
    [
      'historias/historias.collection.yaml',
      'video: historia-rafael',
      `video: historia-rafael
    poster: historias/assets/poster-2.jpg
    host: youtube
  bia:
    name: Dra. Bia Reis
    short: Bia
    area: Direito Civil
    title: Como Bia
    lead: A história de Bia.
    description: 'A história ilustrativa de Bia, civilista que deixou de adiar o próprio perfil e passou a explicar o que faz, com método, calma e sigilo.'
    quote: “Era mais simples.”
    before: Antes.
    turn: Virada.
    after: Depois.
    video: '76979871'
    host: vimeo`,
    ],
  ]),
  env: { TRACES: 'off' },
});
const pixel = servePixel();

/** The common functions of players; `say` sends messages in the vendor's format. */
const machine = `
  const heard = [];
  const state = { time: 0, duration: 600, muted: false, playing: false };
  let home = null;
  addEventListener('message', (event) => {
    home = event.origin;
    heard.push(event.data);
    hear(typeof event.data === 'string' ? JSON.parse(event.data) : event.data);
  });
  const player = {
    play() { state.playing = true; say('play'); },
    pause() { state.playing = false; say('pause'); },
    seek(time) { state.time = time; say('time'); },
    mute(muted) { state.muted = muted; say('mute'); },
  };`;

const pages: Readonly<Record<string, string>> = {
  // Sends nothing until it is listened to.
  youtube: `
    let listened = false;
    const post = (event, info) => parent.postMessage(JSON.stringify({ event, info, id: 1 }), home);
    const info = () => ({ currentTime: state.time, duration: state.duration, muted: state.muted, playerState: state.playing ? 1 : 2 });
    const hear = ({ event, func }) => {
      if (event === 'listening' && !listened) { listened = true; post('initialDelivery', info()); }
      if (func === 'unMute') player.mute(false);
    };
    const say = (what) => listened && (what === 'play' || what === 'pause' ? post('onStateChange', state.playing ? 1 : 2) : post('infoDelivery', info()));`,
  // Sends what was requested; on a phone it never reports its sound.
  vimeo: `
    const asked = new Set();
    const post = (message) => parent.postMessage(JSON.stringify(message), home);
    const hear = ({ method, value }) => {
      if (method === 'addEventListener') asked.add(value);
      if (method === 'getMuted') post({ method, value: state.muted });
      if (method === 'setMuted') player.mute(value);
    };
    const say = (what) => {
      const event = { time: 'timeupdate', mute: 'unheard-of' }[what] ?? what;
      const data = { seconds: state.time, duration: state.duration, percent: state.time / state.duration };
      if (asked.has(event)) post({ event, data });
      if (asked.has('progress')) post({ event: 'progress', data: { ...data, seconds: state.duration } });
    };`,
  // Sends objects to its embedding page, often without the duration.
  panda: `
    const hear = ({ type }) => { if (type === 'unmute') player.mute(false); };
    const names = { play: 'panda_play', pause: 'panda_pause', time: 'panda_timeupdate' };
    const say = (what) => parent.postMessage(
      what === 'mute'
        ? { type: state.muted ? 'panda_muted' : 'panda_unmuted', currentTime: state.time }
        : { message: names[what], currentTime: state.time }, '*');`,
};

const playerPage = (host: string) => ({
  type: 'text/html',
  body: `<!doctype html><html lang="pt-BR"><title>${host}</title><script>${machine}${pages[host]}</script>`,
});
const videos = [
  serveHosts(['www.youtube-nocookie.com'], () => playerPage('youtube')),
  serveHosts(['player.vimeo.com'], () => playerPage('vimeo')),
  serveHosts(['player-vz-1a2b3c4d-5e6.tv.pandavideo.com.br'], () => playerPage('panda')),
];
const asked = () => videos.flatMap((host) => host.requested);

/** The stories: host, path and duration in seconds. */
const stories = [
  ['panda', '/historias-de-sucesso-helena', 451.63],
  ['youtube', '/historias-de-sucesso-rafael', 600],
  ['vimeo', '/historias-de-sucesso-bia', 600],
] as const;
const helena = stories[0][1];

interface PostedEvent {
  readonly event_name: string;
  readonly event_data: Readonly<Record<string, unknown>>;
}

async function visit(path: string, options: VisitOptions = {}) {
  const posted: PostedEvent[] = [];
  const visitor = await site.visit(path, {
    ...options,
    before: async (page) => {
      pixel.reach();
      for (const host of videos) host.reach();
      page.on('request', (request) => {
        if (request.url().endsWith('/api/meta/event')) posted.push(request.postDataJSON() as PostedEvent);
      });
    },
  });
  const videoEvents = () =>
    posted
      .filter(({ event_name }) => event_name.startsWith('Video'))
      .map(({ event_name, event_data }) => `${event_name} ${event_data['percent']}`);
  return { ...visitor, posted, videoEvents };
}

/** Taps the facade, and returns the controls of the player in its frame. */
async function start(page: Page) {
  const facade = page.locator('[data-behaviour=video] a').first();
  // The behaviours are loaded after the first paint.
  await untilRun(page, 'video');
  await facade.click();
  const element = await page.locator('[data-behaviour=video] iframe').elementHandle();
  const frame = await element?.contentFrame();
  if (!frame) throw new Error('There is no player.');
  await frame.waitForFunction('typeof player === "object"');
  if (!frame.url().includes('pandavideo')) await expect.poll(() => frame.evaluate('heard.length')).toBeGreaterThan(0);
  return {
    frame,
    act: (name: 'play' | 'pause' | 'seek' | 'mute', value?: number | boolean) =>
      frame.evaluate(`player.${name}(${value ?? ''})`),
  };
}

/** A muted video has been played for this long when its sound is offered; in milliseconds. */
const offerAfter = 4500;
const action = (page: Page) => page.locator('#candidatura a[href="/form-aplicacao"]');
const bar = (page: Page) => page.locator('[data-when*=scroll] a[href="/form-aplicacao"]');
const scrollTo = (page: Page, share: number) =>
  page.evaluate((part) => {
    const height = document.documentElement.scrollHeight - window.innerHeight;
    window.scrollTo({ top: height * part, behavior: 'instant' });
  }, share);
/** Two frames: the effects of a message have been painted. */
const settled = (page: Page) =>
  page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));

test('the stories are separate pages from one collection', async () => {
  const titles = await Promise.all(
    stories.map(async ([, path]) => {
      const html = await (await fetch(site.server.url + path)).text();
      return `${/<title>.*?<\/title>/s.exec(html)} ${/<h1.*?<\/h1>/s.exec(html)}`;
    }),
  );
  expect(new Set(titles).size).toBe(stories.length);
  for (const title of titles) expect(title).not.toContain('null');
  expect((await fetch(`${site.server.url}/historias-de-sucesso-ninguem`)).status).toBe(404);
});

describe.each(stories)('a video at %s', (host, path, length) => {
  test('sends no request to its host before it is tapped, then plays, and reports each of its events once', async () => {
    const before = asked().length;
    const { page, videoEvents, posted, complaints } = await visit(path);
    await page.waitForLoadState('networkidle');
    expect(asked().length).toBe(before);
    expect(await page.locator('iframe').count()).toBe(0);
    const { act } = await start(page);
    expect(asked().length).toBe(before + 1);
    const frame = page.locator('[data-behaviour=video] iframe');
    expect(await frame.getAttribute('title')).toContain('Assistir à história');
    expect(await frame.getAttribute('allow')).toContain('autoplay');
    expect(await page.locator('[data-behaviour=video] a').first().isVisible()).toBe(false);
    await act('seek', 1);
    await act('play');
    await act('play');
    await act('seek', length * 0.3);
    await act('pause');
    await act('seek', length * 0.6);
    await expect
      .poll(videoEvents)
      .toEqual([
        expect.stringMatching(/^VideoPlay 0$/),
        'VideoProgress 25',
        expect.stringMatching(/^VideoPause (29|30)$/),
        'VideoProgress 50',
      ]);
    expect(posted.find(({ event_name }) => event_name === 'VideoPlay')?.event_data).toMatchObject({ host });
    expect(complaints).toEqual([]);
  });

  test("shows the call to action at three quarters, not before; muted on a phone, it offers 'Assistir com som'", async () => {
    const { page, videoEvents, complaints } = await visit(path);
    expect(await action(page).isVisible()).toBe(false);
    const { act, frame } = await start(page);
    await act('play');
    await act('seek', length * 0.74);
    await settled(page);
    expect(await action(page).isVisible()).toBe(false);
    await act('seek', length * 0.751);
    await expect.poll(() => action(page).isVisible()).toBe(true);
    // The maximum counts, so rewinding does not hide it.
    await act('seek', 1);
    await settled(page);
    expect(await action(page).isVisible()).toBe(true);
    const offer = page.getByRole('button', { name: 'Assistir com som' });
    await page.clock.install();
    await act('mute', true);
    await settled(page);
    expect(await offer.isVisible()).toBe(false);
    await page.clock.runFor(offerAfter);
    await expect.poll(() => offer.isVisible()).toBe(true);
    await offer.click();
    await expect.poll(() => frame.evaluate('state.muted')).toBe(false);
    await expect.poll(() => offer.isVisible()).toBe(false);
    await expect
      .poll(() => videoEvents().map((each) => each.split(' ')[0]))
      .toEqual(expect.arrayContaining(['VideoMuted', 'VideoUnmuted']));
    expect(complaints).toEqual([]);
  });
});

describe('the threshold in the address', () => {
  const shares: [delay: string, held: number, shown: number][] = [
    ['50', 49, 51],
    ['100', 98, 100],
    // Values that are not from 0 to 100 are ignored.
    ['abc', 74, 76],
    ['-5', 74, 76],
    ['101', 74, 76],
    ['50%', 74, 76],
    ['', 74, 76],
  ];
  test('is a share of the video', async () => {
    const { page, complaints } = await visit('/robots.txt');
    for (const [delay, held, shown] of shares) {
      await page.goto(`${site.server.url}${helena}?delay=${encodeURIComponent(delay)}`);
      const { act } = await start(page);
      await act('seek', (451.63 * held) / 100);
      await settled(page);
      expect.soft(await action(page).isVisible(), `delay=${delay} at ${held} %`).toBe(false);
      await act('seek', (451.63 * shown) / 100);
      await expect.poll(() => action(page).isVisible(), { message: `delay=${delay} at ${shown} %` }).toBe(true);
    }
    expect(complaints).toEqual([]);
  });

  test('delay=0 shows it at once', async () => {
    const { page } = await visit(`${helena}?delay=0`);
    await expect.poll(() => action(page).isVisible()).toBe(true);
    expect(await page.locator('iframe').count()).toBe(0);
  });
});

describe('a muted video', () => {
  test('offers nothing on a desktop', async () => {
    const { page } = await visit(helena, { viewport: viewports.desktop });
    const { act, frame } = await start(page);
    await page.clock.install();
    await act('mute', true);
    await act('play');
    // The page has received the messages.
    await settled(page);
    expect(await frame.evaluate('state.muted')).toBe(true);
    await page.clock.runFor(offerAfter);
    expect(await page.getByRole('button', { name: 'Assistir com som' }).isVisible()).toBe(false);
  });
});

describe('the bar', () => {
  test('appears after seventy percent of the page, once the call to action is visible', async () => {
    const { page } = await visit(helena);
    await scrollTo(page, 0.9);
    await settled(page);
    expect(await bar(page).isVisible()).toBe(false);
    await scrollTo(page, 0);
    const { act } = await start(page);
    await act('seek', 451.63 * 0.8);
    await expect.poll(() => action(page).isVisible()).toBe(true);
    expect(await bar(page).isVisible()).toBe(false);
    await scrollTo(page, 0.65);
    await settled(page);
    expect(await bar(page).isVisible()).toBe(false);
    await scrollTo(page, 0.75);
    await expect.poll(() => bar(page).isVisible()).toBe(true);
    await bar(page).click();
    await page.waitForURL(/\/form-aplicacao/);
    expect(await page.locator('form[data-form] [name=nome]').count()).toBe(1);
  });

  test('is only on phones', async () => {
    const { page } = await visit(`${helena}?delay=0`, { viewport: viewports.desktop });
    await expect.poll(() => action(page).isVisible()).toBe(true);
    await scrollTo(page, 0.95);
    await settled(page);
    expect(await bar(page).isVisible()).toBe(false);
  });
});

describe('the call to action', () => {
  test("leads to the application, keeps the source of the visit, and is tracked as 'ClicouOfertaEspecial'", async () => {
    const { page, posted } = await visit(`${helena}?delay=0&utm_source=insta`);
    await expect.poll(() => posted.map(({ event_name }) => event_name)).toEqual(['PageView', 'ViewContent']);
    const before = site.records('meta_events').length;
    await action(page).click();
    await page.waitForURL(/\/form-aplicacao/);
    // Playwright may miss a request that a page makes while it leaves.
    const stored = () => site.records('meta_events').slice(before) as unknown as PostedEvent[];
    await expect
      .poll(() =>
        stored()
          .filter(({ event_name }) => event_name === 'ClicouOfertaEspecial')
          .map((one) => one.event_data),
      )
      .toEqual([expect.objectContaining({ content_name: 'Candidatura', button_text: 'Candidatar-se' })]);
    await page.locator('[name=nome]').fill('Ana Prado');
    await page.locator('[name=whatsapp]').fill('21912345678');
    await page.locator('[name=email]').fill('historia@exemplo.com.br');
    const saved = page.waitForRequest('**/api/form-aplicacao');
    await page.locator('form[data-form] [type=submit]').click();
    expect((await saved).postDataJSON()).toMatchObject({ utm_source: 'insta' });
  });
});
