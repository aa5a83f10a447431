/** The room of visits: a list whose filters are the query of its address. */
import { Badge, Box, Button, Code, EmptyState, Flex, HStack, Link, NativeSelect, Table, Text } from '@chakra-ui/react';
import { useEffect, useId } from 'react';
import { Link as RouterLink, useLoaderData, useNavigate, useRevalidator, useSearchParams } from 'react-router-dom';
import { OutcomeBadge } from './Badges.tsx';
import type { Outcome, VisitsReply } from './contract.ts';
import { FramedTable, RoomHeading } from './Panel.tsx';
import { PersonSearch } from './PersonSearch.tsx';
import { texts, timeText } from './texts.ts';
import { FileButton, useDroppedTrace } from './trace-file.tsx';

type Options = readonly (readonly [value: string, text: string])[];

function Filter({
  label,
  name,
  options,
}: {
  readonly label: string;
  readonly name: string;
  readonly options: Options;
}) {
  const [query, setQuery] = useSearchParams();
  const id = useId();
  const value = query.get(name) ?? '';
  const choose = (chosen: string): void => {
    const next = new URLSearchParams(query);
    next.delete('page');
    // The screens and versions of another funnel are others.
    if (name === 'flow') for (const each of ['screen', 'version']) next.delete(each);
    if (chosen === '') next.delete(name);
    else next.set(name, chosen);
    setQuery(next);
  };
  return (
    <Box minW="110px" flex={{ base: '1', lg: '0 1 200px' }}>
      <Text asChild fontSize="xs" fontWeight="medium" color="fg.muted">
        <label htmlFor={id}>{label}</label>
      </Text>
      <NativeSelect.Root size="sm">
        <NativeSelect.Field id={id} bg="bg" value={value} onChange={({ currentTarget }) => choose(currentTarget.value)}>
          <option value="">{texts.all}</option>
          {!options.some(([each]) => each === value) && value !== '' && <option value={value}>{value}</option>}
          {options.map(([each, text]) => (
            <option key={each} value={each}>
              {text}
            </option>
          ))}
        </NativeSelect.Field>
        <NativeSelect.Indicator />
      </NativeSelect.Root>
    </Box>
  );
}

const outcomeOptions = Object.entries(texts.outcomes) as [Outcome, string][];

function Pages({ page, pages }: Pick<VisitsReply, 'page' | 'pages'>) {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  if (pages === 1) return null;
  const go = (to: number): void => {
    const next = new URLSearchParams(query);
    next.set('page', String(to));
    void navigate({ search: `?${next}` });
  };
  return (
    <HStack justify="flex-end" mt="3" gap="3">
      <Button size="xs" variant="outline" disabled={page === 1} onClick={() => go(page - 1)}>
        {texts.previousPage}
      </Button>
      <Text fontSize="sm">{texts.pageOf(page, pages)}</Text>
      <Button size="xs" variant="outline" disabled={page === pages} onClick={() => go(page + 1)}>
        {texts.nextPage}
      </Button>
    </HStack>
  );
}

const VisitLink = ({ id }: { readonly id: string }) => (
  <Link asChild color="blue.700" fontFamily="mono" fontSize="xs">
    <RouterLink to={`/visits/${id}`}>{id}</RouterLink>
  </Link>
);

