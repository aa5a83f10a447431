/** Why a visit ended where it did: one sentence, the reply that decided it, and what else explains it. */
import { Box, Button, HStack, List, Stack, Text } from '@chakra-ui/react';
import { OutcomeBadge } from './Badges.tsx';
import type { VisitPlace, VisitReply } from './contract.ts';
import { ReplyLine } from './ReplyLine.tsx';
import { texts } from './texts.ts';
import { VisitLink } from './VisitLink.tsx';

export interface VisitEndingProps {
  readonly visit: VisitReply;
  /** Whether the visitor is still there. Then only what explains the visit so far is shown. */
  readonly isOpen?: boolean;
  /** Null if there is no step to go to. */
  readonly onGo: ((place: VisitPlace) => void) | null;
}

export function VisitEnding({ visit, isOpen = false, onGo }: VisitEndingProps) {
  const { outcome, ended, explanations, decided, sessions } = visit;
  const reply = decided === null ? null : (sessions[decided.session]?.frames[decided.step]?.reply ?? null);
  if (isOpen && explanations.length === 0) return null;
  return (
    <Stack
      as="section"
      aria-label={isOpen ? texts.explanations : texts.endedTitle}
      bg="bg"
      borderWidth="1px"
      borderRadius="lg"
      px="4"
      py="3"
      mb="4"
      gap="2"
    >
      {!isOpen && (
        <HStack gap="3" align="flex-start" justify="space-between" wrap="wrap">
          <HStack gap="3" align="flex-start" flex="1 1 420px">
            <Box pt="0.5">
              <OutcomeBadge outcome={outcome} />
            </Box>
            <Text fontSize="md" fontWeight="medium">
              {`${ended.charAt(0).toUpperCase()}${ended.slice(1)}.`}
            </Text>
          </HStack>
          {onGo !== null && decided !== null && (
            <Button size="xs" variant="outline" onClick={() => onGo(decided)}>
              {texts.goToEnd}
            </Button>
          )}
        </HStack>
      )}
      {!isOpen && reply !== null && <ReplyLine reply={reply} />}
      {explanations.length > 0 && (
        <List.Root gap="1" ps="5" fontSize="sm" aria-label={texts.explanations}>
          {explanations.map(({ text, session, step, visitId }) => (
            <List.Item key={text}>
              {text}{' '}
              {onGo !== null && (
                <Button
                  size="2xs"
                  variant="plain"
                  color="blue.700"
                  textDecoration="underline"
                  onClick={() => onGo({ session, step })}
                >
                  {texts.goToStep(step + 1)}
                </Button>
              )}
              {visitId !== null && <VisitLink id={visitId} />}
            </List.Item>
          ))}
        </List.Root>
      )}
    </Stack>
  );
}
