import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { useReadDocumentMutation } from '../../api/endpoints';
import type { Failure } from '../../api/failure';
import type { DocumentResponse } from '../../api/generated';
import { Icon } from '../../ui/Icon';

type ProofDownloadProps = {
  proof: DocumentResponse;
  /** Whose it is. */
  name: string;
  /** Called with undefined when a download begins, and with what went wrong with it. */
  onFailure: (failure: Failure) => void;
};

/** Fetched with the token, because a link could not carry it. */
export function ProofDownload({ proof, name, onFailure }: ProofDownloadProps) {
  const { t } = useTranslation('registrationRequests');
  const [read, { isLoading }] = useReadDocumentMutation();

  const download = async () => {
    onFailure(undefined);
    const { error } = await read({ id: proof.externalId });
    if (error) onFailure(error);
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
