import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { ListingResponse } from '../../../api/generated';
import { paths } from '../../../app/paths';
import { useFormats } from '../../../i18n/useFormats';
import { ApplicationImage } from '../my-applications/ApplicationImage';
import styles from './ListingRow.module.css';

/** The listing in one row, so that a phone shows the form below it, too. Undefined: it is loading. */
export function ListingRow({ listing }: { listing: ListingResponse | undefined }) {
  const { t } = useTranslation('listings');
  const { money } = useFormats();
  if (!listing) return <div className={styles.row} />;
  return (
    <article className={styles.row}>
      <ApplicationImage image={listing.images[0] ?? null} />
      <div className={styles.text}>
        <h3 className={styles.title}>
          <Link className={styles.link} to={paths.listing.href(listing.externalId)}>
            {listing.title}
          </Link>
        </h3>
        <p className={styles.rent}>
          <b>{money(listing.totalRent)}</b> {t('card.perMonth')}
        </p>
      </div>
    </article>
  );
}
