import { useTranslation } from 'react-i18next';
import type { SuspicionReason } from '../../api/generated';
import { Icon } from '../../ui/Icon';
import styles from './SuspicionReasons.module.css';

/** Why a listing is suspicious. */
export function SuspicionReasons({ reasons }: { reasons: readonly SuspicionReason[] }) {
  const { t } = useTranslation('events');
  return (
    <ul className={styles.reasons} aria-label={t('suspicion.reasons')}>
      {reasons.map((reason) => (
        <li key={reason} className={styles.reason}>
          <Icon name="alert" size={18} />
          {t(`suspicion.reason.${reason}`)}
        </li>
      ))}
    </ul>
  );
}
