import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import { paths } from '../../app/paths';
import { MoreIcon } from '../../ui/MoreIcon';
import styles from './TakedownNotice.module.css';

type TakedownNoticeProps = {
  /** The administrator's text. */
  reason: string;
  /** Decides the help text. */
  reader: 'landlord' | 'administrator';
  /** For a card: cuts the reason off after a few lines. */
  short?: boolean;
};

/** Why an administrator took a listing down, and what the reader can do. */
export function TakedownNotice({ reason, reader, short = false }: TakedownNoticeProps) {
  const { t } = useTranslation('reports');
  return (
    <div className={styles.notice} role="note">
      <p className={styles.title}>
        <MoreIcon name="flag" size={18} />
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
