import { useTranslation } from 'react-i18next';
import { paths } from '../../app/paths';
import { useShowToast } from '../../ui/toasts';
import styles from './ListingToolbar.module.css';
import { ShareIcon } from './ShareIcon';

type ShareButtonProps = { id: string; title: string };

/** Passes the listing on by what the system offers for that; where it offers nothing, copies the link. */
export function ShareButton({ id, title }: ShareButtonProps) {
  const { t } = useTranslation('listings');
  const showToast = useShowToast();
  const share = async () => {
    // What else the address says, as an open photo or the language, is about this reader.
    const url = new URL(paths.listing.href(id), window.location.origin).href;
    if (await isShared({ title, url })) return;
    try {
      await navigator.clipboard.writeText(url);
      showToast(t('detail.linkCopied'), 'success');
    } catch {
      // Browsers refuse it over a plain connection and without permission.
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

/** Whether the system has taken over, which it has also when the reader then thinks better of it. */
async function isShared(data: ShareData): Promise<boolean> {
  if (!('share' in navigator)) return false;
  try {
    await navigator.share(data);
    return true;
  } catch (error) {
    return error instanceof DOMException && error.name === 'AbortError';
  }
}
