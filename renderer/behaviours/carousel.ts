/** Buttons and dots of a carousel; they wrap around. Swiping is native scrolling. */

/** The index after a step in a list that wraps around. */
export const wrap = (index: number, step: number, count: number): number => (((index + step) % count) + count) % count;

/** Starts a carousel: `[data-track]` scrolls, `[data-go]` and `[data-dot]` move it. */
export function startCarousel(element: HTMLElement): void {
  const track = element.querySelector<HTMLElement>('[data-track]');
  const slides = track ? ([...track.children] as HTMLElement[]) : [];
  if (!track || slides.length < 2) return;
  const dots = [...element.querySelectorAll<HTMLElement>('[data-dot]')];
  for (const control of element.querySelectorAll<HTMLElement>('[data-go],[data-dot]')) control.hidden = false;

  const startOf = (slide: HTMLElement): number => slide.offsetLeft - (slides[0]?.offsetLeft ?? 0);
  let at = 0;
  const mark = (index: number): void => {
    at = index;
    for (const dot of dots) {
      if (Number(dot.dataset['dot']) === index) dot.setAttribute('aria-current', 'true');
      else dot.removeAttribute('aria-current');
    }
  };
  const show = (index: number): void => {
    const slide = slides[index];
    if (!slide) return;
    mark(index);
    track.scrollTo({
      left: startOf(slide),
      behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'instant' : 'smooth',
    });
  };
  element.addEventListener('click', (event) => {
    const control = (event.target as Element).closest<HTMLElement>('[data-go],[data-dot]');
    if (!control) return;
    const { go, dot } = control.dataset;
    show(go === undefined ? Number(dot) : wrap(at, Number(go), slides.length));
  });
  let settled = 0;
  track.addEventListener(
    'scroll',
    () => {
      // The position is read once scrolling has settled. Until then the dot of the target stays marked.
      clearTimeout(settled);
      settled = window.setTimeout(() => {
        const ends = track.scrollLeft >= track.scrollWidth - track.clientWidth - 2;
        const distances = slides.map((slide) => Math.abs(startOf(slide) - track.scrollLeft));
        const nearest = distances.indexOf(Math.min(...distances));
        // In a wide window the last slides cannot scroll to the start.
        mark(ends && at > nearest ? at : nearest);
      }, 120);
    },
    { passive: true },
  );
}
