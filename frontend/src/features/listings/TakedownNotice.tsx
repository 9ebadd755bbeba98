import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { paths } from '../../app/paths';
import { Icon } from '../../ui/Icon';
import styles from './TakedownNotice.module.css';

type TakedownNoticeProps = {
  /** What the administrator wrote. */
  reason: string;
  /** Who reads it: each can do something else about it. */
  reader: 'landlord' | 'administrator';
  /** On a card, where the reason is cut off after a few lines. */
  short?: boolean;
};

/** Why an administrator took a listing down, and what can be done. */
export function TakedownNotice({ reason, reader, short = false }: TakedownNoticeProps) {
  const { t } = useTranslation('reports');
  return (
    <div className={styles.notice} role="note">
      <p className={styles.title}>
        <Icon name="flag" size={18} />
        {t('takedown.noticeTitle')}
      </p>
      <p className={short ? `${styles.reason} ${styles.short}` : styles.reason}>{reason}</p>
      <p className={styles.help}>
        {t(`takedown.${reader}Help`)}{' '}
        {reader === 'landlord' && <Link to={paths.contact.href()}>{t('takedown.contact')}</Link>}
      </p>
    </div>
  );
}
