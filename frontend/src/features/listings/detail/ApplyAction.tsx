import { useTranslation } from 'react-i18next';
import type { ListingResponse } from '../../../api/generated';
import { paths } from '../../../app/paths';
import { ButtonLink } from '../../../ui/button/ButtonLink';
import { DecisionBadge } from '../../../ui/badge/DecisionBadge';
import styles from './ApplyAction.module.css';

/** A student can apply once, until the listing is rented. */
export const isOpenToApply = (listing: ListingResponse): boolean =>
  listing.application === null && listing.status !== 'RENTED';

/**
 * The link to apply, or the status of the student's application. The link leads visitors to the
 * login first.
 */
export function ApplyAction({ listing }: { listing: ListingResponse }) {
  const { t } = useTranslation('listings');
  if (listing.application) {
    const { status } = listing.application;
    return (
      <div className={`${styles.action} ${styles.application}`}>
        {t('detail.yourApplication')}
        <DecisionBadge decision={status} />
      </div>
    );
  }
  if (!isOpenToApply(listing)) return <p className={styles.action}>{t('detail.rented')}</p>;
  return (
    <div className={styles.action}>
      <ApplyButton listing={listing} />
      <p className={styles.hint}>{t('detail.applyHint')}</p>
    </div>
  );
}

export function ApplyButton({ listing }: { listing: ListingResponse }) {
  const { t } = useTranslation('listings');
  return (
    <ButtonLink to={paths.apply.href(listing.externalId)} variant="contained" size="large" fullWidth>
      {t('detail.apply')}
    </ButtonLink>
  );
}
