/** A screen as the site draws it, on a phone and on a desktop. The page is still: it has no script and sends nothing. */
import { Box, Button, HStack, Link, NativeSelect, SegmentGroup, Stack, Text } from '@chakra-ui/react';
import { useLayoutEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { studioAddress } from './calls.ts';
import type { FlowMap, MapScreen } from './contract.ts';
import { texts } from './texts.ts';
import { previewPath } from './visit-source.ts';

const devices = { phone: { width: 390, height: 844 }, desktop: { width: 1280, height: 800 } } as const;
type Device = keyof typeof devices;
const tallest = 760;

/** A page in a frame that is scaled to the room that it has. */
function Frame({ address, device, title }: { address: string; device: Device; title: string }) {
  const box = useRef<HTMLDivElement>(null);
  const [room, setRoom] = useState(0);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => setRoom(element.clientWidth));
    observer.observe(element);
    setRoom(element.clientWidth);
    return () => observer.disconnect();
  }, []);
  const { width, height } = devices[device];
  const scale = Math.min(1, room / width, tallest / height);
  return (
    <Box ref={box} overflow="hidden" style={{ height: height * scale }}>
      <Box
        mx="auto"
        borderWidth="1px"
        borderRadius="md"
        overflow="hidden"
        style={{ width: width * scale, height: height * scale }}
      >
        {room > 0 && (
          <iframe
            key={address}
            src={address}
            title={title}
            width={width}
            height={height}
            sandbox=""
            style={{ border: 0, transformOrigin: '0 0', transform: `scale(${scale})` }}
          />
        )}
      </Box>
    </Box>
  );
}

export interface ScreenPreviewProps {
  readonly map: FlowMap;
  readonly screen: MapScreen;
}

export function ScreenPreview({ map, screen }: ScreenPreviewProps) {
  const [query, setQuery] = useSearchParams();
  const device: Device = query.get('device') === 'desktop' ? 'desktop' : 'phone';
  const at = map.variants.find((each) => each === query.get('at')) ?? map.variants[0] ?? null;
  const choose = (name: string, value: string): void => {
    const next = new URLSearchParams(query);
    next.set(name, value);
    setQuery(next, { replace: true });
  };
  const address = studioAddress(previewPath(map.flow, screen.id, at));
  return (
    <Stack gap="3">
      <HStack gap="3" wrap="wrap">
        <SegmentGroup.Root
          size="sm"
          value={device}
          onValueChange={({ value }) => choose('device', value ?? 'phone')}
          aria-label={texts.device}
        >
          <SegmentGroup.Indicator />
          <SegmentGroup.Items
            items={[
              { value: 'phone', label: texts.phone },
              { value: 'desktop', label: texts.desktop },
            ]}
          />
        </SegmentGroup.Root>
        {map.variants.length > 1 && (
          <NativeSelect.Root size="sm" w="auto">
            <NativeSelect.Field
              aria-label={texts.variant}
              bg="bg"
              value={at ?? ''}
              onChange={({ currentTarget }) => choose('at', currentTarget.value)}
            >
              {map.variants.map((path) => (
                <option key={path} value={path}>
                  {path}
                </option>
              ))}
            </NativeSelect.Field>
            <NativeSelect.Indicator />
          </NativeSelect.Root>
        )}
        <HStack gap="3" ms="auto">
          {screen.isSeen && (
            <Button asChild size="xs" variant="outline">
              <a href={address} target="_blank" rel="noreferrer">
                {texts.newTab}
              </a>
            </Button>
          )}
          {screen.href !== null && (
            <Link color="blue.700" fontSize="sm" href={screen.href} target="_blank" rel="noreferrer">
              {texts.publicPage}
            </Link>
          )}
        </HStack>
      </HStack>
      {screen.isSeen && at !== null ? (
        <Frame address={address} device={device} title={texts.previewOf(screen.title)} />
      ) : (
        <Text color="fg.muted">{texts.noPreview}</Text>
      )}
    </Stack>
  );
}
