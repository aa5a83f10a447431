/** The reply to a call in one line: the call, its status, what the server said, and how long it took. */
import { Badge, Code, HStack, Text } from '@chakra-ui/react';
import type { InspectedReply } from './contract.ts';
import { texts } from './texts.ts';

export function ReplyLine({ reply }: { readonly reply: InspectedReply }) {
  const { call, status, isAccepted, message, ms, tries, why } = reply;
  const time = ms === null ? null : texts.took(ms, tries ?? 1);
  return (
    <HStack gap="2" wrap="wrap">
      <Code size="sm">{call}</Code>
      <Badge colorPalette={isAccepted ? 'green' : 'red'} size="sm">
        {status ?? (isAccepted ? texts.accepted : texts.unanswered(why))}
      </Badge>
      {message !== null && <Text fontSize="sm">{`“${message}”`}</Text>}
      {time !== null && (
        <Text fontSize="sm" color="fg.muted">
          {time}
        </Text>
      )}
    </HStack>
  );
}
