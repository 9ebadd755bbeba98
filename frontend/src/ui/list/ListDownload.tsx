import { useTranslation } from 'react-i18next';
import { type Failure, useErrorText } from '../../i18n/useErrorText';
import { MoreIcon } from '../MoreIcon';
import { useShowToast } from '../toast/toasts';
import { BusyButton } from '../button/BusyButton';
import styles from './ListDownload.module.css';

type ListDownloadProps = {
  download: () => PromiseLike<{ error?: Failure }>;
  busy: boolean;
};

/** Downloads all rows that match the filters, not only the current page. Reports only failures. */
export function ListDownload({ download, busy }: ListDownloadProps) {
  const { t } = useTranslation('lists');
  const { failureText } = useErrorText();
  const showToast = useShowToast();

  const save = async () => {
    const { error } = await download();
    if (error) showToast(failureText(error), 'error');
  };

  return (
    <BusyButton
      variant="outlined"
      color="inherit"
      className={styles.button ?? ''}
      loading={busy}
      loadingPosition="start"
      startIcon={<MoreIcon name="download" />}
      title={t('downloadHint')}
      onClick={() => void save()}
    >
      <span className={styles.label}>{t('download')}</span>
    </BusyButton>
  );
}
