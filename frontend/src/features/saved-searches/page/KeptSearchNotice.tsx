import { useTranslation } from 'react-i18next';
import { serverError } from '../../../api/failure';
import { useApiDispatch } from '../../../api/useApiDispatch';
import { useErrorText } from '../../../i18n/useErrorText';
import { KeptNotice } from '../../../ui/notice/KeptNotice';
import { useLastError } from '../../../ui/useLastError';
import { discardKeptSearch, useGetKeptSearchQuery } from '../kept/keptEndpoints';
import { useSaveKeptSearch } from '../kept/useSaveKeptSearch';

/** What this device still keeps because it could not be saved. */
export function KeptSearchNotice({ onGone }: { onGone: () => void }) {
  const { t } = useTranslation('savedSearches');
  const { failureText } = useErrorText();
  const dispatch = useApiDispatch();
  // Another tab may have saved it.
  const { data: kept } = useGetKeptSearchQuery(undefined, {
    refetchOnMountOrArgChange: true,
    refetchOnFocus: true,
  });
  const { result, save } = useSaveKeptSearch();
  const error = useLastError(result.error);
  if (!kept || !error) return null;
  const { name } = kept;
  const isTooMany = serverError(error)?.message === 'exception.saved-search.too-many';
  return (
    <KeptNotice
      text={isTooMany ? t('kept.text', { name }) : t('kept.failed', { name, reason: failureText(error) })}
      busy={result.isLoading}
      onRetry={() => void save().then((isSaved) => isSaved && onGone())}
      onDiscard={() => {
        dispatch(discardKeptSearch());
        onGone();
      }}
    />
  );
}
