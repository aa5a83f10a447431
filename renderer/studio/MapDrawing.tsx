/** The map of a flow, drawn as SVG. */
import { Box } from '@chakra-ui/react';
import { type MouseEvent, memo, useMemo } from 'react';
import type { FlowMap, MapScreen } from './contract.ts';
import { layoutOf, node } from './map-layout.ts';
import { texts } from './texts.ts';

const mostLetters = 25;
/** A map that is wider than its room is made smaller, as long as it stays readable. Then it scrolls. */
const least = 0.75;
const short = (text: string): string => (text.length > mostLetters ? `${text.slice(0, mostLetters - 1)}…` : text);

export interface MapDrawingProps {
  readonly map: FlowMap;
  /** The screen that is lit; null for none. */
  readonly current: string | null;
  /** The screens that were visited so far. */
  readonly visited?: ReadonlySet<string>;
  /** Where a screen leads; null for nowhere. */
  readonly hrefOf: (screen: MapScreen) => string | null;
  /** Opens a screen in this page; left out, its link opens another tab. */
  readonly onOpen?: (screen: string) => void;
  /** Whether it is as high as it needs to be. */
  readonly isWhole?: boolean;
}

export const MapDrawing = memo(function MapDrawing({
  map,
  current,
  visited,
  hrefOf,
  onOpen,
  isWhole = false,
}: MapDrawingProps) {
  const { width, height, screens, transitions } = useMemo(() => layoutOf(map), [map]);
  return (
    <Box
      overflow="auto"
      maxH={isWhole ? undefined : '560px'}
      tabIndex={0}
      role="region"
      aria-label={texts.mapOf(map.flow)}
      css={{
        '& svg': { display: 'block' },
        '& .line': { fill: 'none', stroke: 'var(--chakra-colors-gray-400)', strokeWidth: 1.25 },
        '& .line[data-back]': { strokeDasharray: '4 4', stroke: 'var(--chakra-colors-gray-300)' },
        '& rect': { fill: 'var(--chakra-colors-bg)', stroke: 'var(--chakra-colors-gray-300)', strokeWidth: 1 },
        '& [data-visited] rect': { fill: 'var(--chakra-colors-blue-50)', stroke: 'var(--chakra-colors-blue-300)' },
        '& [data-current] rect': {
          fill: 'var(--chakra-colors-blue-600)',
          stroke: 'var(--chakra-colors-blue-700)',
          strokeWidth: 2,
        },
        '& text': { fill: 'var(--chakra-colors-fg)', fontSize: '12px', fontWeight: 500 },
        '& .id': { fill: 'var(--chakra-colors-fg-muted)', fontSize: '10.5px', fontWeight: 400 },
        '& [data-current] text': { fill: 'white' },
        '& a:hover rect': { stroke: 'var(--chakra-colors-blue-600)' },
        '& a:focus-visible rect': { stroke: 'var(--chakra-colors-blue-600)', strokeWidth: 3 },
        '& a:focus-visible': { outline: 'none' },
      }}
    >
      {/* biome-ignore lint/a11y/noSvgWithoutTitle: the region has the name */}
      <svg
        viewBox={`0 0 ${width} ${height}`}
        style={{ width: '100%', maxWidth: width, minWidth: width * least, height: 'auto' }}
      >
        <defs>
          <marker
            id="tip"
            viewBox="0 0 6 6"
            refX="4"
            refY="3"
            markerWidth="6"
            markerHeight="6"
            orient="auto-start-reverse"
          >
            <path d="M0 0L6 3L0 6z" fill="var(--chakra-colors-gray-500)" />
          </marker>
        </defs>
        {transitions.map(({ from, to, events, d, isBack }) => (
          <path key={`${from} ${to}`} className="line" d={d} data-back={isBack ? '' : undefined} markerEnd="url(#tip)">
            <title>{`${from} → ${to}: ${events.join(', ')}`}</title>
          </path>
        ))}
        {screens.map((screen) => {
          const { id, title, x, y } = screen;
          const href = hrefOf(screen);
          const open = (event: MouseEvent): void => {
            if (onOpen === undefined || event.ctrlKey || event.metaKey || event.shiftKey) return;
            event.preventDefault();
            onOpen(id);
          };
          const box = (
            <>
              <rect x={x} y={y} width={node.width} height={node.height} rx={8} />
              <text x={x + 12} y={y + 19}>
                {short(title)}
              </text>
              <text className="id" x={x + 12} y={y + 34}>
                {short(id)}
              </text>
              <title>{href === null ? title : texts.openPage(title)}</title>
            </>
          );
          const marks = {
            'data-current': id === current ? '' : undefined,
            'data-visited': visited?.has(id) === true && id !== current ? '' : undefined,
            'aria-current': id === current ? ('step' as const) : undefined,
          };
          return href === null ? (
            <g key={id} {...marks}>
              {box}
            </g>
          ) : (
            <a
              key={id}
              href={href}
              onClick={open}
              {...(onOpen === undefined ? { target: '_blank', rel: 'noreferrer' } : {})}
              {...marks}
            >
              {box}
            </a>
          );
        })}
      </svg>
    </Box>
  );
});
