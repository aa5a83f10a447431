/** The inspector: a visit step by step, and why it ended. */
import {
  Alert,
  Box,
  Button,
  Code,
  DataList,
  Dialog,
  Grid,
  HStack,
  NativeSelect,
  Portal,
  SegmentGroup,
  Stack,
  Table,
  Text,
} from '@chakra-ui/react';
import { useMachine } from '@xstate/react';
import { useCallback, useEffect, useMemo, useState } from 'react';
import { useLoaderData } from 'react-router-dom';
import { applyPatch } from '../../engine/trace/patch.ts';
import type { Json } from '../../schemas/compiled.ts';
import { OutcomeBadge } from './Badges.tsx';
import type { FlowMap, InspectedSession, InspectedStep, ReplayReply, VisitReply } from './contract.ts';
import { inspectorMachine, type PanelName, panels } from './inspector-machine.ts';
import { Panel, RoomHeading } from './Layout.tsx';
import { MapDrawing } from './MapDrawing.tsx';
import { StepList } from './StepList.tsx';
import { texts, timeText } from './texts.ts';

const panelTexts: Readonly<Record<PanelName, string>> = {
  screen: texts.screen,
  context: texts.values,
  effects: texts.effects,
  compare: texts.compare,
};

type Values = Readonly<Record<string, Json>>;
const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The context after each step. Unchanged parts are shared, so that long sessions need little memory. */
function contextsOf(frames: readonly InspectedStep[]): Json[] {
  let context: Json = {};
  return frames.map(({ line }) => {
    context = applyPatch(context, line.patch);
    return context;
  });
}

/** The step at which each screen was first reached. */
function firstStepsOf(frames: readonly InspectedStep[]): Map<string, number> {
  const first = new Map<string, number>();
  frames.forEach(({ screen }, index) => {
    if (!first.has(screen)) first.set(screen, index);
  });
  return first;
}

const Pre = ({ label, text }: { readonly label: string; readonly text: string }) => (
  <Box
    as="pre"
    p="3"
    bg="bg.muted"
    borderRadius="md"
    fontSize="xs"
    overflow="auto"
    maxH="420px"
    tabIndex={0}
    role="region"
    aria-label={label}
    whiteSpace="pre-wrap"
    wordBreak="break-word"
  >
    {text}
  </Box>
);

function ScreenPanel({ frame, map, context }: { frame: InspectedStep; map: FlowMap | undefined; context: Json }) {
  const screen = map?.screens.find(({ id }) => id === frame.screen);
  const values = isValues(context) && isValues(context['values']) ? context['values'] : {};
  const fields = screen?.fields ?? [];
  return (
    <Stack gap="4">
      <Box>
        <Text fontSize="lg" fontWeight="semibold" lineHeight="short">
          {screen?.title ?? frame.screen}
        </Text>
        <Text fontSize="xs" color="fg.muted" fontFamily="mono">
          {frame.screen}
        </Text>
      </Box>
      {frame.isCalling && (
        <Alert.Root status="info" size="sm">
          <Alert.Indicator />
          <Alert.Title>{texts.waiting}</Alert.Title>
        </Alert.Root>
      )}
      {screen !== undefined && screen.texts.length > 0 && (
        <Stack gap="1">
          {screen.texts.slice(0, 8).map((text) => (
            <Text key={text} fontSize="sm" color="fg.muted">
              {text}
            </Text>
          ))}
        </Stack>
      )}
      {fields.length > 0 && (
        <DataList.Root orientation="vertical" gap="3" size="md">
          {fields.map(({ name, label, isPersonal, options }) => {
            const value = values[name] ?? null;
            const isEmpty = value === null || value === '' || (Array.isArray(value) && value.length === 0);
            const text = typeof value === 'string' ? value : JSON.stringify(value);
            const error = frame.errors[name];
            return (
              <DataList.Item key={name}>
                <DataList.ItemLabel color="fg">{label}</DataList.ItemLabel>
                <DataList.ItemValue flexDirection="column" gap="1">
                  <HStack gap="2" minH="6">
                    {isEmpty ? (
                      <Text color="fg.muted" fontSize="sm">
                        {texts.empty}
                      </Text>
                    ) : (
                      <Code size="sm" wordBreak="break-word">
                        {options[text] ?? text}
                      </Code>
                    )}
                    {isPersonal && !isEmpty && (
                      <Text fontSize="xs" color="fg.muted">
                        {texts.personal}
                      </Text>
                    )}
                  </HStack>
                  {error !== undefined && (
                    <Text color="red.700" fontSize="sm">
                      {error}
                    </Text>
                  )}
                </DataList.ItemValue>
              </DataList.Item>
            );
          })}
        </DataList.Root>
      )}
    </Stack>
  );
}

