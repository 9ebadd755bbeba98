import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import type { KeyboardEvent, ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
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

/** The key that opened the dialog may still be down, and must not answer it. */
const ignoreHeldKey = (event: KeyboardEvent) => {
  if (event.repeat) event.preventDefault();
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
          <Button
            variant="contained"
            color={destructive ? 'error' : 'primary'}
            loading={busy}
            // The dialog is nothing but this question.
            // oxlint-disable-next-line jsx-a11y/no-autofocus
            autoFocus={confirmFocused}
            onKeyDown={ignoreHeldKey}
            onClick={onConfirm}
          >
            {confirmLabel}
          </Button>
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
