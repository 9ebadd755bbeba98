import { useTranslation } from 'react-i18next';
import type { ApplicationResponse } from '../../../api/generated';
import { paths } from '../../../app/paths';
import cells from '../../../ui/list/table/RecordCell.module.css';
import { NewTabLink } from '../../../ui/link/NewTabLink';

/** The listing in a new tab, so that the list stays. */
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
    <NewTabLink
      className={cells.external}
      href={paths.listing.href(listing.externalId)}
      hint={t('cell.newTab')}
    >
      {listing.title}
    </NewTabLink>
  );
}
