import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ReportResponse } from '../../api/generated';
import styles from './EventDescription.module.css';

/** About four lines on a phone; longer texts are folded. */
const shortText = 240;
const shortLines = 4;

/** The report as it was written. */
export function ReportText({ report: { reason, text } }: { report: ReportResponse }) {
  const { t } = useTranslation(['events', 'reports']);
  const id = useId();
  const [unfolded, setUnfolded] = useState(false);
  const isLong = text !== null && (text.length > shortText || text.split('\n').length > shortLines);
  return (
    <div className={styles.report}>
      <p className={styles.reason}>{t(`reports:reason.${reason}`)}</p>
      {text === null ? (
        <p className={styles.muted}>{t('report.erased')}</p>
      ) : (
        <p id={id} className={`${styles.text} ${isLong && !unfolded ? styles.folded : ''}`}>
          {text}
        </p>
      )}
      {isLong && (
        <button
          type="button"
          className={styles.unfold}
          aria-expanded={unfolded}
          aria-controls={id}
          onClick={() => setUnfolded(!unfolded)}
        >
          {t(unfolded ? 'report.fold' : 'report.unfold')}
        </button>
      )}
    </div>
  );
}
