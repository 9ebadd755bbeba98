import { useTranslation } from 'react-i18next';
import { useErrorText } from '../../../i18n/useErrorText';
import { useShowToast } from '../../../ui/toast/toasts';
import { useSaveKeptSearchMutation } from './keptEndpoints';
import { readKeptSearch } from './keptSearch';

/** The page of saved searches shows whether it has failed. */
const keptKey = 'kept';

/** Moves the search that the device keeps to the student's account. */
export function useSaveKeptSearch() {
  const { t } = useTranslation('savedSearches');
  const [start, result] = useSaveKeptSearchMutation({ fixedCacheKey: keptKey });
  const { failureText } = useErrorText();
  const showToast = useShowToast();

  /** Whether nothing is kept any more. */
  async function save(): Promise<boolean> {
    const { data: saved, error } = await start();
    if (error) {
      const name = readKeptSearch()?.name ?? '';
      showToast(t('kept.failed', { name, reason: failureText(error) }), 'error');
    } else if (saved) {
      const { how, name } = saved;
      showToast(t(`kept.${how}`, { name }), how === 'done' ? 'success' : 'info');
    }
    return !error;
  }

  return { result, save };
}
