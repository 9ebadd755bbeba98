import { useTranslation } from 'react-i18next';
import { paths } from '../../../../app/paths';
import { useShowToast } from '../../../../ui/toast/toasts';
import styles from './ListingToolbar.module.css';
import { ShareIcon } from './ShareIcon';

type ShareButtonProps = { id: string; title: string };

/** Opens the system's share dialog; copies the link where there is none. */
export function ShareButton({ id, title }: ShareButtonProps) {
  const { t } = useTranslation('listings');
  const showToast = useShowToast();
  const share = async () => {
    // Without the query, which holds an open image or the reader's language.
    const url = new URL(paths.listing.href(id), window.location.origin).href;
    if (await tryShare({ title, url })) return;
    try {
      await navigator.clipboard.writeText(url);
      showToast(t('detail.linkCopied'), 'success');
    } catch {
      // Browsers refuse it over HTTP and without permission.
      showToast(t('detail.linkNotCopied'), 'error');
    }
  };
  return (
    <button type="button" className={styles.action} onClick={() => void share()}>
      <ShareIcon />
      {t('detail.share')}
    </button>
  );
}

/** True when the share dialog was opened, also when the user cancelled it. */
async function tryShare(data: ShareData): Promise<boolean> {
  if (!('share' in navigator)) return false;
  try {
    await navigator.share(data);
    return true;
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError';
  }
}
