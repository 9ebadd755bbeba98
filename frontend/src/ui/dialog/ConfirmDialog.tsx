import Alert from '@mui/material/Alert';
import Button, { type ButtonProps } from '@mui/material/Button';
import { type ReactNode, useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { ignoreKeyRepeat } from '../button/ignoreKeyRepeat';
import space from '../layout/space.module.css';
import { Dialog } from './Dialog';

type ConfirmDialogProps = {
  title: string;
  children: ReactNode;
  /** Names the action: "Delete", never "OK". */
  confirmLabel: string;
  /** The action deletes something and cannot be undone. */
  destructive?: boolean;
  busy?: boolean;
  /** Focuses the button, so that Enter is enough to confirm one after another. */
  confirmFocused?: boolean;
  /** Why the action failed; the dialog stays open. */
  failure?: string | undefined;
  onConfirm: () => void;
  onClose: () => void;
};

/** Asks before an action that cannot be undone. */
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
        <Alert severity="error" className={space.above16}>
          {failure}
        </Alert>
      )}
    </Dialog>
  );
}

type ConfirmButtonProps = Pick<ButtonProps, 'color' | 'loading' | 'onClick' | 'children'> & {
  focused: boolean;
};

/** A component, because its effect must run after the content of the dialog is mounted. */
function ConfirmButton({ focused, ...props }: ConfirmButtonProps) {
  const button = useRef<HTMLButtonElement>(null);
  useEffect(() => {
    if (focused) button.current?.focus();
  }, [focused]);
  return <Button ref={button} variant="contained" onKeyDown={ignoreKeyRepeat} {...props} />;
}
