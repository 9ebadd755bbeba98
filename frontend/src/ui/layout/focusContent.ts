/** Focuses the content of the page, after the focused element has disappeared. */
export const focusContent = (): void => document.getElementById('content')?.focus({ preventScroll: true });

/** The same, if no other element has got the focus since. */
export function focusContentIfLost(): void {
  if (document.activeElement === document.body) focusContent();
}
