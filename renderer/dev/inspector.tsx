/** The inspector of `funnel dev`: the current visit, step by step, in a frame over the page on which it goes on. */
import { Alert, Box, Button, ChakraProvider, defaultSystem, Flex, Heading, Text } from '@chakra-ui/react';
import { StrictMode, useEffect, useMemo, useState } from 'react';
import { createRoot } from 'react-dom/client';
import { devPaths } from '../../engine/paths.ts';
import { callApi } from '../studio/calls.ts';
import type { VisitReply } from '../studio/contract.ts';
import { type InspectorHost, InspectorHostProvider } from '../studio/inspector-host.ts';
import { VisitInspector } from '../studio/VisitInspector.tsx';
import { type InspectorSource, type LoadedVisit, loadVisit } from '../studio/visit-source.ts';
import type { DockMessage, InspectorMessage } from './contract.ts';

const addressOf = (path: string): string => `${devPaths.inspect}/api${path}`;
const call: InspectorHost['call'] = (path, body, signal) => callApi(addressOf(path), body, signal);

const sayToPage = (message: InspectorMessage): void => parent.postMessage(message, location.origin);

type LiveState =
  | { readonly state: 'loading' | 'unrecorded' }
  | { readonly state: 'failed'; readonly message: string }
  | { readonly state: 'ready'; readonly loaded: LoadedVisit };

/** A visit that goes on. It is loaded again whenever its recording has grown. */
function useLive(id: string): LiveState {
  const [live, setLive] = useState<LiveState>({ state: 'loading' });
  useEffect(() => {
    const over = new AbortController();
    let isLoading = false;
    let isOld = false;
    const load = async (): Promise<void> => {
      isOld = true;
      if (isLoading) return;
      isLoading = true;
      while (isOld && !over.signal.aborted) {
        isOld = false;
        try {
          const found = await call<VisitReply | null>(`/visits/${id}`, undefined, over.signal);
          setLive(
            found === null ? { state: 'unrecorded' } : { state: 'ready', loaded: { visit: found, source: { id } } },
          );
        } catch (error) {
          if (over.signal.aborted) return;
          // What was shown stays: the next recording loads it again.
          const message = error instanceof Error ? error.message : String(error);
          setLive((before) => (before.state === 'ready' ? before : { state: 'failed', message }));
        }
      }
      isLoading = false;
    };
    const onMessage = ({ origin, source, data }: MessageEvent<DockMessage>): void => {
      if (origin === location.origin && source === parent && data.kind === 'grown' && data.visit === id) void load();
    };
    addEventListener('message', onMessage);
    void load();
    return () => {
      over.abort();
      removeEventListener('message', onMessage);
    };
  }, [id]);
  return live;
}

/** Another visit, or how this one would have gone on. */
interface Aside {
  readonly title: string;
  readonly source: InspectorSource;
  readonly loaded: LoadedVisit;
}

const Notice = ({ title, text }: { readonly title: string; readonly text: string }) => (
  <Box>
    <Heading as="h1" size="lg" mb="2">
      {title}
    </Heading>
    <Text>{text}</Text>
  </Box>
);

function LiveVisit({ live }: { readonly live: LiveState }) {
  switch (live.state) {
    case 'loading':
      return <Text role="status">Loading…</Text>;
    case 'unrecorded':
      return (
        <Notice
          title="This visit"
          text="Nothing of this visit is recorded yet. The recording begins when the visitor answers a question, enters something into a form, or opens a dialog."
        />
      );
    case 'failed':
      return <Notice title="This visit cannot be shown" text={live.message} />;
    case 'ready':
      return <VisitInspector {...live.loaded} isLive title="This visit" />;
  }
}

function InspectedVisit({ visit }: { readonly visit: string }) {
  const live = useLive(visit);
  const [aside, setAside] = useState<Aside | null>(null);
  const [fault, setFault] = useState<string | null>(null);
  const host = useMemo((): InspectorHost => {
    const show = (title: string, source: InspectorSource): void => {
      setFault(null);
      loadVisit(call, source, new AbortController().signal).then(
        (loaded) => setAside({ title, source, loaded }),
        (error: unknown) => setFault(error instanceof Error ? error.message : String(error)),
      );
    };
    return {
      ...{ call, addressOf },
      openTrace: (text) => show('As it would have gone on', { text }),
      openVisit: (id) => show(`Visit ${id}`, { id }),
      visitAddress: (id) => `${devPaths.inspect}?${new URLSearchParams({ visit: id })}`,
    };
  }, []);
  useEffect(() => {
    const onKey = (event: KeyboardEvent): void => {
      const isShortcut = event.altKey && event.shiftKey && event.code === 'KeyV';
      const isEscape = event.key === 'Escape' && document.querySelector('[role=dialog]') === null;
      if (!event.defaultPrevented && (isShortcut || isEscape)) sayToPage({ kind: 'close' });
    };
    document.addEventListener('keydown', onKey);
    return () => document.removeEventListener('keydown', onKey);
  }, []);
  return (
    <InspectorHostProvider value={host}>
      <Box as="main" bg="bg.subtle" minH="100vh" px="4" py="4">
        {fault !== null && (
          <Alert.Root status="error" mb="4">
            <Alert.Indicator />
            <Alert.Title>{fault}</Alert.Title>
          </Alert.Root>
        )}
        {aside === null ? (
          <LiveVisit live={live} />
        ) : (
          <>
            <Flex mb="3">
              <Button size="xs" variant="outline" bg="bg" onClick={() => setAside(null)}>
                Back to this visit
              </Button>
            </Flex>
            <VisitInspector key={JSON.stringify(aside.source)} {...aside.loaded} title={aside.title} />
          </>
        )}
      </Box>
    </InspectorHostProvider>
  );
}

const visit = new URLSearchParams(location.search).get('visit') ?? '';
createRoot(document.getElementById('inspector') as HTMLElement).render(
  <StrictMode>
    <ChakraProvider value={defaultSystem}>
      <InspectedVisit visit={visit} />
    </ChakraProvider>
  </StrictMode>,
);
