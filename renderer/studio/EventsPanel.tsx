/** The events that a session accepts at a step. Sending one opens the visit as it would have gone on. */
import { Alert, Button, Spinner, Stack, Text } from '@chakra-ui/react';
import { useState } from 'react';
import { CallFault } from './calls.ts';
import type { EventsReply, TextReply } from './contract.ts';
import { useInspectorHost } from './inspector-host.ts';
import { texts } from './texts.ts';
import { useAnswer } from './use-answer.ts';
import { askAbout, type InspectorSource } from './visit-source.ts';

export interface EventsPanelProps {
  readonly source: InspectorSource;
  readonly session: number;
  readonly position: number;
}

export function EventsPanel({ source, session, position }: EventsPanelProps) {
  const { call, openTrace } = useInspectorHost();
  const [fault, setFault] = useState<string | null>(null);
  const place = { session, step: position };
  const answer = useAnswer(JSON.stringify(place), (signal) =>
    askAbout<EventsReply>(call, source, '/events', place, signal),
  );
  const send = (event: EventsReply['events'][number]['event']): void => {
    setFault(null);
    askAbout<TextReply>(call, source, '/continue', { ...place, event: JSON.stringify(event) }).then(
      ({ text }) => openTrace(text),
      (error: unknown) => setFault(error instanceof CallFault ? error.message : String(error)),
    );
  };
  const failure = fault ?? (answer.state === 'failed' ? answer.message : null);
  return (
    <Stack gap="3">
      <Text fontSize="sm" color="fg.muted">
        {texts.eventsAbout}
      </Text>
      {failure !== null && (
        <Alert.Root status="warning">
          <Alert.Indicator />
          <Alert.Title>{failure}</Alert.Title>
        </Alert.Root>
      )}
      {answer.state === 'waiting' && <Spinner size="sm" role="status" aria-label={texts.loading} />}
      {answer.state === 'ready' && answer.reply.events.length === 0 && <Text>{texts.noEvents}</Text>}
      {answer.state === 'ready' && (
        <Stack gap="1.5" align="stretch">
          {answer.reply.events.map(({ event, text }) => (
            <Button
              key={JSON.stringify(event)}
              size="sm"
              variant="outline"
              justifyContent="flex-start"
              whiteSpace="normal"
              textAlign="start"
              h="auto"
              py="1.5"
              onClick={() => send(event)}
            >
              {text}
            </Button>
          ))}
        </Stack>
      )}
    </Stack>
  );
}
