import { useTranslation } from 'react-i18next';
import { usePreviewUserDeletionQuery } from '../../api/endpoints';
import type { UserResponse } from '../../api/generated';
import { useErrorText } from '../../i18n/useErrorText';
import { BusyButton } from '../../ui/button/BusyButton';
import styles from './DeletionPreview.module.css';

/** Counts the listings and applications that are deleted or withdrawn with the account. */
export function DeletionPreview({ user }: { user: UserResponse }) {
  const { t } = useTranslation(['users', 'shell']);
  const { failureText } = useErrorText();
  const preview = usePreviewUserDeletionQuery({ id: user.externalId }, { refetchOnMountOrArgChange: true });
  const counts = preview.currentData?.payload;

  if (preview.error) {
    return (
      <div className={styles.preview} role="alert">
        <p>{t('deletePreview.failed', { reason: failureText(preview.error) })}</p>
        <BusyButton
          size="small"
          variant="outlined"
          loading={preview.isFetching}
          onClick={() => void preview.refetch()}
        >
          {t('shell:retry')}
        </BusyButton>
      </div>
    );
  }
  return (
    <div className={styles.preview} role="status">
      {!counts || preview.isFetching ? (
        <p className={styles.muted}>{t('deletePreview.loading')}</p>
      ) : (
        <>
          <p>{t('deletePreview.title')}</p>
          <ul className={styles.counts}>
            {user.role === 'LANDLORD' && <li>{t('deletePreview.listings', { count: counts.listings })}</li>}
            <li>{t('deletePreview.applications', { count: counts.applications })}</li>
          </ul>
        </>
      )}
    </div>
  );
}
