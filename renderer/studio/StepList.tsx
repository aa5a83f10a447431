/** The steps of a session as a list. Only the rows in view are in the document, so that long sessions stay quick. */
import { Badge, Box, Text } from '@chakra-ui/react';
import { type KeyboardEvent, memo, useLayoutEffect, useRef, useState } from 'react';
import type { InspectedStep } from './contract.ts';
import { sinceText, texts } from './texts.ts';

/** Pixels. */
const row = 44;
const height = 528;
const spare = 4;

export interface StepListProps {
  readonly frames: readonly InspectedStep[];
  readonly position: number;
  /** The step at which the visit ended; null if it is in another session. */
  readonly decisive: number | null;
  readonly onGo: (position: number) => void;
}

/** What a row says: the first thing that happened, and how many more. */
function summaryOf({ entries, line }: InspectedStep): { readonly what: string; readonly text: string } {
  const [first, ...more] = entries;
  if (first === undefined) return { what: line.event === null ? texts.start : line.event.type, text: texts.nothing };
  return {
    what: texts.entry(first.what),
    text:
      more.length === 0
        ? first.text
        : `${first.text} · ${more.map((each) => `${texts.entry(each.what).toLowerCase()} ${each.text}`).join(' · ')}`,
  };
}

interface RowProps extends Pick<StepListProps, 'onGo'> {
  readonly frame: InspectedStep;
  readonly index: number;
  readonly count: number;
  readonly isCurrent: boolean;
  readonly isDecisive: boolean;
  /** Epoch milliseconds of the first step. */
  readonly begun: number;
}

const isFault = ({ line, errors }: InspectedStep): boolean =>
  line.threw === true || line.refused === true || Object.keys(errors).length > 0 || line.event?.type === 'FAILED';

/** A step forward draws two rows again: the one before, and the current one. */
const Row = memo(function Row({ frame, index, count, isCurrent, isDecisive, begun, onGo }: RowProps) {
  const { what, text } = summaryOf(frame);
  return (
    <Box
      id={`step-${index}`}
      role="option"
      aria-selected={isCurrent}
      aria-setsize={count}
      aria-posinset={index + 1}
      position="absolute"
      insetX="0"
      style={{ top: index * row, height: row }}
      px="4"
      py="1"
      cursor="pointer"
      borderLeftWidth="3px"
      borderLeftColor={isCurrent ? 'blue.600' : isFault(frame) ? 'red.500' : 'transparent'}
      bg={isCurrent ? 'blue.50' : undefined}
      _hover={{ bg: isCurrent ? 'blue.50' : 'bg.muted' }}
      onClick={() => onGo(index)}
    >
      <Text
        fontSize="xs"
        color={isCurrent ? 'blue.800' : 'fg.muted'}
        display="flex"
        justifyContent="space-between"
        gap="2"
      >
        <span>
          {`${index + 1}  ${what}`}
          {isDecisive && (
            <Badge size="xs" ms="2" colorPalette="purple">
              {texts.endedHere}
            </Badge>
          )}
        </span>
        <span>{sinceText(frame.line.at - begun)}</span>
      </Text>
      <Text fontSize="sm" truncate title={text} color={isCurrent ? 'black' : undefined}>
        {text}
      </Text>
    </Box>
  );
});

const moves: Readonly<Record<string, (position: number, last: number) => number>> = {
  ArrowUp: (position) => position - 1,
  ArrowDown: (position) => position + 1,
  PageUp: (position) => position - 10,
  PageDown: (position) => position + 10,
  Home: () => 0,
  End: (_position, last) => last,
};

export function StepList({ frames, position, decisive, onGo }: StepListProps) {
  const box = useRef<HTMLDivElement>(null);
  const [top, setTop] = useState(Math.max(0, position * row - height / 2));
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const { scrollTop, clientHeight } = element;
    const at = position * row;
    if (at < scrollTop) element.scrollTop = at;
    else if (at + row > scrollTop + clientHeight) element.scrollTop = at + row - clientHeight;
    setTop(element.scrollTop);
  }, [position]);
  const first = Math.max(0, Math.floor(top / row) - spare);
  const shown = frames.slice(first, first + Math.ceil(height / row) + 2 * spare);
  const onKeyDown = (event: KeyboardEvent): void => {
    const move = moves[event.key];
    if (move === undefined) return;
    event.preventDefault();
    onGo(move(position, frames.length - 1));
  };
  const begun = frames[0]?.line.at ?? 0;
  const isInView = position >= first && position < first + shown.length;
  return (
    <Box
      ref={box}
      role="listbox"
      aria-label={texts.timeline}
      aria-activedescendant={isInView ? `step-${position}` : undefined}
      tabIndex={0}
      maxH={`${height}px`}
      overflowY="auto"
      onScroll={({ currentTarget }) => setTop(currentTarget.scrollTop)}
      onKeyDown={onKeyDown}
      _focusVisible={{ outline: '2px solid', outlineColor: 'blue.600', outlineOffset: '-2px' }}
    >
      <Box position="relative" style={{ height: frames.length * row }}>
        {shown.map((frame, offset) => (
          <Row
            key={frame.line.n}
            frame={frame}
            index={first + offset}
            count={frames.length}
            isCurrent={first + offset === position}
            isDecisive={first + offset === decisive}
            begun={begun}
            onGo={onGo}
          />
        ))}
      </Box>
    </Box>
  );
}
