import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { useReadDocumentMutation } from '../../api/endpoints';
import type { DocumentResponse } from '../../api/generated';
import { useErrorText } from '../../i18n/useErrorText';
import { Icon } from '../../ui/Icon';
import { showToast } from '../../ui/toasts';

type ProofDownloadProps = {
  proof: DocumentResponse;
  /** Whose it is. */
  name: string;
};

/** Fetched with the token, because a link could not carry it. */
export function ProofDownload({ proof, name }: ProofDownloadProps) {
  const { t } = useTranslation('registrationRequests');
  const { failureText } = useErrorText();
  const [read, { isLoading }] = useReadDocumentMutation();

  const download = async () => {
    const { error } = await read({ id: proof.externalId });
    if (error) showToast(failureText(error), 'error');
  };

  return (
    <Button
      size="small"
      variant="outlined"
      startIcon={<Icon name="download" size={18} />}
      loading={isLoading}
      loadingPosition="start"
      title={proof.filename}
      aria-label={t('proof.downloadNamed', { name })}
      onClick={() => void download()}
      sx={{ my: { xs: 0.5, lg: 0 }, minHeight: { xs: 44, lg: 36 } }}
    >
      {t('proof.download')}
    </Button>
  );
}
