/** Adapter of YouTube's embedded player. */
import { youtubeOrigin } from '../../parts/player-origins.ts';
import { type PlayerAdapter, recordOf, reportOf, secondsIn } from './player.ts';

const states: Readonly<Record<number, 'play' | 'pause' | 'ended'>> = { 0: 'ended', 1: 'play', 2: 'pause' };
const functions = { play: 'playVideo', unmute: 'unMute' } as const;

const youtube: PlayerAdapter = {
  origin: () => youtubeOrigin,
  address: (video, page) =>
    `${youtubeOrigin}/embed/${encodeURIComponent(video)}?${new URLSearchParams({ enablejsapi: '1', autoplay: '1', playsinline: '1', rel: '0', origin: page })}`,
  greetings: () => [JSON.stringify({ event: 'listening' })],
  read: (data) => {
    const message = recordOf(data);
    if (message?.['event'] === 'onStateChange') return reportOf({ state: states[Number(message['info'])] });
    if (message?.['event'] !== 'infoDelivery' && message?.['event'] !== 'initialDelivery') return null;
    const info = recordOf(message['info']) ?? {};
    const { playerState, currentTime, duration, muted } = info;
    return reportOf({
      state: typeof playerState === 'number' ? states[playerState] : undefined,
      time: secondsIn(currentTime),
      duration: secondsIn(duration) || undefined,
      muted: typeof muted === 'boolean' ? muted : undefined,
    });
  },
  commands: (command) => [JSON.stringify({ event: 'command', func: functions[command], args: [] })],
};

export default youtube;
