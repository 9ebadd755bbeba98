import { useTranslation } from 'react-i18next';
import { useGetDocumentMutation } from '../../../api/endpoints';
import type { Failure } from '../../../api/failure';
import type { DocumentResponse } from '../../../api/generated';
import { BusyButton } from '../../../ui/button/BusyButton';
import { MoreIcon } from '../../../ui/MoreIcon';
import cells from '../../../ui/list/table/RecordCell.module.css';
import styles from './DocumentDownload.module.css';

type DocumentDownloadProps = {
  document: DocumentResponse;
  /** The applicant's name. */
  name: string;
  /** Called with undefined when a download begins, and with its error. */
  onFailure: (failure: Failure) => void;
};

/** Requested with the token, which a link could not carry. */
export function DocumentDownload({ document, name, onFailure }: DocumentDownloadProps) {
  const { t } = useTranslation('registrations');
  const [read, { isLoading }] = useGetDocumentMutation();

  const download = async () => {
    onFailure(undefined);
    const { error } = await read({ id: document.externalId });
    if (error) onFailure(error);
  };

  return (
    <BusyButton
      size="small"
      variant="outlined"
      startIcon={<MoreIcon name="download" size={18} />}
      loading={isLoading}
      loadingPosition="start"
      title={document.filename}
      aria-label={t('document.downloadNamed', { name })}
      onClick={() => void download()}
      className={`${cells.button} ${styles.download}`}
    >
      {t('document.download')}
    </BusyButton>
  );
}
