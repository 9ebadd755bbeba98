import { useTranslation } from 'react-i18next';
import type { RejectionResponse } from '../../../api/generated';
import { isKnownReason } from '../rejectionReasons';
import styles from './RejectionText.module.css';

/** Why an application was rejected; nothing if no reason was given. */
export function RejectionText({ rejection }: { rejection: RejectionResponse }) {
  const { t } = useTranslation('applications');
  const { by, reason, note } = rejection;
  const known = reason !== null && isKnownReason(reason) ? reason : undefined;
  if (!known && note === null) return null;
  return (
    <div className={styles.rejection}>
      {known && <p>{t(`rejection.${known}`)}</p>}
      {note !== null && (
        <figure>
          <figcaption className={styles.author}>{t(`rejection.note.${by}`)}</figcaption>
          <blockquote className={styles.note}>{note}</blockquote>
        </figure>
      )}
    </div>
  );
}
