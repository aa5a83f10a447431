/** A visit step by step: the timeline, the step in detail, and the map. */
import { Alert, Box, Button, Grid, HStack, NativeSelect, SegmentGroup, Stack, Text } from '@chakra-ui/react';
import { useMachine } from '@xstate/react';
import { useCallback, useEffect, useMemo } from 'react';
import { ComparePanel } from './ComparePanel.tsx';
import { ContextPanel } from './ContextPanel.tsx';
import { createContexts } from './contexts.ts';
import type { InspectedSession, InspectedStep, MapScreen, VisitReply } from './contract.ts';
import { EffectsPanel } from './EffectsPanel.tsx';
import { EventsPanel } from './EventsPanel.tsx';
import { type LoadedVisit, previewPath } from './inspected-source.ts';
import { useInspectorHost } from './inspector-host.ts';
import { inspectorMachine, lasting, openingPlace, type PanelName, panels } from './inspector-machine.ts';
import { MapDrawing } from './MapDrawing.tsx';
import { NetworkPanel } from './NetworkPanel.tsx';
import { Panel } from './Panel.tsx';
import { ScreenPanel } from './ScreenPanel.tsx';
import { StepList } from './StepList.tsx';
import { texts, timeText } from './texts.ts';
import { WhyEnded } from './WhyEnded.tsx';

const panelTexts: Readonly<Record<PanelName, string>> = {
  screen: texts.screen,
  context: texts.values,
  effects: texts.effects,
  network: texts.network,
  send: texts.sendEvent,
  compare: texts.compare,
};

const lengthsOf = (sessions: readonly InspectedSession[]): number[] => sessions.map(({ frames }) => frames.length);

/** The step at which each screen was first reached. */
function firstStepsOf(frames: readonly InspectedStep[]): Map<string, number> {
  const first = new Map<string, number>();
  frames.forEach(({ screen }, index) => {
    if (!first.has(screen)) first.set(screen, index);
  });
  return first;
}

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
  const { addressOf } = useInspectorHost();
  const { sessions, maps, decided } = visit;
  const [state, send] = useMachine(inspectorMachine, {
    input: { lengths: lengthsOf(sessions), start: isLive ? null : openingPlace(visit) },
  });
  useEffect(() => send({ type: 'GROWN', lengths: lengthsOf(sessions) }), [sessions, send]);
  const { session: index, position, panel } = state.context;
  const session = sessions[index] as InspectedSession;
  const { frames } = session;
  const contextAt = useMemo(() => createContexts(frames), [frames]);
  const frame = frames[position] as InspectedStep;
  const context = contextAt(position);
  const map = maps[session.flow];
  const firstSteps = useMemo(() => firstStepsOf(frames), [frames]);
  // The map is drawn again only if the visited screens change.
  const seen = [...firstSteps].flatMap(([screen, step]) => (step <= position ? [screen] : [])).join(' ');
  const visited = useMemo(() => new Set(seen.split(' ')), [seen]);
  const go = useCallback((to: number): void => send({ type: 'GO', position: to }), [send]);
  const hrefOf = useCallback(
    ({ id, isSeen }: MapScreen) => (isSeen ? addressOf(previewPath(session.flow, id, null)) : null),
    [addressOf, session.flow],
  );
  const isOpen = isLive && goesOn(visit);
  const isPlaying = state.matches('playing');
  const lit = frame.screen;

  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const target = event.target as Element;
      if (event.defaultPrevented || event.altKey || event.ctrlKey || event.metaKey) return;
      if (target.closest('input, select, textarea, [role=dialog], [role=radiogroup]') !== null) return;
      if (event.key === 'ArrowLeft') send({ type: 'BACK' });
      else if (event.key === 'ArrowRight') send({ type: 'NEXT' });
      else return;
      event.preventDefault();
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, [send]);

  return (
    <>
      <WhyEnded visit={visit} isOpen={isOpen} onGo={(place) => send({ type: 'PLACE', ...place })} />
      {!session.isCurrent && (
        <Alert.Root status="warning" size="sm" mb="4">
          <Alert.Indicator />
          <Alert.Title>{texts.todaysTexts}</Alert.Title>
        </Alert.Root>
      )}
      <HStack mb="4" gap="2" wrap="wrap" role="toolbar" aria-label={texts.timeline}>
        {(
          [
            ['FIRST', '«', texts.first, position === 0],
            ['BACK', '←', texts.back, position === 0],
            [isPlaying ? 'PAUSE' : 'PLAY', isPlaying ? '⏸' : '▶', isPlaying ? texts.pause : texts.play, false],
            ['NEXT', '→', texts.next, position === frames.length - 1],
            ['LAST', '»', texts.last, position === frames.length - 1],
          ] as const
        ).map(([type, sign, label, isOff]) => (
          <Button
            key={label}
            size="sm"
            variant="outline"
            bg="bg"
            aria-label={label}
            title={label}
            aria-disabled={isOff}
            opacity={isOff ? 0.6 : 1}
            onClick={() => send({ type })}
          >
            <span aria-hidden="true">{sign}</span>
          </Button>
        ))}
        <Text fontSize="sm" ms="2" aria-live="polite">
          {texts.stepOf(position + 1, frames.length)}
        </Text>
        {sessions.length > 1 && (
          <NativeSelect.Root size="sm" w="220px" ms="auto">
            <NativeSelect.Field
              aria-label={texts.sessions}
              bg="bg"
              value={index}
              onChange={({ currentTarget }) => send({ type: 'SESSION', session: Number(currentTarget.value) })}
            >
              {sessions.map(({ flow }, each) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: page loads have no other name
                <option key={each} value={each}>
                  {texts.session(each + 1, flow)}
                </option>
              ))}
            </NativeSelect.Field>
            <NativeSelect.Indicator />
          </NativeSelect.Root>
        )}
      </HStack>
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
                    : addressOf(`/visits/${source.id}/screen?session=${index}&step=${position}`)
                }
              />
            )}
            {panel === 'context' && <ContextPanel frame={frame} context={context} />}
            {panel === 'effects' && <EffectsPanel frame={frame} />}
            {panel === 'network' && <NetworkPanel frames={frames} position={position} onGo={go} />}
            {panel === 'send' && <EventsPanel source={source} session={index} position={position} />}
            {panel === 'compare' && <ComparePanel source={source} session={index} steps={frames.length} onGo={go} />}
          </Box>
        </Box>
        <Stack gap="4" gridColumn={{ md: '1 / -1', xl: 'auto' }}>
          {map !== undefined && (
            <Panel title={texts.map} padded={false}>
              <MapDrawing map={map} current={lit} visited={visited} hrefOf={hrefOf} />
            </Panel>
          )}
          {visit.server.length > 0 && (
            <Panel title={texts.server}>
              <Stack gap="3">
                {visit.server.map(({ at, what, text }) => (
                  <Box key={`${at} ${text}`}>
                    <Text fontSize="xs" color="fg.muted">{`${texts.entry(what)} · ${timeText(at)}`}</Text>
                    <Text fontSize="sm" wordBreak="break-word">
                      {text}
                    </Text>
                  </Box>
                ))}
              </Stack>
            </Panel>
          )}
        </Stack>
      </Grid>
    </>
  );
}
