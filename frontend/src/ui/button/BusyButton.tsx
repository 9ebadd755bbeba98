import Button, { type ButtonProps } from '@mui/material/Button';
import { useEffect, useRef } from 'react';
import { focusContentIfLost } from '../layout/focusContent';

type BusyButtonProps = Omit<ButtonProps, 'ref' | 'loading'> & { loading: boolean };

/**
 * A button that is disabled while its action is running, which loses the focus to the page: it takes
 * it back afterwards, or gives it to the content if it has disappeared. In dialogs `useBusyFocus`
 * does that.
 */
export function BusyButton({ loading, onClick, ...props }: BusyButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  const hadFocus = useRef(false);
  const wasLoading = useRef(loading);
  useEffect(() => {
    wasLoading.current = loading;
    if (loading) return;
    if (hadFocus.current && document.activeElement === document.body) button.current?.focus();
    hadFocus.current = false;
  }, [loading]);
  // What it loaded can replace it.
  useEffect(
    () => () => {
      if (wasLoading.current && hadFocus.current) focusContentIfLost();
    },
    [],
  );
  return (
    <Button
      {...props}
      ref={button}
      loading={loading}
      onClick={(event) => {
        hadFocus.current = document.activeElement === button.current;
        onClick?.(event);
      }}
    />
  );
}
