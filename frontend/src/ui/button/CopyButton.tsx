import IconButton from '@mui/material/IconButton';
import { useTranslation } from 'react-i18next';
import { Icon } from '../Icon';
import { useShowToast } from '../toast/toasts';

type CopyButtonProps = {
  text: string;
  /** Names what is copied, as "Copy phone number". */
  label: string;
};

/** Copies a text to the clipboard. */
export function CopyButton({ text, label }: CopyButtonProps) {
  const { t } = useTranslation();
  const showToast = useShowToast();
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(text);
      showToast(t('copy.done'), 'success');
    } catch {
      // Forbidden, or no secure context.
      showToast(t('copy.failed'), 'error');
    }
  };
  return (
    <IconButton size="small" title={label} aria-label={label} onClick={() => void copy()}>
      <Icon name="copy" size={17} />
    </IconButton>
  );
}
