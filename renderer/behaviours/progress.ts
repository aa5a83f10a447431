/** What is known of a video that plays, from the reports of its player. */
import type { PlayerReport } from './players/player.ts';

export interface VideoEvent {
  readonly event: 'VideoPlay' | 'VideoPause' | 'VideoMuted' | 'VideoUnmuted' | 'VideoProgress';
  /** Percent, whole. */
  readonly percent: number;
}

export interface Playback {
  readonly percent: number;
  readonly playing: boolean;
  readonly muted: boolean | null;
  /** The last quarter that was told. */
  readonly quarter: number;
  /** Seconds; 0 while unknown. */
  readonly duration: number;
}

export const unplayed: Playback = { percent: 0, playing: false, muted: null, quarter: 0, duration: 0 };

/**
 * A report taken in: how it stands, and what of it is worth telling. Quarters are told once.
 * @param fallback the length in seconds while the player does not tell it
 */
export function takeIn(before: Playback, report: PlayerReport, fallback: number): [Playback, VideoEvent[]] {
  const duration = report.duration ?? before.duration;
  const length = duration || fallback;
  const reached = report.state === 'ended' ? 100 : report.time === undefined ? 0 : (report.time / length) * 100;
  const percent = Math.min(100, Math.max(before.percent, reached));
  const playing = report.state === undefined ? before.playing : report.state === 'play';
  const muted = report.muted ?? before.muted;
  const quarter = Math.max(before.quarter, Math.floor(percent / 25) * 25);
  const whole = Math.floor(percent);
  const events: VideoEvent[] = [];
  if (playing !== before.playing) events.push({ event: playing ? 'VideoPlay' : 'VideoPause', percent: whole });
  // A player that starts with its sound on has not been unmuted.
  if (muted !== before.muted && (muted === true || before.muted !== null))
    events.push({ event: muted ? 'VideoMuted' : 'VideoUnmuted', percent: whole });
  for (let told = before.quarter + 25; told <= quarter; told += 25)
    events.push({ event: 'VideoProgress', percent: told });
  return [{ percent, playing, muted, quarter, duration }, events];
}
