import { describe, expect, test } from 'vitest';
import { compileExpression } from '../../../engine/expressions/index.ts';
import { firstSignals, signalTypes } from '../../../engine/signals/page.ts';
import { wrap } from '../../../renderer/behaviours/carousel.ts';
import { createClock } from '../../../renderer/behaviours/clock.ts';
import { figuresFor } from '../../../renderer/behaviours/countdown.ts';
import panda from '../../../renderer/behaviours/players/panda.ts';
import type { PlayerReport } from '../../../renderer/behaviours/players/player.ts';
import vimeo from '../../../renderer/behaviours/players/vimeo.ts';
import youtube from '../../../renderer/behaviours/players/youtube.ts';
import { applyReport, type Playback, unplayed } from '../../../renderer/behaviours/progress.ts';
import { holds, readQuery, scrollPercent } from '../../../renderer/behaviours/signals.ts';
import { sourcesOf } from '../../../renderer/document/sources.ts';
import { fixNames, readsPage } from '../../../renderer/parts/page-signals.ts';

const second = 1000;
const day = 86_400 * second;

describe('the figures of a countdown', () => {
  test('have at least two digits each', () => {
    expect(figuresFor(day + 2 * 3600 * second + 3 * 60 * second + 4 * second)).toEqual({
      days: '01',
      hours: '02',
      minutes: '03',
      seconds: '04',
    });
    expect(figuresFor(123 * day).days).toBe('123');
  });

  test('are zeros after the moment and during the last second', () => {
    const zeros = { days: '00', hours: '00', minutes: '00', seconds: '00' };
    expect(figuresFor(-1)).toEqual(zeros);
    expect(figuresFor(-9 * day)).toEqual(zeros);
    expect(figuresFor(999)).toEqual(zeros);
    expect(figuresFor(1000)).toEqual({ ...zeros, seconds: '01' });
  });
});

describe('the clock', () => {
  const device = { date: 5_000_000, monotonic: 100 };
  const clockOf = (state: { date: number; monotonic: number }) =>
    createClock({ date: () => state.date, monotonic: () => state.monotonic });

  test('continues with the monotonic clock when the device’s clock changes', () => {
    const state = { ...device };
    const clock = clockOf(state);
    state.date = 1;
    state.monotonic += 250;
    expect(clock.now()).toBe(5_000_250);
  });

  test('is corrected by the server’s time, unless within a second', () => {
    const state = { ...device };
    const clock = clockOf(state);
    clock.correct(5_000_900);
    expect(clock.now()).toBe(5_000_000);
    clock.correct(9_000_000);
    expect(clock.now()).toBe(9_000_000);
    state.monotonic += 10;
    expect(clock.now()).toBe(9_000_010);
  });

  test('measures how long the page was suspended, and keeps the server’s correction', () => {
    const state = { ...device };
    const clock = clockOf(state);
    clock.correct(9_000_000);
    state.date += 60_000;
    clock.rebase();
    expect(clock.now()).toBe(9_060_000);
  });
});

test('a carousel wraps around at both ends', () => {
  expect([wrap(0, -1, 5), wrap(4, 1, 5), wrap(2, 1, 5)]).toEqual([4, 0, 3]);
});

describe('signals of a page', () => {
  test('scroll is the scrolled fraction in percent', () => {
    expect(scrollPercent(0, 3000, 1000)).toBe(0);
    expect(scrollPercent(1000, 3000, 1000)).toBe(50);
    expect(scrollPercent(2500, 3000, 1000)).toBe(100);
    expect(scrollPercent(0, 800, 1000)).toBe(0);
  });

  test('only src and delay are read from the address', () => {
    expect(readQuery('?src=a&delay=10&email=x@y.z')).toEqual({ src: 'a', delay: '10' });
    expect(readQuery('')).toEqual({ src: null, delay: null });
  });

  const past = ['>', ['.', ['$', 'page'], 'scroll'], ['.', ['$', 'facts'], 'limit']] as never;

  test('a condition may read the page; its other names are fixed by the server', () => {
    expect(readsPage(past)).toBe(true);
    expect(readsPage(['#', ['$', 'page']])).toBe(false);
    expect(readsPage(['$', 'pages'])).toBe(false);
    const fixed = fixNames(past, (name) => (name === 'facts' ? { limit: 70 } : undefined));
    expect(fixed).toEqual(['>', ['.', ['$', 'page'], 'scroll'], ['.', ['#', { limit: 70 }], 'limit']]);
    expect(holds(fixed, { ...firstSignals, scroll: 71 })).toBe(true);
    expect(holds(fixed, { ...firstSignals, scroll: 70 })).toBe(false);
  });

  test('a condition without a value is false', () => {
    expect(holds(['$', 'nothing'] as never, firstSignals)).toBe(false);
  });

  test('a missing parameter is null, not an error', () => {
    const given = ['!=', ['.', ['.', ['$', 'page'], 'query'], 'delay'], null] as never;
    expect(holds(given, firstSignals)).toBe(false);
    expect(holds(given, { ...firstSignals, query: { src: null, delay: '0' } })).toBe(true);
  });
});

