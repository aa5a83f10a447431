/** The map of a session's flow, with the screens that the visit has reached. */
import { useCallback, useMemo } from 'react';
import type { FlowMap, InspectedStep, MapScreen } from './contract.ts';
import { useInspectorHost } from './inspector-host.ts';
import { MapDrawing } from './MapDrawing.tsx';
import { Panel } from './Panel.tsx';
import { texts } from './texts.ts';
import { previewPath } from './visit-source.ts';

/** The step at which each screen was first reached. */
function firstStepsOf(frames: readonly InspectedStep[]): Map<string, number> {
  const first = new Map<string, number>();
  frames.forEach(({ screen }, index) => {
    if (!first.has(screen)) first.set(screen, index);
  });
  return first;
}

export interface VisitMapProps {
  readonly map: FlowMap;
  readonly flow: string;
  readonly frames: readonly InspectedStep[];
  readonly position: number;
}

export function VisitMap({ map, flow, frames, position }: VisitMapProps) {
  const { addressOf } = useInspectorHost();
  const firstSteps = useMemo(() => firstStepsOf(frames), [frames]);
  // The map is drawn again only if the visited screens change.
  const seen = [...firstSteps].flatMap(([screen, step]) => (step <= position ? [screen] : [])).join(' ');
  const visited = useMemo(() => new Set(seen.split(' ')), [seen]);
  const hrefOf = useCallback(
    ({ id, isSeen }: MapScreen) => (isSeen ? addressOf(previewPath(flow, id, null)) : null),
    [addressOf, flow],
  );
  const { screen } = frames[position] as InspectedStep;
  return (
    <Panel title={texts.map} padded={false}>
      <MapDrawing map={map} current={screen} visited={visited} hrefOf={hrefOf} />
    </Panel>
  );
}