export function Visits() {
  const reply = useLoaderData<VisitsReply>();
  const [query] = useSearchParams();
  const isFiltered = [...query.keys()].some((name) => name !== 'page');
  const dropping = useDroppedTrace();
  const { revalidate } = useRevalidator();
  useEffect(() => {
    // The next list goes on where this one has stopped reading.
    if (reply.left !== 'reading') return;
    const timer = setTimeout(() => void revalidate(), 500);
    return () => clearTimeout(timer);
  }, [reply, revalidate]);
  return (
    <Box {...dropping}>
      <RoomHeading title={texts.visits} about={texts.visitsAbout}>
        <Flex gap="3" wrap="wrap">
          <PersonSearch />
          <FileButton />
        </Flex>
      </RoomHeading>
      <Flex role="search" aria-label={texts.filters} gap="3" wrap="wrap" mb="4" align="flex-end">
        <Filter label={texts.flow} name="flow" options={reply.flows.map((flow) => [flow, flow])} />
        <Filter label={texts.reached} name="screen" options={reply.screens.map(({ id, title }) => [id, title])} />
        <Filter label={texts.outcome} name="outcome" options={outcomeOptions} />
        <Filter label={texts.version} name="version" options={reply.versions.map((each) => [each, each.slice(0, 8)])} />
        <Filter label={texts.with} name="with" options={Object.entries(texts.findings)} />
        <Text fontSize="sm" color="fg.muted" ms="auto" aria-live="polite">
          {texts.matching(reply.total)}
        </Text>
      </Flex>
      {reply.visits.length === 0 ? (
        <EmptyState.Root bg="bg" borderWidth="1px" borderRadius="lg">
          <EmptyState.Content>
            <EmptyState.Description>{isFiltered ? texts.noMatch : texts.noVisits}</EmptyState.Description>
            {isFiltered && (
              <Button asChild size="sm" variant="outline">
                <RouterLink to="/visits">{texts.clear}</RouterLink>
              </Button>
            )}
          </EmptyState.Content>
        </EmptyState.Root>
      ) : (
        <FramedTable label={texts.visits}>
          <Table.Root size="sm" interactive>
            <Table.Header>
              <Table.Row>
                <Table.ColumnHeader>{texts.began}</Table.ColumnHeader>
                <Table.ColumnHeader hideBelow="lg">{texts.visit}</Table.ColumnHeader>
                <Table.ColumnHeader>{texts.flow}</Table.ColumnHeader>
                <Table.ColumnHeader>{texts.outcome}</Table.ColumnHeader>
                <Table.ColumnHeader>{texts.ended}</Table.ColumnHeader>
                <Table.ColumnHeader hideBelow="lg" textAlign="end">
                  {texts.steps}
                </Table.ColumnHeader>
              </Table.Row>
            </Table.Header>
            <Table.Body>
              {reply.visits.map((visit) => (
                <Table.Row key={visit.id}>
                  <Table.Cell whiteSpace="nowrap">
                    {timeText(visit.at)}
                    <Box hideFrom="lg">
                      <VisitLink id={visit.id} />
                    </Box>
                  </Table.Cell>
                  <Table.Cell hideBelow="lg" whiteSpace="nowrap">
                    <VisitLink id={visit.id} />
                  </Table.Cell>
                  <Table.Cell whiteSpace={{ lg: 'nowrap' }}>
                    {visit.flow} {!visit.isCurrent && <Code size="xs">{texts.older}</Code>}
                  </Table.Cell>
                  <Table.Cell>
                    <HStack gap="1" wrap={{ base: 'wrap', lg: 'nowrap' }}>
                      <OutcomeBadge outcome={visit.outcome} />
                      {visit.hasErrors && (
                        <Badge size="sm" variant="outline" colorPalette="red">
                          {texts.hasErrors}
                        </Badge>
                      )}
                    </HStack>
                  </Table.Cell>
                  <Table.Cell minW={{ base: '200px', lg: '320px' }} whiteSpace="normal">
                    {visit.ended.charAt(0).toUpperCase() + visit.ended.slice(1)}
                  </Table.Cell>
                  <Table.Cell hideBelow="lg" textAlign="end">
                    {visit.steps}
                  </Table.Cell>
                </Table.Row>
              ))}
            </Table.Body>
          </Table.Root>
        </FramedTable>
      )}
      {reply.left !== null && (
        <Text mt="2" fontSize="sm" color="fg.muted">
          {texts.left[reply.left]}
        </Text>
      )}
      <Pages page={reply.page} pages={reply.pages} />
    </Box>
  );
}
