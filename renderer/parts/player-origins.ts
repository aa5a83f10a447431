/** Origins of video players, for their iframes and the page's content security policy. */

export type VideoHost = 'youtube' | 'vimeo' | 'panda';

export const youtubeOrigin = 'https://www.youtube-nocookie.com';
export const vimeoOrigin = 'https://player.vimeo.com';

/** Panda's origin: each library has its own host. @param video the id, or library and id: `vz-1a2b3c4d-5e6/9f8e7d6c-…` */
export function pandaOrigin(video: string): string {
  const [library, id] = video.split('/');
  return id === undefined ? 'https://player.pandavideo.com.br' : `https://player-${library}.tv.pandavideo.com.br`;
}

/** The address of Panda's player for a video. */
export const pandaAddress = (video: string, more: Readonly<Record<string, string>> = {}): string =>
  `${pandaOrigin(video)}/embed/?${new URLSearchParams({ v: video.split('/').at(-1) ?? '', ...more })}`;

/** The origin of a video's player, by host. */
export const playerOrigins: Readonly<Record<VideoHost, (video: string) => string>> = {
  youtube: () => youtubeOrigin,
  vimeo: () => vimeoOrigin,
  panda: pandaOrigin,
};