function EffectsPanel({ frame }: { readonly frame: InspectedStep }) {
  const { event, effects } = frame.line;
  return (
    <Stack gap="4">
      <Box>
        <Text fontSize="sm" fontWeight="medium" mb="1">
          {texts.event}
        </Text>
        {event === null ? (
          <Text color="fg.muted">{texts.noEvent}</Text>
        ) : (
          <Pre label={texts.event} text={JSON.stringify(event, null, 2)} />
        )}
      </Box>
      <Box>
        <Text fontSize="sm" fontWeight="medium" mb="1">
          {texts.effects}
        </Text>
        {effects.length === 0 ? (
          <Text color="fg.muted">{texts.noEffects}</Text>
        ) : (
          <Pre label={texts.effects} text={effects.map((effect) => JSON.stringify(effect, null, 2)).join('\n')} />
        )}
      </Box>
    </Stack>
  );
}

function ContextPanel({ frame, context }: { readonly frame: InspectedStep; readonly context: Json }) {
  const { patch } = frame.line;
  return (
    <Stack gap="4">
      <Box>
        <Text fontSize="sm" fontWeight="medium" mb="1">
          {texts.changes}
        </Text>
        {patch.length === 0 ? (
          <Text color="fg.muted">{texts.noChanges}</Text>
        ) : (
          <Pre
            label={texts.changes}
            text={patch
              .map(({ op, path, value }) => `${op} ${path}${op === 'remove' ? '' : ` ${JSON.stringify(value)}`}`)
              .join('\n')}
          />
        )}
      </Box>
      <Pre label={texts.values} text={JSON.stringify(context, null, 2)} />
    </Stack>
  );
}

function ComparePanel({ replay, onGo }: { readonly replay: ReplayReply; readonly onGo: (position: number) => void }) {
  const { divergence, words, missing, error } = replay;
  if (error !== null)
    return (
      <Alert.Root status="warning">
        <Alert.Indicator />
        <Alert.Content>
          <Alert.Title>{texts.noReplay}</Alert.Title>
          <Alert.Description>{error}</Alert.Description>
        </Alert.Content>
      </Alert.Root>
    );
  const differences = divergence?.differences ?? words;
  return (
    <Stack gap="4">
      <Alert.Root status={divergence === null ? 'success' : 'error'}>
        <Alert.Indicator />
        <Alert.Title>
          {divergence !== null
            ? texts.differs(divergence.n)
            : words.length > 0
              ? texts.words(words.length)
              : texts.same}
        </Alert.Title>
      </Alert.Root>
      {divergence !== null && (
        <Button size="xs" variant="outline" alignSelf="flex-start" onClick={() => onGo(divergence.n)}>
          {texts.goThere}
        </Button>
      )}
      {missing !== null && <Text>{texts.missing(...missing)}</Text>}
      {differences.length > 0 && (
        <Table.ScrollArea tabIndex={0} role="region" aria-label={texts.compare}>
          <Table.Root size="sm">
            <Table.Header>
              <Table.Row>
                <Table.ColumnHeader>{texts.path}</Table.ColumnHeader>
                <Table.ColumnHeader>{texts.recorded}</Table.ColumnHeader>
                <Table.ColumnHeader>{texts.replayed}</Table.ColumnHeader>
              </Table.Row>
            </Table.Header>
            <Table.Body>
              {differences.map(({ path, recorded, replayed }) => (
                <Table.Row key={path}>
                  <Table.Cell fontFamily="mono" fontSize="xs">
                    {path}
                  </Table.Cell>
                  <Table.Cell fontSize="sm">{JSON.stringify(recorded) ?? '–'}</Table.Cell>
                  <Table.Cell fontSize="sm">{JSON.stringify(replayed) ?? '–'}</Table.Cell>
                </Table.Row>
              ))}
            </Table.Body>
          </Table.Root>
        </Table.ScrollArea>
      )}
    </Stack>
  );
}

function CopyButton({ text, label }: { readonly text: string; readonly label: string }) {
  const [isCopied, setCopied] = useState(false);
  const copy = (): void => void navigator.clipboard.writeText(text).then(() => setCopied(true));
  return (
    <Button size="sm" variant="outline" bg="bg" onClick={copy} aria-live="polite">
      {isCopied ? texts.copied : label}
    </Button>
  );
}

