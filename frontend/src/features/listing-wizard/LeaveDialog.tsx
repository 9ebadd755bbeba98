import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import type { ListingImages } from '../listing-images/useListingImages';
import { useLeaveGuard } from './useLeaveGuard';
import { lazyPart } from '../../ui/lazy/lazyPart';
import { overlay } from '../../ui/lazy/PartFailure';

const ConfirmDialog = lazyPart(
  () => import('../../ui/dialog/ConfirmDialog').then((module) => module.ConfirmDialog),
  overlay,
);
export const { preload: preloadLeaveDialog } = ConfirmDialog;

/** Asks before the user leaves the wizard with pending images or descriptions that were not saved. */
export function LeaveDialog({ images }: { images: ListingImages }) {
  const { pendingCount, unpersistedCount, undescribedCount } = images;
  const { t } = useTranslation('wizard');
  const navigate = useNavigate();
  const { destination, stay } = useLeaveGuard(pendingCount + undescribedCount > 0);
  if (destination === undefined) return null;
  return (
    <ConfirmDialog
      title={t(undescribedCount > 0 ? 'leave.unsaved' : 'leave.title')}
      confirmLabel={t('leave.confirm')}
      destructive={unpersistedCount + undescribedCount > 0}
      onConfirm={() => void navigate(destination)}
      onClose={stay}
    >
      {undescribedCount > 0 && t('leave.descriptions', { count: undescribedCount })}{' '}
      {pendingCount > 0 &&
        (unpersistedCount > 0
          ? t('leave.lost', { count: unpersistedCount })
          : t('leave.kept', { count: pendingCount }))}
    </ConfirmDialog>
  );
}
