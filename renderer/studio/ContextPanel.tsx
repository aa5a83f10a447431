/** The values of the session after a step, and what the step changed. */
import { Box, Stack, Text } from '@chakra-ui/react';
import type { Json } from '../../schemas/compiled.ts';
import type { InspectedStep } from './contract.ts';
import { Pre } from './Pre.tsx';
import { texts } from './texts.ts';

export function ContextPanel({ frame, context }: { readonly frame: InspectedStep; readonly context: Json }) {
  const { patch } = frame.line;
  return (
    <Stack gap="4">
      <Box>
        <Text fontSize="sm" fontWeight="medium" mb="1">
          {texts.changes}
        </Text>
        {patch.length === 0 ? (
          <Text color="fg.muted">{texts.noChanges}</Text>
        ) : (
          <Pre
            label={texts.changes}
            text={patch
              .map(({ op, path, value }) => `${op} ${path}${op === 'remove' ? '' : ` ${JSON.stringify(value)}`}`)
              .join('\n')}
          />
        )}
      </Box>
      <Pre label={texts.values} text={JSON.stringify(context, null, 2)} />
    </Stack>
  );
}
