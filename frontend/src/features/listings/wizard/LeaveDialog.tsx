import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useLeaveGuard } from './useLeaveGuard';
import { lazyPart } from '../../../ui/lazy/lazyPart';
import { overlay } from '../../../ui/lazy/PartFailure';

export const loadLeaveQuestion = () => import('../../../ui/dialog/ConfirmDialog');

const ConfirmDialog = lazyPart(() => loadLeaveQuestion().then((module) => module.ConfirmDialog), overlay);

type LeaveDialogProps = {
  /** How many pictures are not uploaded yet. */
  waiting: number;
  /** How many of these would be lost, because this device could not keep them. */
  unkept: number;
};

/** Asks before the wizard is left with pictures that are not uploaded. */
export function LeaveDialog({ waiting, unkept }: LeaveDialogProps) {
  const { t } = useTranslation('wizard');
  const navigate = useNavigate();
  const { wanted, stay } = useLeaveGuard(waiting > 0);
  if (wanted === undefined) return null;
  return (
    <ConfirmDialog
      title={t('leave.title')}
      confirmLabel={t('leave.confirm')}
      destructive={unkept > 0}
      onConfirm={() => void navigate(wanted)}
      onClose={stay}
    >
      {unkept > 0 ? t('leave.lost', { count: unkept }) : t('leave.kept', { count: waiting })}
    </ConfirmDialog>
  );
}
