import { scrollBehavior } from '../../../ui/scrollBehavior';

/** The id of the results' heading. */
export const resultsHeadingId = 'result-count';

/** The height of the bars of a phone, in pixels. */
const barHeight = 90;

/** Focuses the heading before the pressed button disappears, which keeps the keyboard position. */
export const focusResults = (): void =>
  document.getElementById(resultsHeadingId)?.focus({ preventScroll: true });

/** An action that removes the pressed button, after the focus has moved to the heading. */
export const afterFocus =
  <Args extends unknown[]>(action: (...args: Args) => void) =>
  (...args: Args): void => {
    focusResults();
    action(...args);
  };

/**
 * Scrolls to the results' heading if it is not visible; on a phone, if it is below the upper third,
 * where no result is visible. On a touch screen it also focuses the heading, which closes the
 * on-screen keyboard.
 */
export function scrollToResults(): void {
  const heading = document.getElementById(resultsHeadingId);
  if (!heading) return;
  if (window.matchMedia('(pointer: coarse)').matches) focusResults();
  const { top, bottom } = heading.getBoundingClientRect();
  const { innerHeight } = window;
  const isPhone = window.matchMedia('(max-width: 767px)').matches;
  if (top >= barHeight && bottom <= (isPhone ? innerHeight / 3 : innerHeight - barHeight)) return;
  // Otherwise chips that appear below the heading during the scroll would move its end by their height.
  const { style } = document.documentElement;
  style.setProperty('overflow-anchor', 'none');
  window.addEventListener('scrollend', () => style.removeProperty('overflow-anchor'), { once: true });
  heading.scrollIntoView({ block: 'start', behavior: scrollBehavior() });
}
