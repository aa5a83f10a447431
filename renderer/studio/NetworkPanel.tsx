/** The calls of a session: what was sent, and what was answered. */
import { Badge, Box, Button, Code, HStack, Stack, Text } from '@chakra-ui/react';
import { useMemo } from 'react';
import type { InspectedStep } from './contract.ts';
import { callsOf, type InspectedCall } from './network.ts';
import { Pre } from './Pre.tsx';
import { ReplyLine } from './ReplyLine.tsx';
import { texts } from './texts.ts';

export interface NetworkPanelProps {
  readonly frames: readonly InspectedStep[];
  readonly position: number;
  readonly onGo: (position: number) => void;
}

function Unanswered({ call, isBackground, isDropped }: InspectedCall) {
  return (
    <HStack gap="2" wrap="wrap">
      <Code size="sm">{call}</Code>
      <Badge size="sm">
        {isBackground ? texts.inBackground : isDropped ? texts.droppedCall : texts.unansweredCall}
      </Badge>
    </HStack>
  );
}

export function NetworkPanel({ frames, position, onGo }: NetworkPanelProps) {
  const calls = useMemo(() => callsOf(frames), [frames]);
  if (calls.length === 0) return <Text color="fg.muted">{texts.noCalls}</Text>;
  return (
    <Stack as="ol" gap="4" listStyleType="none" aria-label={texts.network}>
      {calls.map((each, index) => (
        <Box
          as="li"
          // biome-ignore lint/suspicious/noArrayIndexKey: calls are only added at the end
          key={index}
          ps="3"
          borderLeftWidth="3px"
          borderLeftColor={each.sent === position || each.replied === position ? 'blue.600' : 'border'}
        >
          <HStack gap="2" justify="space-between" align="flex-start" wrap="wrap" mb="1.5">
            {each.reply === null ? <Unanswered {...each} /> : <ReplyLine reply={each.reply} />}
            <HStack gap="1">
              <Button size="2xs" variant="outline" onClick={() => onGo(each.sent)}>
                {texts.sentAt(each.sent)}
              </Button>
              {each.replied !== null && (
                <Button size="2xs" variant="outline" onClick={() => onGo(each.replied as number)}>
                  {texts.repliedAt(each.replied)}
                </Button>
              )}
            </HStack>
          </HStack>
          <Pre label={texts.payloadOf(each.call)} text={JSON.stringify(each.payload, null, 2)} />
        </Box>
      ))}
    </Stack>
  );
}
