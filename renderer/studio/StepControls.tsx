/** Moves through the steps of a visit, and chooses its session. */
import { Button, HStack, NativeSelect, Text } from '@chakra-ui/react';
import type { InspectedSession } from './contract.ts';
import type { SendToInspector } from './inspector-machine.ts';
import { texts } from './texts.ts';

export interface StepControlsProps {
  readonly sessions: readonly InspectedSession[];
  readonly session: number;
  readonly position: number;
  /** The number of steps of the session. */
  readonly steps: number;
  readonly isPlaying: boolean;
  readonly send: SendToInspector;
}

export function StepControls({ sessions, session, position, steps, isPlaying, send }: StepControlsProps) {
  return (
    <HStack mb="4" gap="2" wrap="wrap" role="toolbar" aria-label={texts.timeline}>
      {(
        [
          ['FIRST', '«', texts.first, position === 0],
          ['BACK', '←', texts.back, position === 0],
          [isPlaying ? 'PAUSE' : 'PLAY', isPlaying ? '⏸' : '▶', isPlaying ? texts.pause : texts.play, false],
          ['NEXT', '→', texts.next, position === steps - 1],
          ['LAST', '»', texts.last, position === steps - 1],
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
        {texts.stepOf(position + 1, steps)}
      </Text>
      {sessions.length > 1 && (
        <NativeSelect.Root size="sm" w="220px" ms="auto">
          <NativeSelect.Field
            aria-label={texts.sessions}
            bg="bg"
            value={session}
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
  );
}
