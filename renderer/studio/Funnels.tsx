/** The room of funnels: a table of all, and what the checks found. */
import { Alert, Badge, Box, Code, HStack, Link, Stack, Table, Text } from '@chakra-ui/react';
import { Link as RouterLink, useLoaderData } from 'react-router-dom';
import type { FunnelRow, FunnelsReply } from './contract.ts';
import { FramedTable, Panel, RoomHeading } from './Panel.tsx';
import { texts } from './texts.ts';

const palettes = { error: 'red', warning: 'orange', note: 'gray' } as const;

function Checks({ errors, warnings }: Pick<FunnelRow, 'errors' | 'warnings'>) {
  if (errors + warnings === 0) return <Badge colorPalette="green">{texts.passed}</Badge>;
  return (
    <HStack gap="1">
      {errors > 0 && <Badge colorPalette="red">{texts.errors(errors)}</Badge>}
      {warnings > 0 && <Badge colorPalette="orange">{texts.warnings(warnings)}</Badge>}
    </HStack>
  );
}

export function Funnels() {
  const { funnels, problems, refusal } = useLoaderData<FunnelsReply>();
  return (
    <>
      <RoomHeading title={texts.funnels} about={texts.funnelsAbout} />
      <Stack gap="6">
        {refusal !== null && (
          <Alert.Root status="error">
            <Alert.Indicator />
            <Alert.Content>
              <Alert.Title>{texts.refusal}</Alert.Title>
              <Alert.Description>{refusal}</Alert.Description>
            </Alert.Content>
          </Alert.Root>
        )}
        <FramedTable label={texts.funnels}>
          <Table.Root size="sm">
            <Table.Header>
              <Table.Row>
                <Table.ColumnHeader>{texts.flow}</Table.ColumnHeader>
                <Table.ColumnHeader>{texts.path}</Table.ColumnHeader>
                <Table.ColumnHeader>{texts.version}</Table.ColumnHeader>
                <Table.ColumnHeader textAlign="end">{texts.screens}</Table.ColumnHeader>
                <Table.ColumnHeader>{texts.checks}</Table.ColumnHeader>
              </Table.Row>
            </Table.Header>
            <Table.Body>
              {funnels.map(({ flow, path, href, version, screens, ...checks }) => (
                <Table.Row key={flow}>
                  <Table.Cell>
                    <Link asChild color="blue.700" fontWeight="medium">
                      <RouterLink to={`/funnels/${flow}`}>{flow}</RouterLink>
                    </Link>
                  </Table.Cell>
                  <Table.Cell>
                    {path === null ? (
                      <Text color="fg.muted">{texts.noPath}</Text>
                    ) : (
                      <Link color="blue.700" href={href ?? undefined} target="_blank" rel="noreferrer">
                        {path}
                      </Link>
                    )}
                  </Table.Cell>
                  <Table.Cell>
                    <Code size="sm">{version.slice(0, 8)}</Code>
                  </Table.Cell>
                  <Table.Cell textAlign="end">{screens}</Table.Cell>
                  <Table.Cell>
                    <Checks {...checks} />
                  </Table.Cell>
                </Table.Row>
              ))}
            </Table.Body>
          </Table.Root>
        </FramedTable>
        <Panel title={texts.checks}>
          {problems.length === 0 ? (
            <Text color="fg.muted">{texts.noProblems}</Text>
          ) : (
            <Stack gap="5">
              {problems.map(({ severity, code, message, hint, file, line, column, frame }) => (
                <Box key={`${file}:${line}:${column} ${code} ${message}`}>
                  <HStack gap="2" mb="1" wrap="wrap">
                    <Badge colorPalette={palettes[severity]}>{severity}</Badge>
                    <Text fontFamily="mono" fontSize="sm">{`${file}:${line}:${column}`}</Text>
                    <Text fontSize="xs" color="fg.muted">
                      {code}
                    </Text>
                  </HStack>
                  <Text>{message}</Text>
                  {hint !== undefined && <Text color="fg.muted">{hint}</Text>}
                  {frame !== '' && (
                    <Box
                      as="pre"
                      mt="2"
                      p="3"
                      bg="bg.muted"
                      borderRadius="md"
                      fontSize="xs"
                      overflowX="auto"
                      tabIndex={0}
                      role="region"
                      aria-label={`${file}:${line}`}
                    >
                      {frame}
                    </Box>
                  )}
                </Box>
              ))}
            </Stack>
          )}
        </Panel>
      </Stack>
    </>
  );
}