describe('players', () => {
  test('have an origin; at Panda, each library has its own', () => {
    const video = 'vz-1a2b3c4d-5e6/9f8e7d6c-5b4a-4c3d-8e2f-1a0b9c8d7e6f';
    expect(panda.origin(video)).toBe('https://player-vz-1a2b3c4d-5e6.tv.pandavideo.com.br');
    expect(panda.address(video, '')).toBe(
      'https://player-vz-1a2b3c4d-5e6.tv.pandavideo.com.br/embed/?v=9f8e7d6c-5b4a-4c3d-8e2f-1a0b9c8d7e6f&autoplay=true',
    );
    expect(panda.address('abc', '')).toBe('https://player.pandavideo.com.br/embed/?v=abc&autoplay=true');
    expect(
      sourcesOf(
        [
          { host: 'panda', video },
          { host: 'vimeo', video: '1' },
        ],
        null,
      ).frames,
    ).toEqual(['https://player-vz-1a2b3c4d-5e6.tv.pandavideo.com.br', 'https://player.vimeo.com']);
  });

  test('YouTube sends state, time and sound as JSON text', () => {
    const info = { event: 'infoDelivery', info: { currentTime: 12.5, duration: 200, muted: true, playerState: 1 } };
    expect(youtube.read(JSON.stringify(info))).toEqual({ time: 12.5, duration: 200, muted: true, state: 'play' });
    expect(youtube.read(JSON.stringify({ event: 'onStateChange', info: 2 }))).toEqual({ state: 'pause' });
    expect(youtube.read(JSON.stringify({ event: 'infoDelivery', info: { duration: 0 } }))).toBeNull();
    expect(youtube.commands('unmute')).toEqual(['{"event":"command","func":"unMute","args":[]}']);
    expect(youtube.address('a/b', 'https://casa.example')).toBe(
      'https://www.youtube-nocookie.com/embed/a%2Fb?enablejsapi=1&autoplay=1&playsinline=1&rel=0&origin=https%3A%2F%2Fcasa.example',
    );
  });

  test('Vimeo’s progress event is ignored, and its sound state is requested', () => {
    expect(vimeo.read({ event: 'timeupdate', data: { seconds: 3, duration: 60, percent: 0.05 } })).toEqual({
      time: 3,
      duration: 60,
    });
    expect(vimeo.read({ event: 'progress', data: { seconds: 60, duration: 60 } })).toBeNull();
    expect(vimeo.read({ method: 'getMuted', value: true })).toEqual({ muted: true });
    expect(vimeo.greetings()).toContainEqual({ method: 'getMuted' });
  });

  test.each(['message', 'type', 'event'])('Panda sends its message under %s', (key) => {
    expect(panda.read({ [key]: 'panda_timeupdate', currentTime: 9 })).toEqual({ time: 9 });
    expect(panda.read({ [key]: 'panda_ended' })).toEqual({ state: 'ended' });
  });

  test.each([null, 1, '', '{', '[]', [], {}, { event: {} }, { message: 'x' }, { event: 'infoDelivery', info: 'x' }])(
    'ignore %j',
    (data) => {
      expect([youtube, vimeo, panda].map((player) => player.read(data))).toEqual([null, null, null]);
    },
  );

  test('ignore invalid numbers', () => {
    expect(panda.read({ message: 'panda_timeupdate', currentTime: -1, duration: Number.NaN })).toBeNull();
    expect(panda.read({ message: 'panda_timeupdate', currentTime: '9' })).toBeNull();
  });
});

describe('the playback of a video', () => {
  const playAll = (reports: readonly PlayerReport[], fallback = 451.63): [Playback, string[]] => {
    let playback = unplayed;
    const milestones: string[] = [];
    for (const report of reports) {
      const [next, events] = applyReport(playback, report, fallback);
      playback = next;
      milestones.push(...events.map(({ event, percent }) => `${event} ${percent}`));
    }
    return [playback, milestones];
  };

  test('quarters are reported once, play and pause on each change', () => {
    const [playback, milestones] = playAll([
      { state: 'play', time: 0, duration: 100 },
      { time: 26 },
      { time: 27 },
      { state: 'pause' },
      { time: 10 },
      { state: 'play' },
      { time: 80 },
      { state: 'ended' },
    ]);
    expect(playback).toMatchObject({ percent: 100, playing: false });
    expect(milestones).toEqual([
      'VideoPlay 0',
      'VideoProgress 25',
      'VideoPause 27',
      'VideoPlay 27',
      'VideoProgress 50',
      'VideoProgress 75',
      'VideoPause 100',
      'VideoProgress 100',
    ]);
  });

  test('the configured length is used until the player reports one', () => {
    expect(playAll([{ time: 338.8 }])[0].percent).toBeCloseTo(75.02, 1);
    expect(playAll([{ time: 50, duration: 100 }, { time: 60 }])[0].percent).toBe(60);
    expect(playAll([{ time: 50 }], Number.POSITIVE_INFINITY)[0].percent).toBe(0);
  });

  test('sound that is on from the start is not reported', () => {
    expect(playAll([{ muted: false }, { muted: true }, { muted: false }])[1]).toEqual([
      'VideoMuted 0',
      'VideoUnmuted 0',
    ]);
  });
});

describe('the state of a page', () => {
  test('is known before any interaction', () => {
    expect(firstSignals).toEqual({
      ...{ scroll: 0, section: '', device: 'phone', seconds: 0, video: 0, pressed: 0 },
      query: { src: null, delay: null },
    });
  });

  const problemsOf = (source: string): string[] => {
    const compiled = compileExpression(source, signalTypes);
    return 'problems' in compiled ? compiled.problems.map(({ code }) => code) : [];
  };
  test.each([
    'page.scroll >= 50 && page.seconds + page.video + page.pressed > 3',
    "page.section == 'prices'",
    "page.device == 'phone' || page.device == 'desktop'",
    "default(page.query.src, '') == 'x' || default(page.query.delay, '') == '0'",
  ])('has the types that %s needs', (source) => expect(problemsOf(source)).toEqual([]));

  test.each([
    "page.device == 'tablet'",
    "page.scroll == '50'",
    'page.section > 1',
    'page.query.other == null',
    "page.query.src + 'x' == 'x'",
  ])('does not have those of %s', (source) => expect(problemsOf(source)).not.toEqual([]));
});
