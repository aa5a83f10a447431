/** The inspector: a visit step by step, and why it ended. */
import { Alert, Text } from '@chakra-ui/react';
import { useLoaderData } from 'react-router-dom';
import type { LoadedVisit } from './inspected-source.ts';
import { RoomHeading } from './Layout.tsx';
import { StepInspector } from './StepInspector.tsx';
import { texts, timeText } from './texts.ts';
import { VisitActions } from './VisitActions.tsx';
import { WhyEnded } from './WhyEnded.tsx';

/** Identifies what was loaded: another file has the same name. */
let loads = 0;
const keys = new WeakMap<object, number>();
function keyOf(loaded: LoadedVisit): number {
  const known = keys.get(loaded);
  if (known !== undefined) return known;
  loads += 1;
  keys.set(loaded, loads);
  return loads;
}

export function Inspector() {
  const loaded = useLoaderData<LoadedVisit>();
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
      <RoomHeading title={`${texts.visit} ${visit.name}`} about={facts.join(' · ')}>
        {first !== undefined && <VisitActions key={keyOf(loaded)} source={source} />}
      </RoomHeading>
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
          <WhyEnded visit={visit} onGo={null} />
          <Text color="fg.muted">{texts.noSteps}</Text>
        </>
      ) : (
        <StepInspector key={keyOf(loaded)} visit={visit} source={source} />
      )}
    </>
  );
}
