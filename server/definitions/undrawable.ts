/** Pages that the renderer cannot draw: their version is not served. */
import type { Route } from '../../engine/definition.ts';

export interface PageFault {
  readonly page: string;
  readonly flow: string | null;
  readonly step: string | null;
  readonly path: string;
  /** What visitor it is drawn for; null where it is the same for everybody. */
  readonly visit: string | null;
  readonly message: string;
}

/** Nothing a visitor sent is in a page drawn for a trial, so its error may be shown whole. */
export const faultOf = ({ page, flow, step, canonical }: Route, visit: string | null, error: unknown): PageFault => ({
  page,
  flow,
  step,
  path: canonical,
  visit,
  message: error instanceof Error ? error.message : String(error),
});

/** The version has pages that cannot be drawn. */
export class UndrawablePages extends Error {
  readonly faults: readonly PageFault[];
  constructor(faults: readonly PageFault[]) {
    const lines = faults.map(({ page, flow, step, path, visit, message }) => {
      const place = flow === null ? `page ${page}` : `flow ${flow}, step ${step ?? ''}, in page ${page}`;
      return `  ${path === '' ? 'unknown paths' : path} (${place})${visit === null ? '' : ` ${visit}`}: ${message}`;
    });
    super(`${faults.length === 1 ? 'A page' : `${faults.length} pages`} cannot be drawn:\n${lines.join('\n')}`);
    this.name = 'UndrawablePages';
    this.faults = faults;
  }
}
