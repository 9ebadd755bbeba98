import { scrollBehavior } from '../scrollBehavior';

export function scrollToTop(): void {
  window.scrollTo({ top: 0, behavior: scrollBehavior() });
}
