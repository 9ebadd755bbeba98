import Button from '@mui/material/Button';
import { type ComponentProps, useId } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from './Dialog';

type FormDialogProps = Pick<ComponentProps<typeof Dialog>, 'title' | 'children' | 'onClose'> & {
  busy: boolean;
  /** Names the action. */
  submitLabel: string;
  /** The action cannot be undone. */
  destructive?: boolean;
  form: ComponentProps<'form'>;
};

/** A form whose buttons stay visible while its fields scroll. */
export function FormDialog(props: FormDialogProps) {
  const { title, children, busy, submitLabel, destructive = false, form, onClose } = props;
  const { t } = useTranslation();
  const formId = useId();
  return (
    <Dialog
      title={title}
      busy={busy}
      onClose={onClose}
      actions={
        <>
          <Button color="inherit" disabled={busy} onClick={onClose}>
            {t('dialog.cancel')}
          </Button>
          <Button
            type="submit"
            form={formId}
            variant="contained"
            color={destructive ? 'error' : 'primary'}
            loading={busy}
          >
            {submitLabel}
          </Button>
        </>
      }
    >
      <form {...form} id={formId}>
        {children}
      </form>
    </Dialog>
  );
}
