/** The replay of a session on a version of the definitions that the server keeps. */
import { Alert, Button, NativeSelect, Spinner, Stack, Table, Text } from '@chakra-ui/react';
import { useId, useState } from 'react';
import type { ReplayReply, VersionsReply } from './contract.ts';
import { useInspectorHost } from './inspector-host.ts';
import { texts } from './texts.ts';
import { useAnswer } from './use-answer.ts';
import { askAbout, type InspectorSource } from './visit-source.ts';

export interface ComparePanelProps {
  readonly source: InspectorSource;
  readonly session: number;
  /** How many steps are recorded: a visit that goes on is replayed again. */
  readonly steps: number;
  readonly onGo: (position: number) => void;
}

export function ComparePanel({ source, session, steps, onGo }: ComparePanelProps) {
  const { call } = useInspectorHost();
  const id = useId();
  const [chosen, setChosen] = useState<string | null>(null);
  const versions = useAnswer('versions', (signal) => call<VersionsReply>('/versions', undefined, signal));
  const query = chosen === null ? { session } : { session, version: chosen };
  const replay = useAnswer(JSON.stringify([query, steps]), (signal) =>
    askAbout<ReplayReply>(call, source, '/replay', query, signal),
  );
  const rows = versions.state === 'ready' ? versions.reply.versions : [];
  return (
    <Stack gap="4">
      {rows.length > 0 && (
        <Stack gap="1">
          <Text asChild fontSize="sm" fontWeight="medium">
            <label htmlFor={id}>{texts.against}</label>
          </Text>
          <NativeSelect.Root size="sm">
            <NativeSelect.Field
              id={id}
              bg="bg"
              value={chosen ?? rows.find(({ isServed }) => isServed)?.hash}
              onChange={({ currentTarget }) => setChosen(currentTarget.value)}
            >
              {rows.map(({ hash, at, isServed }) => (
                <option key={hash} value={hash}>
                  {texts.versionOption(hash.slice(0, 8), at, isServed)}
                </option>
              ))}
            </NativeSelect.Field>
            <NativeSelect.Indicator />
          </NativeSelect.Root>
        </Stack>
      )}
      {replay.state === 'waiting' && <Spinner size="sm" role="status" aria-label={texts.loading} />}
      {replay.state === 'failed' && <Failure text={replay.message} />}
      {replay.state === 'ready' && <Outcome replay={replay.reply} onGo={onGo} />}
    </Stack>
  );
}

const Failure = ({ text }: { readonly text: string }) => (
  <Alert.Root status="warning">
    <Alert.Indicator />
    <Alert.Content>
      <Alert.Title>{texts.noReplay}</Alert.Title>
      <Alert.Description>{text}</Alert.Description>
    </Alert.Content>
  </Alert.Root>
);

function Outcome({ replay, onGo }: { readonly replay: ReplayReply } & Pick<ComparePanelProps, 'onGo'>) {
  const { divergence, words, missing, isRecorded, error } = replay;
  if (error !== null) return <Failure text={error} />;
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
              : texts.same(isRecorded)}
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
