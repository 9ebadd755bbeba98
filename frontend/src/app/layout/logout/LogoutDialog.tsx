import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { ConfirmDialog } from '../../../ui/dialog/ConfirmDialog';
import type { Unsent } from './findUnsent';
import styles from './LogoutDialog.module.css';

type LogoutDialogProps = { unsent: Unsent; onConfirm: () => void; onClose: () => void };

/** Says what a logout deletes. */
export function LogoutDialog({ unsent, onConfirm, onClose }: LogoutDialogProps) {
  const { t } = useTranslation('session');
  const { letters, listings, images } = unsent;
  const labelId = useId();
  return (
    <ConfirmDialog
      title={t('logout.title')}
      confirmLabel={t('logout.confirm')}
      destructive
      onConfirm={onConfirm}
      onClose={onClose}
    >
      <p id={labelId}>{t('logout.text')}</p>
      <ul className={styles.list} aria-labelledby={labelId}>
        {letters > 0 && <li>{t('logout.letters', { count: letters })}</li>}
        {listings > 0 && <li>{t('logout.listings', { count: listings })}</li>}
        {images > 0 && <li>{t('logout.images', { count: images })}</li>}
      </ul>
    </ConfirmDialog>
  );
}
