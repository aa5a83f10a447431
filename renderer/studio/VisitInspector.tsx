/** The inspector: a visit step by step, and why it ended. It has its data as a parameter, and needs no router. */
import { Alert, Flex, Heading, Text } from '@chakra-ui/react';
import { RoomHeading } from './Panel.tsx';
import { StepInspector, type StepInspectorProps } from './StepInspector.tsx';
import { texts, timeText } from './texts.ts';
import { VisitActions } from './VisitActions.tsx';
import { VisitEnding } from './VisitEnding.tsx';

export interface VisitInspectorProps extends StepInspectorProps {
  /** The visit's name by default. */
  readonly title?: string;
}

export function VisitInspector({ title, ...loaded }: VisitInspectorProps) {
  const { visit, source } = loaded;
  const [first] = visit.sessions;
  const facts = [
    ...(visit.at === null ? [] : [timeText(visit.at)]),
    ...(first === undefined
      ? []
      : [first.flow, `${texts.version.toLowerCase()} ${first.version.slice(0, 8)}`, texts.source(first.source)]),
  ];
  return (
    <>
      {loaded.isLive === true ? (
        <Flex mb="3" gap="3" align="center" justify="space-between" wrap="wrap">
          <Heading as="h1" size="md">
            {title}
          </Heading>
          <VisitActions source={source} />
        </Flex>
      ) : (
        <RoomHeading title={title ?? `${texts.visit} ${visit.name}`} about={facts.join(' · ')}>
          {first !== undefined && <VisitActions source={source} />}
        </RoomHeading>
      )}
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
        <>
          <VisitEnding visit={visit} onGo={null} />
          <Text color="fg.muted">{texts.noSteps}</Text>
        </>
      ) : (
        <StepInspector {...loaded} />
      )}
    </>
  );
}
