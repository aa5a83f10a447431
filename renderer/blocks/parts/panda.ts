/** Videos at Panda Video: each library has a player at a host of its own. */

/** The origin of a video's player. @param video its id, or its library and id, `vz-1a2b3c4d-5e6/9f8e7d6c-…` */
export function pandaOrigin(video: string): string {
  const [library, id] = video.split('/');
  return id === undefined ? 'https://player.pandavideo.com.br' : `https://player-${library}.tv.pandavideo.com.br`;
}

/** The address of a video's player. */
export const pandaAddress = (video: string, more: Readonly<Record<string, string>> = {}): string =>
  `${pandaOrigin(video)}/embed/?${new URLSearchParams({ v: video.split('/').at(-1) ?? '', ...more })}`;
