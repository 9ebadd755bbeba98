import Button from '@mui/material/Button';
import { useTranslation } from 'react-i18next';
import type { ApplicationResponse } from '../../../../api/generated';
import { useGetListingQuery } from '../../../../api/initialEndpoints';
import { Icon } from '../../../../ui/Icon';
import { focusContent } from '../../../../ui/layout/focusContent';
import styles from './ListingFilter.module.css';

type ListingFilterProps = {
  /** The id of the listing. */
  listing: string;
  applications: readonly ApplicationResponse[];
  onClear: () => void;
};

/** Says to which listing the list is limited, and ends that. */
export function ListingFilter({ listing, applications, onClear }: ListingFilterProps) {
  const { t } = useTranslation('applications');
  const applied = applications.find((application) => application.listing.externalId === listing);
  // The list may be empty.
  const { currentData } = useGetListingQuery({ id: listing }, { skip: applied !== undefined });
  const clear = () => {
    onClear();
    // The focused button disappears.
    focusContent();
  };
  const title = applied?.listing.title ?? currentData?.payload.title;
  const filter = title === undefined ? t('listingFilter.unnamed') : t('listingFilter.named', { title });
  return (
    <Button
      variant="outlined"
      color="inherit"
      endIcon={<Icon name="close" size={16} />}
      aria-label={t('listingFilter.remove', { filter })}
      onClick={clear}
      className={styles.filter}
    >
      {filter}
    </Button>
  );
}
