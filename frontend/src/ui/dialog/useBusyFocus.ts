import { type FocusEventHandler, type RefObject, useLayoutEffect, useRef } from 'react';

type BusyFocus = {
  ref: RefObject<HTMLDivElement | null>;
  onFocus: FocusEventHandler<HTMLDivElement>;
};

/**
 * Props that keep the focus inside a busy dialog. A button that becomes disabled loses the focus to
 * the page, where Escape and Tab do not reach the dialog: the dialog takes the focus, and returns
 * it afterwards.
 */
export function useBusyFocus(busy: boolean): BusyFocus {
  const dialog = useRef<HTMLDivElement>(null);
  const lastFocused = useRef<HTMLElement>(null);
  const disabledButton = useRef<HTMLElement>(null);
  useLayoutEffect(() => {
    const focused = document.activeElement;
    if (busy) {
      // Chromium has moved the focus to the page by now, so that the button must be remembered.
      if (focused !== document.body && focused !== lastFocused.current) return;
      if (!lastFocused.current?.matches(':disabled')) return;
      disabledButton.current = lastFocused.current;
      dialog.current?.focus();
    } else {
      if (focused === dialog.current) disabledButton.current?.focus();
      disabledButton.current = null;
    }
  }, [busy]);
  return { ref: dialog, onFocus: ({ target }) => (lastFocused.current = target as HTMLElement) };
}
