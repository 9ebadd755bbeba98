import Alert from '@mui/material/Alert';
import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import { serverError } from '../../../api/failure';
import space from '../../../ui/layout/space.module.css';
import { readKeptSearch } from '../kept/keptSearch';
import { useSaveKeptSearch } from '../kept/useSaveKeptSearch';

/** What this device still keeps because the student had too many saved searches. */
export function KeptSearchNotice() {
  const { t } = useTranslation('savedSearches');
  const { result, save, discard } = useSaveKeptSearch();
  if (serverError(result.error)?.message !== 'exception.saved-search.too-many') return null;
  const kept = readKeptSearch();
  if (!kept) return null;
  return (
    <Alert
      role="note"
      severity="info"
      className={space.below24}
      action={
        <>
          <Button color="inherit" size="small" onClick={() => void save(kept)}>
            {t('kept.save')}
          </Button>
          <Button color="inherit" size="small" onClick={discard}>
            {t('kept.discard')}
          </Button>
        </>
      }
    >
      {t('kept.text', { name: kept.name })}
    </Alert>
  );
}
