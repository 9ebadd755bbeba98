/** The heading of the results. */
export const resultsHeadingId = 'result-count';

/** What the bars of a phone may cover, in pixels. */
const covered = 90;

/**
 * Brings the heading of the results into view where it is not, as on a phone after a search. There the focus goes along,
 * because the keyboard would cover what was found; elsewhere it stays in the field.
 */
export function showResults(): void {
  const heading = document.getElementById(resultsHeadingId);
  if (!heading) return;
  if (window.matchMedia('(pointer: coarse)').matches) heading.focus({ preventScroll: true });
  const { top, bottom } = heading.getBoundingClientRect();
  if (top >= covered && bottom <= window.innerHeight - covered) return;
  const still = window.matchMedia('(prefers-reduced-motion: reduce)').matches;
  heading.scrollIntoView({ block: 'start', behavior: still ? 'auto' : 'smooth' });
}
