/** The event of a step, the reply that it brought, and what the page was asked to do. */
import { Box, Stack, Text } from '@chakra-ui/react';
import type { InspectedStep } from './contract.ts';
import { Pre } from './Pre.tsx';
import { ReplyLine } from './ReplyLine.tsx';
import { texts } from './texts.ts';

export function EffectsPanel({ frame }: { readonly frame: InspectedStep }) {
  const { event, effects } = frame.line;
  return (
    <Stack gap="4">
      {frame.reply !== null && (
        <Box>
          <Text fontSize="sm" fontWeight="medium" mb="1">
            {texts.reply}
          </Text>
          <ReplyLine reply={frame.reply} />
        </Box>
      )}
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
