/** The room of one funnel: its map, and each screen as visitors see it. */
import { Badge, Box, Grid, Link, Stack, Text } from '@chakra-ui/react';
import { useCallback } from 'react';
import { Link as RouterLink, useLoaderData, useSearchParams } from 'react-router-dom';
import type { FlowMap, MapScreen } from './contract.ts';
import { MapDrawing } from './MapDrawing.tsx';
import { Panel, RoomHeading } from './Panel.tsx';
import { ScreenPreview } from './ScreenPreview.tsx';
import { texts } from './texts.ts';

/** What a screen asks for: the options of a question, or the labels of a form. */
function askedText(title: string, fields: FlowMap['screens'][number]['fields']): string {
  const [first] = fields;
  return first !== undefined && fields.length === 1 && first.label === title
    ? `${texts.options}: ${Object.values(first.options).join(' · ')}`
    : `${texts.fields}: ${fields.map(({ label }) => label).join(' · ')}`;
}

function ScreenFacts({ screen }: { readonly screen: MapScreen }) {
  const { id, title, texts: shown, fields } = screen;
  return (
    <Box>
      <Text fontWeight="medium">{title}</Text>
      <Text fontSize="xs" color="fg.muted" fontFamily="mono">
        {id}
      </Text>
      {shown.slice(0, 3).map((text) => (
        <Text key={text} fontSize="sm" color="fg.muted" lineClamp={2}>
          {text}
        </Text>
      ))}
      {fields.length > 0 && <Text fontSize="sm">{askedText(title, fields)}</Text>}
    </Box>
  );
}

export function FunnelRoom() {
  const map = useLoaderData<FlowMap>();
  const [query, setQuery] = useSearchParams();
  const wanted = query.get('screen') ?? map.start;
  const chosen = map.screens.find(({ id }) => id === wanted) ?? map.screens.find(({ id }) => id === map.start);
  const open = useCallback(
    (screen: string): void =>
      setQuery((before) => {
        const next = new URLSearchParams(before);
        next.set('screen', screen);
        return next;
      }),
    [setQuery],
  );
  const hrefOf = useCallback(({ id }: MapScreen) => `?screen=${encodeURIComponent(id)}`, []);
  return (
    <>
      <RoomHeading title={map.flow} about={texts.mapAbout}>
        <Link asChild color="blue.700" fontSize="sm">
          <RouterLink to={`/visits?flow=${map.flow}`}>{texts.visitsOf}</RouterLink>
        </Link>
      </RoomHeading>
      <Grid
        templateColumns={{ base: 'minmax(0, 1fr)', lg: 'minmax(0, 5fr) minmax(0, 6fr)' }}
        gap="6"
        alignItems="start"
      >
        <Panel title={texts.map} padded={false}>
          <MapDrawing map={map} current={chosen?.id ?? null} hrefOf={hrefOf} onOpen={open} isWhole />
        </Panel>
        {chosen !== undefined && (
          <Panel title={texts.screen} extra={chosen.isSeen ? undefined : <Badge>{texts.passing}</Badge>}>
            <Stack gap="4">
              <ScreenFacts screen={chosen} />
              <ScreenPreview map={map} screen={chosen} />
            </Stack>
          </Panel>
        )}
      </Grid>
    </>
  );
}
