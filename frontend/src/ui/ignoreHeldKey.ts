import type { KeyboardEvent } from 'react';

/** The key that opened or confirmed one thing may still be down, and must not confirm the next. */
export function ignoreHeldKey(event: KeyboardEvent): void {
  if (event.repeat) event.preventDefault();
}
