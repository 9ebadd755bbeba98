import { useTranslation } from 'react-i18next';
import { Age } from './Age';
import { Badge } from './Badge';
import styles from './WaitingTime.module.css';

type WaitingTimeProps = {
  /** The start of the wait; null after the decision. */
  since: string | null;
  /** Longer than the portal promises. */
  overdue: boolean;
};

/** How long something has waited for a decision, and whether it is overdue. */
export function WaitingTime({ since, overdue }: WaitingTimeProps) {
  const { t } = useTranslation('lists');
  if (since === null) return null;
  return (
    <div className={styles.waiting}>
      <span className={styles.age}>
        <span className="visually-hidden">{t('waiting.since')} </span>
        <Age since={since} />
      </span>
      {overdue && <Badge tone="red">{t('waiting.overdue')}</Badge>}
    </div>
  );
}
