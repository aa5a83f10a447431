/** Options that visitors cannot tell apart. */
import type { Report } from '../../errors/report.ts';
import type { DataPath, Source } from '../source/source.ts';

interface LabelEntry {
  readonly label: unknown;
  readonly when?: unknown;
}

const shown = (label: unknown): string => String(label).replace(/\s+/g, ' ').trim().toLowerCase();

/** Reports options with the label of an earlier one. Options with conditions are left out: they may replace each other. */
export function checkOptionLabels(
  report: Report,
  source: Source<unknown>,
  path: DataPath,
  options: readonly LabelEntry[] = [],
): void {
  const labels = new Set<string>();
  options.forEach(({ label, when }, index) => {
    if (label === undefined || when !== undefined) return;
    if (labels.has(shown(label)))
      report.add('option-label-twice', source, source.place([...path, index, 'label']), { label: String(label) });
    labels.add(shown(label));
  });
}
