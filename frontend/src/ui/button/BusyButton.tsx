import Button, { type ButtonProps } from '@mui/material/Button';
import { useEffect, useRef } from 'react';

type BusyButtonProps = Omit<ButtonProps, 'ref' | 'loading'> & { loading: boolean };

/**
 * A button that is disabled while its action is running, which loses the focus to the page: it takes
 * it back afterwards. In dialogs `useBusyFocus` does that.
 */
export function BusyButton({ loading, onClick, ...props }: BusyButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  const hadFocus = useRef(false);
  useEffect(() => {
    if (loading) return;
    if (hadFocus.current && document.activeElement === document.body) button.current?.focus();
    hadFocus.current = false;
  }, [loading]);
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
