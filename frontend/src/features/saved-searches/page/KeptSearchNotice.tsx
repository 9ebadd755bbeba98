import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { serverError } from '../../../api/failure';
import { useErrorText } from '../../../i18n/useErrorText';
import { BusyButton } from '../../../ui/button/BusyButton';
import space from '../../../ui/layout/space.module.css';
import { useLastError } from '../../../ui/useLastError';
import { readKeptSearch } from '../kept/keptSearch';
import { useSaveKeptSearch } from '../kept/useSaveKeptSearch';

/** What this device still keeps because it could not be saved. */
export function KeptSearchNotice({ onGone }: { onGone: () => void }) {
  const { t } = useTranslation('savedSearches');
  const { failureText } = useErrorText();
  const { result, save, discard } = useSaveKeptSearch();
  const error = useLastError(result.error);
  const kept = readKeptSearch();
  if (!kept || !error) return null;
  const { name } = kept;
  const isTooMany = serverError(error)?.message === 'exception.saved-search.too-many';
  return (
    <Alert
      role="note"
      severity="info"
      className={space.below24}
      action={
        <>
          <BusyButton
            color="inherit"
            size="small"
            loading={result.isLoading}
            onClick={() => void save().then((isSaved) => isSaved && onGone())}
          >
            {t('kept.save')}
          </BusyButton>
          <Button
            color="inherit"
            size="small"
            onClick={() => {
              discard();
              onGone();
            }}
          >
            {t('kept.discard')}
          </Button>
        </>
      }
    >
      {isTooMany ? t('kept.text', { name }) : t('kept.failed', { name, reason: failureText(error) })}
    </Alert>
  );
}
