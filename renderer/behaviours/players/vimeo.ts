/** Adapter of Vimeo's embedded player. Its `progress` reports buffering; a change of volume may not be reported. */
import { vimeoOrigin } from '../../parts/player-origins.ts';
import { type PlayerAdapter, recordOf, reportOf, secondsIn } from './player.ts';

const events = ['play', 'pause', 'ended', 'timeupdate', 'volumechange'] as const;
const states: Readonly<Record<string, 'play' | 'pause' | 'ended'>> = { play: 'play', pause: 'pause', ended: 'ended' };

const vimeo: PlayerAdapter = {
  origin: () => vimeoOrigin,
  address: (video) =>
    `${vimeoOrigin}/video/${encodeURIComponent(video)}?${new URLSearchParams({ autoplay: '1', playsinline: '1', dnt: '1' })}`,
  greetings: () => [
    ...events.map((value) => ({ method: 'addEventListener', value })),
    // Polled, because phones do not report that the sound was turned off.
    { method: 'getMuted' },
  ],
  read: (data) => {
    const message = recordOf(data);
    if (message === null) return null;
    const { event, method, value } = message;
    if (method === 'getMuted') return reportOf({ muted: typeof value === 'boolean' ? value : undefined });
    if (typeof event !== 'string' || !events.some((known) => known === event)) return null;
    const { seconds, duration, muted } = recordOf(message['data']) ?? {};
    return reportOf({
      state: states[event],
      time: secondsIn(seconds),
      duration: secondsIn(duration) || undefined,
      muted: event === 'volumechange' && typeof muted === 'boolean' ? muted : undefined,
    });
  },
  commands: (command) => [command === 'play' ? { method: 'play' } : { method: 'setMuted', value: false }],
};

export default vimeo;
