/** A video behind its picture. The player's iframe is created on the tap. */
import type { PlayerAdapter } from './players/player.ts';
import { applyReport, unplayed } from './progress.ts';

const players: Readonly<Record<string, () => Promise<{ default: PlayerAdapter }>>> = {
  youtube: () => import('./players/youtube.ts'),
  vimeo: () => import('./players/vimeo.ts'),
  panda: () => import('./players/panda.ts'),
};

/** Interval of greetings, in milliseconds: a player that is not ready misses the first ones. */
const greetEvery = 1000;
/** Delays before the button that unmutes: first for the player to settle, then for playing muted. In milliseconds. */
const settles = 500;
const offersAfter = 3000;

/** Shows the button that unmutes once the video has played muted for a while. */
function soundOffer(button: HTMLElement) {
  let timer = 0;
  return {
    /** Updates whether the video plays muted. */
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
  /** The parent of the iframe. */
  readonly place: HTMLElement;
  readonly facade: HTMLElement;
  readonly onPercent: (percent: number) => void;
}

function play({ element, place, facade, onPercent }: Stage, player: PlayerAdapter): void {
  const { video = '', host = '', tracked, fallbackSeconds } = element.dataset;
  const home = player.origin(video);
  const iframe = document.createElement('iframe');
  iframe.src = player.address(video, location.origin);
  iframe.title = facade.textContent?.trim() ?? '';
  iframe.allow = 'autoplay; picture-in-picture; encrypted-media';
  iframe.allowFullscreen = true;
  // YouTube refuses to play without a referrer.
  iframe.referrerPolicy = 'strict-origin-when-cross-origin';
  const post = (messages: readonly unknown[]): void => {
    for (const message of messages) iframe.contentWindow?.postMessage(message, home);
  };
  const phone = matchMedia('(max-width:47.99em)').matches;
  const unmute = phone ? element.querySelector<HTMLElement>('[data-unmute]') : null;
  const offer = unmute && soundOffer(unmute);
  unmute?.addEventListener('click', () => post(player.commands('unmute')));
  const greeting = setInterval(() => {
    if (iframe.isConnected) post(player.greetings());
    else {
      clearInterval(greeting);
      window.removeEventListener('message', listen);
      offer?.follow(false);
    }
  }, greetEvery);

  let playback = unplayed;
  const listen = ({ source, origin, data }: MessageEvent): void => {
    if (source !== iframe.contentWindow || origin !== home) return;
    const report = player.read(data);
    if (report === null) return;
    const [next, events] = applyReport(playback, report, Number(fallbackSeconds) || Number.POSITIVE_INFINITY);
    playback = next;
    onPercent(playback.percent);
    offer?.follow(playback.playing && playback.muted === true);
    if (tracked === undefined) return;
    for (const { event, percent } of events)
      window.funnel?.track({ event, prefix: null, data: { video, host, percent }, user: {} });
  };
  window.addEventListener('message', listen);
  iframe.addEventListener('load', () => post(player.greetings()));
  facade.hidden = true;
  place.append(iframe);
  iframe.focus();
}

/**
 * Makes the facade of a video, a link to its page, play the video in place.
 * @param onPercent receives the percentage played
 */
export function startVideo(element: HTMLElement, onPercent: (percent: number) => void): void {
  const facade = element.querySelector('a');
  const load = players[element.dataset['host'] ?? ''];
  if (!facade || !load) return;
  // An island does not hydrate the content of this element.
  const place = element.querySelector<HTMLElement>('[data-player]') ?? element;
  // Fetches the player's code before the tap ends.
  facade.addEventListener('pointerenter', () => void load().catch(() => {}), { once: true });
  facade.addEventListener('click', (event) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey) return;
    event.preventDefault();
    load().then(
      ({ default: player }) => {
        if (!facade.hidden) play({ element, place, facade, onPercent }, player);
      },
      // Without the code, the link opens as usual.
      () => window.open(facade.href, '_blank', 'noopener'),
    );
  });
}
