import type { Text } from '../../schemas/compiled.ts';
import { classes } from './classes.ts';
import { Picture } from './Picture.tsx';
import { pandaAddress, type VideoHost } from './player-origins.ts';
import type { hidden as hiddenRecipe } from './recipes/hidden.ts';
import type { player as playerRecipe } from './recipes/player.ts';
import { toneClass } from './Section.tsx';
import type { View } from './view.ts';

const c = classes<typeof playerRecipe>('player');
const hidden = classes<typeof hiddenRecipe>('hidden');

/** The address of a video's page at its host. */
const watch: Readonly<Record<VideoHost, (video: string) => string>> = {
  youtube: (video) => `https://www.youtube.com/watch?v=${video}`,
  vimeo: (video) => `https://vimeo.com/${video}`,
  panda: pandaAddress,
};

export interface PlayerProps {
  provider: VideoHost;
  videoId: string;
  /** Describes what a tap does. */
  label: Text;
  poster?: string | undefined;
  /** Whether its picture is in the first view. */
  priority?: boolean | undefined;
  fallbackSeconds?: number | undefined;
  unmuteLabel?: Text | undefined;
  /** Whether playback is tracked. */
  trackPlayback?: boolean | undefined;
  view: View;
}

/** A picture with a play symbol. It links to the video's page; the `video` behaviour plays the video in place. */
export const PlayerFrame = ({
  provider,
  videoId,
  label,
  poster,
  priority,
  fallbackSeconds,
  unmuteLabel,
  trackPlayback,
  view,
}: PlayerProps) => (
  <div
    className={c('root') + toneClass('dark')}
    data-behaviour="video"
    data-host={provider}
    data-video={videoId}
    data-fallback-seconds={fallbackSeconds}
    data-tracked={trackPlayback || undefined}
  >
    <a className={c('facade')} href={watch[provider](videoId)} target="_blank" rel="noopener noreferrer">
      {poster !== undefined && (
        <Picture
          asset={poster}
          alt=""
          className={c('picture')}
          sizes="(min-width:62rem) 58rem, 100vw"
          first={priority ?? false}
          view={view}
        />
      )}
      <span className={c('play')} aria-hidden="true" />
      <span className={c('label')}>{view.text(label)}</span>
      <span className={hidden('root')}> {view.site.messages.newTab}</span>
    </a>
    {/* React ignores this content, so that a playing video survives the hydration around it. */}
    {/* biome-ignore lint/security/noDangerouslySetInnerHtml: the content is empty */}
    <div data-player="" suppressHydrationWarning dangerouslySetInnerHTML={{ __html: '' }} />
    {unmuteLabel !== undefined && (
      <button type="button" className={c('sound')} data-unmute="" hidden>
        {view.text(unmuteLabel)}
      </button>
    )}
  </div>
);
