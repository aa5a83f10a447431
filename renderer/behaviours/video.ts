/** A video behind its picture: the player's frame is made when it is tapped. */
import type { Player } from './players/player.ts';
import { takeIn, unplayed } from './progress.ts';
import { tellVideo } from './signals.ts';

const players: Readonly<Record<string, () => Promise<{ player: Player }>>> = {
  youtube: () => import('./players/youtube.ts'),
  vimeo: () => import('./players/vimeo.ts'),
  panda: () => import('./players/panda.ts'),
};

/** How often a player is greeted, in milliseconds: one that was not ready has not heard it. */
const greetEvery = 1000;
/** The offer of sound: a player settles, then plays without sound for a while. Milliseconds. */
const settles = 500;
const offersAfter = 3000;

/** Offers the sound once it has been off for a while, on a phone. */
function soundOffer(place: HTMLElement, text: string, unmute: () => void) {
  let timer = 0;
  let button: HTMLButtonElement | null = null;
  const offer = (): void => {
    button = document.createElement('button');
    button.type = 'button';
    button.className = 'player__sound';
    button.textContent = text;
    button.addEventListener('click', unmute);
    place.append(button);
  };
  return {
    /** Takes in whether it plays without sound. */
    follow: (silent: boolean): void => {
      if (!silent) {
        clearTimeout(timer);
        timer = 0;
        button?.remove();
        button = null;
      } else if (timer === 0) timer = window.setTimeout(offer, settles + offersAfter);
    },
  };
}

function play(element: HTMLElement, place: HTMLElement, facade: HTMLElement, player: Player): void {
  const { video = '', host = '', sound, tracked, fallbackSeconds } = element.dataset;
  const frame = document.createElement('iframe');
  frame.src = player.address(video, location.origin);
  frame.title = facade.textContent?.trim() ?? '';
  frame.allow = 'autoplay; fullscreen; picture-in-picture; encrypted-media';
  frame.allowFullscreen = true;
  // YouTube refuses to play for a page that does not say where it is.
  frame.referrerPolicy = 'strict-origin-when-cross-origin';
  const say = (messages: readonly unknown[]): void => {
    for (const message of messages) frame.contentWindow?.postMessage(message, player.origin);
  };
  const phone = matchMedia('(max-width:47.99em)').matches;
  const offer = sound && phone ? soundOffer(place, sound, () => say(player.commands('unmute'))) : null;
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
    if (source !== frame.contentWindow || origin !== player.origin) return;
    const report = player.read(data);
    if (report === null) return;
    const [next, events] = takeIn(playback, report, Number(fallbackSeconds) || Number.POSITIVE_INFINITY);
    playback = next;
    tellVideo(playback.percent);
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

/** Takes over the facade of a video, a link to where it can be watched otherwise. */
export function startVideo(element: HTMLElement): void {
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
      ({ player }) => {
        if (!facade.hidden) play(element, place, facade, player);
      },
      // Without its code the link is what it was.
      () => window.open(facade.href, '_blank', 'noopener'),
    );
  });
}
