import { useEffect } from 'react';
import { focusContentIfLost } from '../../ui/layout/focusContent';

/** Focuses the content when the notice disappears with the button that had the focus. */
export function useFocusAfterNotice(): void {
  useEffect(() => focusContentIfLost, []);
}
