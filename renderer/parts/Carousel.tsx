import type { ReactNode } from 'react';
import { classes } from './classes.ts';
import { each } from './each.ts';
import type { carousel } from './recipes/carousel.ts';
import type { View } from './view.ts';

const c = classes<typeof carousel>('carousel');

interface CarouselProps<Item> {
  /** The accessible name. */
  label: string;
  items: readonly Item[];
  render: (item: Item, index: number) => ReactNode;
  /** The breakpoint from which it is a grid. */
  until: 'md' | 'lg';
  /** Number of slides that the grid shows; all by default. */
  inGrid?: number | undefined;
  /** The class of the grid. */
  className?: string;
  view: View;
}

/** A list that scrolls sideways on narrow screens and is a grid on wide ones. Its behaviour script reveals the buttons. */
export const Carousel = <Item,>({ label, items, render, until, inGrid, className, view }: CarouselProps<Item>) => {
  const { messages } = view.site;
  const go = (step: '-1' | '1', name: string) => (
    <button
      type="button"
      className={c('go', { to: step === '1' ? 'next' : 'previous' })}
      data-go={step}
      aria-label={name}
      hidden
    />
  );
  return (
    <div data-behaviour="carousel">
      <ul
        className={`${c('track', { until })} ${className ?? ''}`.trim()}
        data-track=""
        aria-label={label}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrollable element must be reachable by keyboard
        tabIndex={0}
      >
        {each(items, (item, index) => (
          <li className={c('slide', { until, beyond: index < (inGrid ?? items.length) ? undefined : until })}>
            {render(item, index)}
          </li>
        ))}
      </ul>
      {items.length > 1 && (
        <div className={c('controls', { until })}>
          {go('-1', messages.previous)}
          {each(items, (_, index) => (
            <button
              type="button"
              className={c('dot')}
              data-dot={index}
              aria-label={`${messages.show} ${index + 1}`}
              aria-current={index === 0 ? 'true' : undefined}
              hidden
            />
          ))}
          {go('1', messages.next)}
        </div>
      )}
    </div>
  );
};
