import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import type { MailStatsResponse } from '../../api/generated';
import { useFormats } from '../../i18n/useFormats';
import styles from './StatsPage.module.css';
import { useDuration } from './useDuration';

const secondsPerHour = 3600;

/** The mails that wait. `stats` is undefined while loading; the card keeps its size. */
export function MailStats({ stats }: { stats: MailStatsResponse | undefined }) {
  const { t } = useTranslation('stats');
  const { count } = useFormats();
  const duration = useDuration();
  const id = useId();
  const age = (seconds: number | null) =>
    seconds === null ? t('mails.none') : duration(seconds / secondsPerHour);
  const values = [
    { name: 'waiting', value: stats && count(stats.waiting) },
    { name: 'oldest', value: stats && age(stats.oldestSeconds) },
    { name: 'givenUp', value: stats && count(stats.givenUp) },
  ] as const;
  return (
    <section className={styles.surface} aria-labelledby={id} aria-busy={!stats}>
      <h2 id={id} className={styles.title}>
        {t('mails.title')}
      </h2>
      <dl className={styles.mails}>
        {values.map(({ name, value }) => (
          <div key={name} className={styles.mail}>
            <dt>{t(`mails.${name}`)}</dt>
            <dd>{value ?? '…'}</dd>
          </div>
        ))}
      </dl>
      <p className={styles.mailText}>{stats ? t(textOf(stats)) : '…'}</p>
    </section>
  );
}

function textOf({ waiting, givenUp }: MailStatsResponse) {
  if (givenUp > 0) return 'mails.textGivenUp';
  return waiting > 0 ? 'mails.textWaiting' : 'mails.textEmpty';
}
