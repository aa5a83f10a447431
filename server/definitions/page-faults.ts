/** Pages that fail to render: their version is not served. */
import type { Route } from '../../engine/definition.ts';

export interface PageFault {
  readonly page: string;
  readonly flow: string | null;
  readonly step: string | null;
  readonly path: string;
  /** The kind of visit it is rendered for; null when it is the same for every visitor. */
  readonly visit: string | null;
  readonly message: string;
}

/** A trial renders no visitor's data, so its error may be shown in full. */
export const faultOf = ({ page, flow, step, canonical }: Route, visit: string | null, error: unknown): PageFault => ({
  page,
  flow,
  step,
  path: canonical,
  visit,
  message: error instanceof Error ? error.message : String(error),
});

/** The version has pages that fail to render. */
export class UnrenderablePages extends Error {
  readonly faults: readonly PageFault[];
  constructor(faults: readonly PageFault[]) {
    const lines = faults.map(({ page, flow, step, path, visit, message }) => {
      const place = flow === null ? `page ${page}` : `flow ${flow}, step ${step ?? ''}, in page ${page}`;
      return `  ${path === '' ? 'unknown paths' : path} (${place})${visit === null ? '' : ` ${visit}`}: ${message}`;
    });
    super(`${faults.length === 1 ? 'A page' : `${faults.length} pages`} cannot be rendered:\n${lines.join('\n')}`);
    this.name = 'UnrenderablePages';
    this.faults = faults;
  }
}
