/** Adapter of Panda Video's embedded player. The name of a message is under one of three keys. */
import { pandaAddress, pandaOrigin } from '../../parts/player-origins.ts';
import { type PlayerAdapter, recordOf, reportOf, secondsIn } from './player.ts';

const states: Readonly<Record<string, 'play' | 'pause' | 'ended'>> = {
  panda_play: 'play',
  panda_pause: 'pause',
  panda_ended: 'ended',
};

const panda: PlayerAdapter = {
  origin: pandaOrigin,
  address: (video) => pandaAddress(video, { autoplay: 'true' }),
  // It sends messages without a greeting.
  greetings: () => [],
  read: (data) => {
    const message = recordOf(data);
    const name = message?.['message'] ?? message?.['type'] ?? message?.['event'];
    if (message === null || typeof name !== 'string' || !name.startsWith('panda_')) return null;
    const { currentTime, duration, muted } = message;
    return reportOf({
      state: states[name],
      time: secondsIn(currentTime),
      duration: secondsIn(duration) || undefined,
      muted:
        name === 'panda_muted'
          ? true
          : name === 'panda_unmuted'
            ? false
            : typeof muted === 'boolean'
              ? muted
              : undefined,
    });
  },
  commands: (command) => [{ type: command }],
};

export default panda;
