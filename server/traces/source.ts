/** The source of a recorded visit. */
import { redactPersonal } from '../../engine/forms/redact-pii.ts';

/** Whether a text consists of what redaction leaves. A text that has no letters and digits is not redacted. */
const isRedacted = (text: string): boolean => /[\p{L}\p{N}]/u.test(text) && redactPersonal('text', text) === text;

/**
 * The source that a trace names: the `src` parameter, else `utm_source`, else the referrer; `redacted` if the trace
 * does not keep it (`shared-sources.ts`); `unknown` if none was recorded.
 */
export function recordedSource({ src, utm_source: campaign }: Readonly<Record<string, string | null>>): string {
  // `ref_` and the referrer's host, which may be redacted.
  const isParameter = src != null && src !== 'direct_access' && !/^(?:ref|aaa)_/.test(src);
  const source = isParameter ? src : (campaign ?? src ?? 'unknown');
  return isRedacted(source) ? 'redacted' : source;
}
