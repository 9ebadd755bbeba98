import { lazy, Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { useLeaveGuard } from './useLeaveGuard';

const ConfirmDialog = lazy(() =>
  import('../../../ui/dialog/ConfirmDialog').then((module) => ({ default: module.ConfirmDialog })),
);

/** `waiting`: how many pictures would be lost by leaving the wizard. */
export function LeaveDialog({ waiting }: { waiting: number }) {
  const { t } = useTranslation('wizard');
  const navigate = useNavigate();
  const { wanted, stay } = useLeaveGuard(waiting > 0);
  if (wanted === undefined) return null;
  return (
    <Suspense>
      <ConfirmDialog
        title={t('leave.title')}
        confirmLabel={t('leave.confirm')}
        destructive
        busy={false}
        onConfirm={() => void navigate(wanted)}
        onClose={stay}
      >
        {t('leave.text', { count: waiting })}
      </ConfirmDialog>
    </Suspense>
  );
}
