/** A visit step by step: the timeline, the step in detail, and the map. */
import { Alert, Grid, Stack, Text } from '@chakra-ui/react';
import { useMachine } from '@xstate/react';
import { useCallback, useEffect } from 'react';
import type { InspectedSession, VisitReply } from './contract.ts';
import { inspectorMachine, lasting, openingPlace } from './inspector-machine.ts';
import { Panel } from './Panel.tsx';
import { ServerEntries } from './ServerEntries.tsx';
import { StepControls } from './StepControls.tsx';
import { StepList } from './StepList.tsx';
import { StepPanels } from './StepPanels.tsx';
import { useStepKeys } from './step-keys.ts';
import { texts } from './texts.ts';
import { VisitEnding } from './VisitEnding.tsx';
import { VisitMap } from './VisitMap.tsx';
import type { LoadedVisit } from './visit-source.ts';

const lengthsOf = (sessions: readonly InspectedSession[]): number[] => sessions.map(({ frames }) => frames.length);

/** Whether a visit has not ended, as far as it is recorded. A page load that was left is no end of it. */
function goesOn({ outcome, decided, sessions }: VisitReply): boolean {
  if (outcome === 'open' || outcome === 'left') return true;
  return decided?.session !== sessions.length - 1 && !lasting.has(outcome);
}

export interface StepInspectorProps extends LoadedVisit {
  /** Whether the visit goes on: the last step is shown, and followed. */
  readonly isLive?: boolean;
}

export function StepInspector({ visit, source, isLive = false }: StepInspectorProps) {
  const { sessions, maps, decided } = visit;
  const [state, send] = useMachine(inspectorMachine, {
    input: { lengths: lengthsOf(sessions), start: isLive ? null : openingPlace(visit) },
  });
  useEffect(() => send({ type: 'GROWN', lengths: lengthsOf(sessions) }), [sessions, send]);
  useStepKeys(send);
  const { session: index, position, panel } = state.context;
  const session = sessions[index] as InspectedSession;
  const { frames, flow } = session;
  const map = maps[flow];
  const go = useCallback((to: number): void => send({ type: 'GO', position: to }), [send]);
  const isOpen = isLive && goesOn(visit);

  return (
    <>
      <VisitEnding visit={visit} isOpen={isOpen} onGo={(place) => send({ type: 'PLACE', ...place })} />
      {!session.isCurrent && (
        <Alert.Root status="warning" size="sm" mb="4">
          <Alert.Indicator />
          <Alert.Title>{texts.todaysTexts}</Alert.Title>
        </Alert.Root>
      )}
      <StepControls
        {...{ sessions, session: index, position, steps: frames.length, send }}
        isPlaying={state.matches('playing')}
      />
      <Grid
        templateColumns={{
          base: 'minmax(0, 1fr)',
          md: 'minmax(0, 5fr) minmax(0, 6fr)',
          xl: '380px minmax(0, 1fr) 400px',
        }}
        gap="4"
        alignItems="start"
      >
        <Panel
          title={texts.timeline}
          padded={false}
          extra={
            <Text fontSize="xs" color="fg.muted">
              {texts.timelineKeys}
            </Text>
          }
        >
          <StepList
            key={index}
            frames={frames}
            position={position}
            decisive={decided?.session === index && !isOpen ? decided.step : null}
            onGo={go}
          />
        </Panel>
        <StepPanels {...{ source, map, frames, session: index, position, panel, send }} onGo={go} />
        <Stack gap="4" gridColumn={{ md: '1 / -1', xl: 'auto' }}>
          {map !== undefined && <VisitMap map={map} flow={flow} frames={frames} position={position} />}
          {visit.server.length > 0 && <ServerEntries entries={visit.server} />}
        </Stack>
      </Grid>
    </>
  );
}
