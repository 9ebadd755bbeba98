import { useTranslation } from 'react-i18next';
import { Age } from './Age';
import { Badge } from './Badge';
import styles from './Waiting.module.css';

type WaitingProps = {
  /** Since when somebody waits for a decision; null: nobody does. */
  since: string | null;
  /** Longer than the portal promises. */
  overdue: boolean;
};

/** How long something has waited for a decision, and whether that is too long. */
export function Waiting({ since, overdue }: WaitingProps) {
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
