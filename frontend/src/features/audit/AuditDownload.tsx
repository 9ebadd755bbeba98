import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { useExportAuditMutation } from '../../api/endpoints';
import type { ExportAuditApiArg } from '../../api/generated';
import { useErrorText } from '../../i18n/useErrorText';
import { Icon } from '../../ui/Icon';
import { showToast } from '../../ui/toasts';

type AuditDownloadProps = { filters: ExportAuditApiArg };

/** All rows that the filters leave, not only the page that is shown. */
export function AuditDownload({ filters }: AuditDownloadProps) {
  const { t } = useTranslation('audit');
  const { failureText } = useErrorText();
  const [download, { isLoading }] = useExportAuditMutation();

  const save = async () => {
    const { error } = await download(filters);
    if (error) showToast(failureText(error), 'error');
  };

  return (
    <Button
      variant="outlined"
      color="inherit"
      loading={isLoading}
      loadingPosition="start"
      startIcon={<Icon name="download" />}
      onClick={() => void save()}
      sx={{ borderColor: 'brand.outline' }}
    >
      {t('download')}
    </Button>
  );
}
