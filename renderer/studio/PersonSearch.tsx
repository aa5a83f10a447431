/** Leads from a person's e-mail address or telephone number to the visits. */
import { Box, Button, HStack, Input, Link, List, Popover, Portal, Text } from '@chakra-ui/react';
import { type FormEvent, useState } from 'react';
import { Link as RouterLink, useNavigate } from 'react-router-dom';
import { CallFault, callStudio } from './calls.ts';
import type { PersonReply } from './contract.ts';
import { texts, timeText } from './texts.ts';

/** The text for a search that leads to no single visit. */
function answerTo({ visits, withoutVisit }: PersonReply): string {
  if (visits.length > 0) return texts.foundVisits(visits.length);
  return withoutVisit > 0 ? texts.noVisitOfPerson(withoutVisit) : texts.noPerson;
}

export function PersonSearch() {
  const navigate = useNavigate();
  const [name, setName] = useState('');
  const [isSearching, setSearching] = useState(false);
  const [found, setFound] = useState<PersonReply | null>(null);
  const [fault, setFault] = useState<string | null>(null);

  const search = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    setSearching(true);
    setFault(null);
    try {
      const reply = await callStudio<PersonReply>('/people', name);
      const [only, ...more] = reply.visits;
      if (only !== undefined && more.length === 0) await navigate(`/visits/${only.id}`);
      else setFound(reply);
    } catch (error) {
      if (!(error instanceof CallFault)) throw error;
      setFault(error.message);
    } finally {
      setSearching(false);
    }
  };
  const isOpen = found !== null || fault !== null;
  const close = (): void => {
    setFound(null);
    setFault(null);
  };
  return (
    <Popover.Root open={isOpen} onOpenChange={({ open }) => open || close()}>
      <Popover.Anchor asChild>
        <form onSubmit={(event) => void search(event)}>
          <HStack gap="2">
            <Input
              aria-label={texts.person}
              size="sm"
              bg="bg"
              w={{ base: 'full', md: '260px' }}
              value={name}
              placeholder={texts.personHint}
              autoComplete="off"
              spellCheck={false}
              maxLength={200}
              onChange={({ currentTarget }) => setName(currentTarget.value)}
            />
            <Button
              type="submit"
              size="sm"
              variant="outline"
              bg="bg"
              disabled={name.trim() === ''}
              loading={isSearching}
            >
              {texts.find}
            </Button>
          </HStack>
        </form>
      </Popover.Anchor>
      <Portal>
        <Popover.Positioner>
          <Popover.Content>
            <Popover.Body maxH="60vh" overflowY="auto" aria-live="polite">
              <Text fontSize="sm" fontWeight="medium">
                {fault ?? (found === null ? '' : answerTo(found))}
              </Text>
              <List.Root variant="plain" gap="2" mt="2">
                {found?.visits.map((visit) => (
                  <List.Item key={visit.id} display="block">
                    <Link asChild color="blue.700" fontFamily="mono" fontSize="xs">
                      <RouterLink to={`/visits/${visit.id}`}>{visit.id}</RouterLink>
                    </Link>
                    <Box fontSize="xs" color="fg.muted">
                      {[visit.at === null ? '' : timeText(visit.at), ...visit.collections].filter(Boolean).join(' · ')}
                    </Box>
                  </List.Item>
                ))}
              </List.Root>
            </Popover.Body>
          </Popover.Content>
        </Popover.Positioner>
      </Portal>
    </Popover.Root>
  );
}
