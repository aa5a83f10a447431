/** What the server has recorded of a visit. */
import { Box, Stack, Text } from '@chakra-ui/react';
import type { VisitReply } from './contract.ts';
import { Panel } from './Panel.tsx';
import { texts, timeText } from './texts.ts';

export const ServerEntries = ({ entries }: { readonly entries: VisitReply['server'] }) => (
  <Panel title={texts.server}>
    <Stack gap="3">
      {entries.map(({ at, what, text }) => (
        <Box key={`${at} ${text}`}>
          <Text fontSize="xs" color="fg.muted">{`${texts.entry(what)} · ${timeText(at)}`}</Text>
          <Text fontSize="sm" wordBreak="break-word">
            {text}
          </Text>
        </Box>
      ))}
    </Stack>
  </Panel>
);
