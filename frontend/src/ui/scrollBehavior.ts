/** Of a scroll by a script, on which the style sheet has no effect: smooth, unless the user prefers reduced motion. */
export const scrollBehavior = (): ScrollBehavior =>
  window.matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth';
