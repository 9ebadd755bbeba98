import { useTranslation } from 'react-i18next';
import type { ApplicationResponse } from '../../api/generated';
import { paths } from '../../app/paths';
import { Icon } from '../../ui/Icon';
import cells from '../../ui/list/RecordCell.module.css';

/** The listing in a tab of its own, so that the list stays where it is. */
export function ListingCell({ listing }: Pick<ApplicationResponse, 'listing'>) {
  const { t } = useTranslation('applications');
  if (!listing.externalId) {
    return (
      <>
        {listing.title} <span className={cells.muted}>({t('cell.deleted')})</span>
      </>
    );
  }
  return (
    <a
      className={cells.link}
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
