/** The playback state of a video, from the reports of its player. */
import type { PlayerReport } from './players/player.ts';

export interface VideoEvent {
  readonly event: 'VideoPlay' | 'VideoPause' | 'VideoMuted' | 'VideoUnmuted' | 'VideoProgress';
  /** A whole percentage. */
  readonly percent: number;
}

export interface Playback {
  readonly percent: number;
  readonly playing: boolean;
  readonly muted: boolean | null;
  /** The last quarter reported, in percent. */
  readonly quarter: number;
  /** Seconds; 0 while unknown. */
  readonly duration: number;
}

export const unplayed: Playback = { percent: 0, playing: false, muted: null, quarter: 0, duration: 0 };

/**
 * Applies a report: returns the new state and the events to track. Each quarter is reported once.
 * @param fallback the length in seconds until the player reports it
 */
export function applyReport(before: Playback, report: PlayerReport, fallback: number): [Playback, VideoEvent[]] {
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
  // A player that starts with sound was not unmuted.
  if (muted !== before.muted && (muted === true || before.muted !== null))
    events.push({ event: muted ? 'VideoMuted' : 'VideoUnmuted', percent: whole });
  for (let passed = before.quarter + 25; passed <= quarter; passed += 25)
    events.push({ event: 'VideoProgress', percent: passed });
  return [{ percent, playing, muted, quarter, duration }, events];
}