function TestDialog({ spec, noSpec }: Pick<VisitReply, 'spec' | 'noSpec'>) {
  return (
    <Dialog.Root size="xl">
      <Dialog.Trigger asChild>
        <Button size="sm" variant="outline" bg="bg">
          {texts.openTest}
        </Button>
      </Dialog.Trigger>
      <Portal>
        <Dialog.Backdrop />
        <Dialog.Positioner>
          <Dialog.Content>
            <Dialog.Header>
              <Dialog.Title>{spec === null ? texts.noTest : texts.test}</Dialog.Title>
            </Dialog.Header>
            <Dialog.Body>{spec === null ? <Text>{noSpec}</Text> : <Pre label={texts.test} text={spec} />}</Dialog.Body>
            <Dialog.Footer>
              {spec !== null && <CopyButton text={spec} label={texts.copy} />}
              <Dialog.ActionTrigger asChild>
                <Button size="sm">{texts.close}</Button>
              </Dialog.ActionTrigger>
            </Dialog.Footer>
          </Dialog.Content>
        </Dialog.Positioner>
      </Portal>
    </Dialog.Root>
  );
}

function Sessions({ visit }: { readonly visit: VisitReply }) {
  const { sessions, maps } = visit;
  const [state, send] = useMachine(inspectorMachine, {
    input: { lengths: sessions.map(({ frames }) => frames.length) },
  });
  const { session: index, position, panel } = state.context;
  const session = sessions[index] as InspectedSession;
  const { frames } = session;
  const contexts = useMemo(() => contextsOf(frames), [frames]);
  const frame = frames[position] as InspectedStep;
  const context = contexts[position] as Json;
  const map = maps[session.flow];
  const firstSteps = useMemo(() => firstStepsOf(frames), [frames]);
  // The map is drawn again only if the visited screens change.
  const seen = [...firstSteps].flatMap(([screen, step]) => (step <= position ? [screen] : [])).join(' ');
  const visited = useMemo(() => new Set(seen.split(' ')), [seen]);
  const go = useCallback((to: number): void => send({ type: 'GO', position: to }), [send]);
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
        templateColumns={{ base: '1fr', md: 'minmax(0, 5fr) minmax(0, 6fr)', xl: '380px minmax(0, 1fr) 400px' }}
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
          <StepList key={index} frames={frames} position={position} onGo={go} />
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
            {panel === 'screen' && <ScreenPanel frame={frame} map={map} context={context} />}
            {panel === 'context' && <ContextPanel frame={frame} context={context} />}
            {panel === 'effects' && <EffectsPanel frame={frame} />}
            {panel === 'compare' && <ComparePanel replay={session.replay} onGo={go} />}
          </Box>
        </Box>
        <Stack gap="4" gridColumn={{ md: '1 / -1', xl: 'auto' }}>
          {map !== undefined && (
            <Panel title={texts.map} padded={false}>
              <MapDrawing map={map} current={lit} visited={visited} />
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

export function Inspector() {
  const visit = useLoaderData<VisitReply>();
  const [first] = visit.sessions;
  const facts = [
    ...(visit.at === null ? [] : [timeText(visit.at)]),
    ...(first === undefined
      ? []
      : [first.flow, `${texts.version.toLowerCase()} ${first.version.slice(0, 8)}`, texts.source(first.source)]),
  ];
  return (
    <>
      <RoomHeading title={`${texts.visit} ${visit.name}`} about={facts.join(' · ')}>
        <HStack gap="2">
          {visit.trace !== '' && <CopyButton text={visit.trace} label={texts.copyTrace} />}
          <TestDialog spec={visit.spec} noSpec={visit.noSpec} />
        </HStack>
      </RoomHeading>
      <HStack
        as="section"
        aria-label={texts.endedTitle}
        bg="bg"
        borderWidth="1px"
        borderRadius="lg"
        px="4"
        py="3"
        mb="4"
        gap="3"
      >
        <OutcomeBadge outcome={visit.outcome} />
        <Text fontSize="md" fontWeight="medium">
          {visit.ended.charAt(0).toUpperCase() + visit.ended.slice(1)}.
        </Text>
      </HStack>
      {visit.faults.length > 0 && (
        <Alert.Root status="error" mb="4">
          <Alert.Indicator />
          <Alert.Content>
            <Alert.Title>{texts.faults}</Alert.Title>
            {visit.faults.map(({ name, error }) => (
              <Alert.Description key={name}>{`${name}: ${error}`}</Alert.Description>
            ))}
          </Alert.Content>
        </Alert.Root>
      )}
      {first === undefined ? (
        <Text color="fg.muted">{texts.noSteps}</Text>
      ) : (
        <Sessions key={visit.name} visit={visit} />
      )}
    </>
  );
}
