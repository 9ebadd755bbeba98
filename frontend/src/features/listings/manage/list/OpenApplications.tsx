import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { ManagedListingResponse } from '../../../../api/generated';
import { paths } from '../../../../app/paths';
import { useFormats } from '../../../../i18n/useFormats';
import cells from '../../../../ui/list/table/RecordCell.module.css';
import type { ListingManager } from '../listingManager';

type OpenApplicationsProps = {
  listing: ManagedListingResponse;
  reader: ListingManager;
  /** With the noun, where no header says it. */
  inWords?: boolean;
};

/** How many applications wait for the landlord, with a link to them. */
export function OpenApplications({ listing, reader, inWords = false }: OpenApplicationsProps) {
  const { t } = useTranslation('myListings');
  const { count } = useFormats();
  const { externalId, title, openApplications } = listing;
  const text = inWords ? t('openApplications', { count: openApplications }) : count(openApplications);
  if (openApplications === 0) return text;
  return (
    <Link
      to={applicationsOf(externalId, reader)}
      aria-label={t('openApplicationsNamed', { count: openApplications, title })}
      className={cells.link}
    >
      {text}
    </Link>
  );
}

/** The landlord's list shows the waiting ones first; an administrator's shows others. */
function applicationsOf(listing: string, reader: ListingManager) {
  const query = new URLSearchParams({ listing });
  if (reader === 'landlord') return { pathname: paths.applications.href(), search: query.toString() };
  query.set('adminStatus', 'APPROVED');
  query.set('landlordStatus', 'PENDING');
  return { pathname: paths.studentApplications.href(), search: query.toString() };
}
