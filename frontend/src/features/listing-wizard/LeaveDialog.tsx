import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useLeaveGuard } from './useLeaveGuard';
import { lazyPart } from '../../ui/lazy/lazyPart';
import { overlay } from '../../ui/lazy/PartFailure';

export const loadConfirmDialog = () => import('../../ui/dialog/ConfirmDialog');

const ConfirmDialog = lazyPart(() => loadConfirmDialog().then((module) => module.ConfirmDialog), overlay);

type LeaveDialogProps = {
  /** How many images are not uploaded yet. */
  pendingCount: number;
  /** How many of these are not in the local store and would be lost. */
  unpersistedCount: number;
};

/** Asks before the user leaves the wizard with pending images. */
export function LeaveDialog({ pendingCount, unpersistedCount }: LeaveDialogProps) {
  const { t } = useTranslation('wizard');
  const navigate = useNavigate();
  const { destination, stay } = useLeaveGuard(pendingCount > 0);
  if (destination === undefined) return null;
  return (
    <ConfirmDialog
      title={t('leave.title')}
      confirmLabel={t('leave.confirm')}
      destructive={unpersistedCount > 0}
      onConfirm={() => void navigate(destination)}
      onClose={stay}
    >
      {unpersistedCount > 0
        ? t('leave.lost', { count: unpersistedCount })
        : t('leave.kept', { count: pendingCount })}
    </ConfirmDialog>
  );
}
