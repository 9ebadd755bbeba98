import Typography from '@mui/material/Typography';
import { useTranslation } from 'react-i18next';
import type { Failure } from '../../../api/failure';
import type { SecondFactorResponse } from '../../../api/generated';
import { useErrorText } from '../../../i18n/useErrorText';
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog';
import space from '../../../ui/layout/space.module.css';
import { useShowToast } from '../../../ui/toast/toasts';

type RemoveFactorDialogProps = {
  /** All factors, with the one that is removed. */
  factor: SecondFactorResponse;
  title: string;
  /** What changes while another factor is left. */
  text: string;
  /** Shown after the removal. */
  done: string;
  busy: boolean;
  error: Failure;
  /** Resolves to whether it is removed. */
  remove: () => Promise<boolean>;
  onClose: () => void;
  onRemoved: () => void;
};

/** Explains what the removal of a factor means for the next login. */
export function RemoveFactorDialog(props: RemoveFactorDialogProps) {
  const { factor, title, text, done, busy, error, remove, onClose, onRemoved } = props;
  const { t } = useTranslation('secondFactor');
  const { failureText } = useErrorText();
  const showToast = useShowToast();
  const isLast = factor.passkeys.length + Number(factor.totp) === 1;

  const confirm = async () => {
    if (!(await remove())) return;
    onClose();
    onRemoved();
    showToast(done, 'success');
  };

  return (
    <ConfirmDialog
      title={title}
      confirmLabel={t('app.remove')}
      destructive
      busy={busy}
      failure={error && failureText(error)}
      onConfirm={() => void confirm()}
      onClose={onClose}
    >
      {isLast ? t('removeLast') : text}
      {isLast && factor.required && <Typography className={space.above12}>{t('removeRequired')}</Typography>}
    </ConfirmDialog>
  );
}
