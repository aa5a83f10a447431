/** Buttons and dots of a list that is swiped; they wrap around. Swiping itself is the browser's. */

/** The index after a step in a list that wraps around. */
export const wrap = (index: number, step: number, count: number): number => (((index + step) % count) + count) % count;

/** Runs a carousel: `[data-track]` is swiped, `[data-go]` and `[data-dot]` move it. */
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
      // Where it comes to rest is where it is: on the way a dot that was asked for keeps its mark.
      clearTimeout(settled);
      settled = window.setTimeout(() => {
        const ends = track.scrollLeft >= track.scrollWidth - track.clientWidth - 2;
        const distances = slides.map((slide) => Math.abs(startOf(slide) - track.scrollLeft));
        const nearest = distances.indexOf(Math.min(...distances));
        // The last slides of a wide window can never stand at its start.
        mark(ends && at > nearest ? at : nearest);
      }, 120);
    },
    { passive: true },
  );
}
