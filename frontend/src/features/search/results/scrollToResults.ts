/** The id of the results' heading. */
export const resultsHeadingId = 'result-count';

/** The height of the bars of a phone, in pixels. */
const barHeight = 90;

/**
 * Scrolls to the results' heading if it is not visible. On a touch screen it also focuses the
 * heading, which closes the on-screen keyboard.
 */
export function scrollToResults(): void {
  const heading = document.getElementById(resultsHeadingId);
  if (!heading) return;
  if (window.matchMedia('(pointer: coarse)').matches) heading.focus({ preventScroll: true });
  const { top, bottom } = heading.getBoundingClientRect();
  if (top >= barHeight && bottom <= window.innerHeight - barHeight) return;
  const reducesMotion = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  heading.scrollIntoView({ block: 'start', behavior: reducesMotion ? 'auto' : 'smooth' });
}
