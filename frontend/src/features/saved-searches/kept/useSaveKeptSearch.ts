import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { useCreateSavedSearchMutation } from '../../../api/endpoints';
import { useErrorText } from '../../../i18n/useErrorText';
import { useShowToast } from '../../../ui/toast/toasts';
import { forgetKeptSearch, type KeptSearch, toSaveRequest } from './keptSearch';

/** The page of saved searches shows whether it has failed. */
const keptKey = 'kept';

/** Moves the search that the device keeps to the student's account. */
export function useSaveKeptSearch() {
  const { t } = useTranslation('savedSearches');
  const [create, result] = useCreateSavedSearchMutation({ fixedCacheKey: keptKey });
  const { failureText } = useErrorText();
  const showToast = useShowToast();
  const { reset } = result;
  return {
    result,
    save: async (kept: KeptSearch) => {
      const { name } = kept;
      const { error } = await create({ saveSearchRequest: toSaveRequest(kept) });
      if (error) {
        showToast(t('kept.failed', { name, reason: failureText(error) }), 'error');
        return;
      }
      forgetKeptSearch();
      showToast(t('kept.done', { name }), 'success');
    },
    discard: useCallback(() => {
      forgetKeptSearch();
      reset();
    }, [reset]),
  };
}
