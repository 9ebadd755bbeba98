import { useEffect } from 'react';
import { focusContent } from '../../ui/layout/focusContent';

/** Focuses the content when the notice disappears with the button that had the focus. */
export function useFocusAfterNotice(): void {
  useEffect(
    () => () => {
      if (document.activeElement === document.body) focusContent();
    },
    [],
  );
}
