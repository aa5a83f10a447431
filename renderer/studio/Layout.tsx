/** What all rooms have in common: the header, the state of loading, and errors. */
import { Alert, Box, Button, Container, Flex, HStack, Link, Spinner, Text } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { isRouteErrorResponse, NavLink, Outlet, useLoaderData, useNavigation, useRouteError } from 'react-router-dom';
import type { StudioUser } from './contract.ts';
import { texts } from './texts.ts';

const rooms = [
  ['/funnels', texts.funnels],
  ['/visits', texts.visits],
] as const;

function Frame({ user, children }: { readonly user: StudioUser | null; readonly children: ReactNode }) {
  const isLoading = useNavigation().state !== 'idle';
  return (
    <Box minH="100vh" bg="bg.subtle">
      <Link
        href="#content"
        position="absolute"
        top="-100px"
        left="4"
        zIndex="1"
        bg="bg"
        px="3"
        py="2"
        _focus={{ top: '2' }}
      >
        {texts.skip}
      </Link>
      <Box as="header" bg="bg" borderBottomWidth="1px">
        <Container maxW="1440px" px={{ base: '4', lg: '8' }}>
          <Flex h="14" align="center" gap="6">
            <Text fontWeight="semibold">{texts.studio}</Text>
            <HStack as="nav" aria-label={texts.rooms} gap="1">
              {rooms.map(([to, text]) => (
                <Button
                  key={to}
                  asChild
                  size="sm"
                  variant="ghost"
                  css={{ '&[aria-current=page]': { bg: 'bg.muted', fontWeight: 600 } }}
                >
                  <NavLink to={to}>{text}</NavLink>
                </Button>
              ))}
            </HStack>
            <HStack ms="auto" gap="3">
              <Box role="status" aria-label={isLoading ? texts.loading : undefined} w="4">
                {isLoading && <Spinner size="xs" />}
              </Box>
              {user !== null && (
                <>
                  <Text fontSize="sm" color="fg.muted">
                    {user.name}
                  </Text>
                  <form method="post" action="/studio/logout">
                    <Button type="submit" size="xs" variant="outline">
                      {texts.logOut}
                    </Button>
                  </form>
                </>
              )}
            </HStack>
          </Flex>
        </Container>
      </Box>
      <Container
        as="main"
        id="content"
        tabIndex={-1}
        maxW="1440px"
        px={{ base: '4', lg: '8' }}
        py="6"
        opacity={isLoading ? 0.6 : 1}
        transition="opacity 0.15s"
        _focusVisible={{ outline: 'none' }}
      >
        {children}
      </Container>
    </Box>
  );
}

export const Layout = () => (
  <Frame user={useLoaderData<StudioUser>()}>
    <Outlet />
  </Frame>
);

/** Shown while the first page loads. */
export const FirstLoad = () => (
  <Flex minH="100vh" align="center" justify="center" gap="3" role="status">
    <Spinner size="sm" />
    <Text>{texts.loading}</Text>
  </Flex>
);

/** An error of a room, in place of it. */
export function RoomFault() {
  const error = useRouteError();
  const message = isRouteErrorResponse(error) ? texts.notFound : error instanceof Error ? error.message : String(error);
  return (
    <Alert.Root status="error" alignItems="flex-start">
      <Alert.Indicator />
      <Alert.Content>
        <Alert.Title>{texts.failed}</Alert.Title>
        <Alert.Description>{message}</Alert.Description>
        <Button mt="3" size="xs" variant="outline" alignSelf="flex-start" onClick={() => location.reload()}>
          {texts.retry}
        </Button>
      </Alert.Content>
    </Alert.Root>
  );
}
