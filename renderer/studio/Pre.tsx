/** Text in its own lines: code, JSON. It scrolls, also with the keyboard. */
import { Box } from '@chakra-ui/react';

export const Pre = ({ label, text }: { readonly label: string; readonly text: string }) => (
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
