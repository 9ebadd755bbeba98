import Alert from '@mui/material/Alert';
import Button, { type ButtonProps } from '@mui/material/Button';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ignoreHeldKey } from '../ignoreHeldKey';
import { Dialog } from './Dialog';

type ConfirmDialogProps = {
  title: string;
  children: ReactNode;
  /** What the button does, in words: "Delete", never "OK". */
  confirmLabel: string;
  /** What it does cannot be undone and takes something away. */
  destructive?: boolean;
  busy?: boolean;
  /** Where many are confirmed one after another, Enter is enough. */
  confirmFocused?: boolean;
  /** Why it did not work; the dialog stays open with it. */
  failure?: string | undefined;
  onConfirm: () => void;
  onClose: () => void;
};

/** Asks before something is done that cannot be taken back. */
export function ConfirmDialog(props: ConfirmDialogProps) {
  const { title, children, confirmLabel, destructive = false, busy = false } = props;
  const { confirmFocused = false, failure, onConfirm, onClose } = props;
  const { t } = useTranslation();
  return (
    <Dialog
      title={title}
      onClose={onClose}
      busy={busy}
      actions={
        <>
          <Button color="inherit" disabled={busy} onClick={onClose}>
            {t('dialog.cancel')}
          </Button>
          <ConfirmButton
            color={destructive ? 'error' : 'primary'}
            loading={busy}
            focused={confirmFocused}
            onClick={onConfirm}
          >
            {confirmLabel}
          </ConfirmButton>
        </>
      }
    >
      {children}
      {failure && (
        <Alert severity="error" sx={{ mt: 2 }}>
          {failure}
        </Alert>
      )}
    </Dialog>
  );
}

type ConfirmButtonProps = Pick<ButtonProps, 'color' | 'loading' | 'onClick' | 'children'> & {
  focused: boolean;
};

/** A part of its own, because only what is inside of the dialog knows when that is there. */
function ConfirmButton({ focused, ...props }: ConfirmButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (focused) button.current?.focus();
  }, [focused]);
  return <Button ref={button} variant="contained" onKeyDown={ignoreHeldKey} {...props} />;
}
