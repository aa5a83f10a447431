/** A video behind its picture: the player's frame is made when it is tapped. */
import type { PlayerAdapter } from './players/player.ts';
import { takeIn, unplayed } from './progress.ts';

const players: Readonly<Record<string, () => Promise<{ default: PlayerAdapter }>>> = {
  youtube: () => import('./players/youtube.ts'),
  vimeo: () => import('./players/vimeo.ts'),
  panda: () => import('./players/panda.ts'),
};

/** How often a player is greeted, in milliseconds: one that was not ready has not heard it. */
const greetEvery = 1000;
/** The offer of sound: a player settles, then plays without sound for a while. Milliseconds. */
const settles = 500;
const offersAfter = 3000;

/** Offers the sound once it has been off for a while: shows the button that turns it on. */
function soundOffer(button: HTMLElement) {
  let timer = 0;
  return {
    /** Takes in whether it plays without sound. */
    follow: (silent: boolean): void => {
      if (!silent) {
        clearTimeout(timer);
        timer = 0;
        button.hidden = true;
      } else if (timer === 0)
        timer = window.setTimeout(() => {
          button.hidden = false;
        }, settles + offersAfter);
    },
  };
}

interface Stage {
  readonly element: HTMLElement;
  /** Where the frame is put. */
  readonly place: HTMLElement;
  readonly facade: HTMLElement;
  readonly tellPercent: (percent: number) => void;
}

function play({ element, place, facade, tellPercent }: Stage, player: PlayerAdapter): void {
  const { video = '', host = '', tracked, fallbackSeconds } = element.dataset;
  const home = player.origin(video);
  const frame = document.createElement('iframe');
  frame.src = player.address(video, location.origin);
  frame.title = facade.textContent?.trim() ?? '';
  frame.allow = 'autoplay; picture-in-picture; encrypted-media';
  frame.allowFullscreen = true;
  // YouTube refuses to play for a page that does not say where it is.
  frame.referrerPolicy = 'strict-origin-when-cross-origin';
  const say = (messages: readonly unknown[]): void => {
    for (const message of messages) frame.contentWindow?.postMessage(message, home);
  };
  const phone = matchMedia('(max-width:47.99em)').matches;
  const unmute = phone ? element.querySelector<HTMLElement>('[data-unmute]') : null;
  const offer = unmute && soundOffer(unmute);
  unmute?.addEventListener('click', () => say(player.commands('unmute')));
  const greeting = setInterval(() => {
    if (frame.isConnected) say(player.greetings());
    else {
      clearInterval(greeting);
      window.removeEventListener('message', listen);
      offer?.follow(false);
    }
  }, greetEvery);

  let playback = unplayed;
  const listen = ({ source, origin, data }: MessageEvent): void => {
    if (source !== frame.contentWindow || origin !== home) return;
    const report = player.read(data);
    if (report === null) return;
    const [next, events] = takeIn(playback, report, Number(fallbackSeconds) || Number.POSITIVE_INFINITY);
    playback = next;
    tellPercent(playback.percent);
    offer?.follow(playback.playing && playback.muted === true);
    if (tracked === undefined) return;
    for (const { event, percent } of events)
      window.funnel?.track({ event, prefix: null, data: { video, host, percent }, user: {} });
  };
  window.addEventListener('message', listen);
  frame.addEventListener('load', () => say(player.greetings()));
  facade.hidden = true;
  place.append(frame);
  frame.focus();
}

/**
 * Takes over the facade of a video, a link to where it can be watched otherwise.
 * @param tellPercent hears how much of it has been played
 */
export function startVideo(element: HTMLElement, tellPercent: (percent: number) => void): void {
  const facade = element.querySelector('a');
  const load = players[element.dataset['host'] ?? ''];
  if (!facade || !load) return;
  // What is put here is outside of what an island hydrates.
  const place = element.querySelector<HTMLElement>('[data-player]') ?? element;
  // The player's code is on its way before the tap ends.
  facade.addEventListener('pointerenter', () => void load().catch(() => {}), { once: true });
  facade.addEventListener('click', (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    load().then(
      ({ default: player }) => {
        if (!facade.hidden) play({ element, place, facade, tellPercent }, player);
      },
      // Without its code the link is what it was.
      () => window.open(facade.href, '_blank', 'noopener'),
    );
  });
}
