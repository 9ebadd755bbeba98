import type { KeyboardEvent } from 'react';

/** A key that is still held down must not also confirm what it opened. */
export function ignoreKeyRepeat(event: KeyboardEvent): void {
  if (event.repeat) event.preventDefault();
}
