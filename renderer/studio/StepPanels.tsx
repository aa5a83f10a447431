/** One step of a visit in detail: its screen, values, effects and network, and what can be tried there. */
import { Box, SegmentGroup } from '@chakra-ui/react';
import { useMemo } from 'react';
import { ComparePanel } from './ComparePanel.tsx';
import { ContextPanel } from './ContextPanel.tsx';
import { createContexts } from './contexts.ts';
import type { FlowMap, InspectedStep } from './contract.ts';
import { EffectsPanel } from './EffectsPanel.tsx';
import { EventsPanel } from './EventsPanel.tsx';
import { useInspectorHost } from './inspector-host.ts';
import { type PanelName, panels, type SendToInspector } from './inspector-machine.ts';
import { NetworkPanel } from './NetworkPanel.tsx';
import { ScreenPanel } from './ScreenPanel.tsx';
import { texts } from './texts.ts';
import type { InspectorSource } from './visit-source.ts';

const panelTexts: Readonly<Record<PanelName, string>> = {
  screen: texts.screen,
  context: texts.values,
  effects: texts.effects,
  network: texts.network,
  send: texts.sendEvent,
  compare: texts.compare,
};

export interface StepPanelsProps {
  readonly source: InspectorSource;
  readonly map: FlowMap | undefined;
  readonly frames: readonly InspectedStep[];
  readonly session: number;
  readonly position: number;
  /** The panel that is shown. */
  readonly panel: PanelName;
  readonly send: SendToInspector;
  readonly onGo: (position: number) => void;
}

export function StepPanels({ source, map, frames, session, position, panel, send, onGo }: StepPanelsProps) {
  const { addressOf } = useInspectorHost();
  const contextAt = useMemo(() => createContexts(frames), [frames]);
  const frame = frames[position] as InspectedStep;
  const context = contextAt(position);
  return (
    <Box as="section" bg="bg" borderWidth="1px" borderRadius="lg" minW="0">
      <Box px="4" pt="3" overflowX="auto">
        <SegmentGroup.Root
          size={{ base: 'xs', xl: 'sm' }}
          value={panel}
          onValueChange={({ value }) => send({ type: 'PANEL', panel: value as PanelName })}
        >
          <SegmentGroup.Indicator />
          <SegmentGroup.Items items={panels.map((value) => ({ value, label: panelTexts[value] }))} />
        </SegmentGroup.Root>
      </Box>
      <Box p="4">
        {panel === 'screen' && (
          <ScreenPanel
            frame={frame}
            map={map}
            context={context}
            page={
              source.id === undefined
                ? null
                : addressOf(`/visits/${source.id}/screen?session=${session}&step=${position}`)
            }
          />
        )}
        {panel === 'context' && <ContextPanel frame={frame} context={context} />}
        {panel === 'effects' && <EffectsPanel frame={frame} />}
        {panel === 'network' && <NetworkPanel frames={frames} position={position} onGo={onGo} />}
        {panel === 'send' && <EventsPanel source={source} session={session} position={position} />}
        {panel === 'compare' && <ComparePanel source={source} session={session} steps={frames.length} onGo={onGo} />}
      </Box>
    </Box>
  );
}
