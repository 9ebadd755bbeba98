import { useTranslation } from 'react-i18next';
import type { ApplicationResponse } from '../../api/generated';
import { paths } from '../../app/paths';
import { Icon } from '../../ui/Icon';
import styles from './ReviewPage.module.css';

/** The listing in a tab of its own, so that the list stays where it is. */
export function ListingCell({ listing }: Pick<ApplicationResponse, 'listing'>) {
  const { t } = useTranslation('applications');
  if (!listing.externalId) {
    return (
      <>
        {listing.title} <span className={styles.muted}>({t('cell.deleted')})</span>
      </>
    );
  }
  return (
    <a
      className={styles.link}
      href={paths.listing.href(listing.externalId)}
      target="_blank"
      rel="noopener noreferrer"
    >
      {listing.title}
      <Icon name="open" size={16} />
      <span className="visually-hidden">({t('cell.newTab')})</span>
    </a>
  );
}
