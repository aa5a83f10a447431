/** The page as it was: what the screen says, what it asks for, and what the visitor had entered. */
import { Alert, Box, Code, DataList, HStack, Link, Stack, Text } from '@chakra-ui/react';
import type { Json } from '../../schemas/compiled.ts';
import type { FlowMap, InspectedStep } from './contract.ts';
import { texts } from './texts.ts';

type Values = Readonly<Record<string, Json>>;
const isValues = (value: unknown): value is Values =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

export interface ScreenPanelProps {
  readonly frame: InspectedStep;
  readonly map: FlowMap | undefined;
  readonly context: Json;
  /** The address of the page as it was; null for a file, which the server does not have. */
  readonly page: string | null;
}

export function ScreenPanel({ frame, map, context, page }: ScreenPanelProps) {
  const screen = map?.screens.find(({ id }) => id === frame.screen);
  const values = isValues(context) && isValues(context['values']) ? context['values'] : {};
  const fields = (screen?.fields ?? []).filter(({ name }) => frame.shown?.hidden.includes(name) !== true);
  const said = frame.shown?.texts ?? screen?.texts ?? [];
  return (
    <Stack gap="4">
      <Box>
        <Text fontSize="lg" fontWeight="semibold" lineHeight="short">
          {screen?.title ?? frame.screen}
        </Text>
        <Text fontSize="xs" color="fg.muted" fontFamily="mono">
          {frame.screen}
        </Text>
        {page !== null && screen?.isSeen !== false && (
          <Link color="blue.700" fontSize="sm" href={page} target="_blank" rel="noreferrer">
            {texts.openPageAsWas}
          </Link>
        )}
      </Box>
      {frame.isCalling && (
        <Alert.Root status="info" size="sm">
          <Alert.Indicator />
          <Alert.Title>{texts.waiting}</Alert.Title>
        </Alert.Root>
      )}
      {said.length > 0 && (
        <Stack gap="1">
          {said.slice(0, 8).map((text) => (
            <Text key={text} fontSize="sm" color="fg.muted">
              {text}
            </Text>
          ))}
        </Stack>
      )}
      {fields.length > 0 && (
        <DataList.Root orientation="vertical" gap="3" size="md">
          {fields.map(({ name, label, isPersonal, options }) => {
            const value = values[name] ?? null;
            const isEmpty = value === null || value === '' || (Array.isArray(value) && value.length === 0);
            const text = typeof value === 'string' ? value : JSON.stringify(value);
            const error = frame.errors[name];
            return (
              <DataList.Item key={name}>
                <DataList.ItemLabel color="fg">{label}</DataList.ItemLabel>
                <DataList.ItemValue flexDirection="column" gap="1">
                  <HStack gap="2" minH="6">
                    {isEmpty ? (
                      <Text color="fg.muted" fontSize="sm">
                        {texts.empty}
                      </Text>
                    ) : (
                      <Code size="sm" wordBreak="break-word">
                        {options[text] ?? text}
                      </Code>
                    )}
                    {isPersonal && !isEmpty && (
                      <Text fontSize="xs" color="fg.muted">
                        {texts.personal}
                      </Text>
                    )}
                  </HStack>
                  {error !== undefined && (
                    <Text color="red.700" fontSize="sm">
                      {error}
                    </Text>
                  )}
                </DataList.ItemValue>
              </DataList.Item>
            );
          })}
        </DataList.Root>
      )}
    </Stack>
  );
}
