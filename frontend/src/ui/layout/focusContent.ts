/** Focuses the content of the page, after the focused element has disappeared. */
export const focusContent = (): void => document.getElementById('content')?.focus({ preventScroll: true });
