import { useTranslation } from 'react-i18next';
import { useShowToast } from '../toast/toasts';

/** Copies a text to the clipboard, and shows whether that succeeded. */
export function useCopy() {
  const { t } = useTranslation();
  const showToast = useShowToast();
  return async (text: string) => {
    try {
      await navigator.clipboard.writeText(text);
      showToast(t('copy.done'), 'success');
    } catch {
      // Forbidden, or no secure context.
      showToast(t('copy.failed'), 'error');
    }
  };
}
