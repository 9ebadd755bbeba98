import type { Ref } from 'react';
import { useTranslation } from 'react-i18next';
import type { ListingResponse } from '../../../api/generated';
import { useFormats } from '../../../i18n/useFormats';
import { Badge } from '../../../ui/badge/Badge';
import { placeName, streetLine } from '../../../ui/user/addressLines';
import { Icon } from '../../../ui/Icon';
import { useAvailabilityText } from '../useAvailabilityText';
import styles from './ListingHeading.module.css';
import { listingStatusTones, unitTypeTones } from '../tones';

type ListingHeadingProps = { listing: ListingResponse; headingRef: Ref<HTMLHeadingElement> };

export function ListingHeading({ listing, headingRef }: ListingHeadingProps) {
  const { t } = useTranslation('listings');
  const { date } = useFormats();
  const available = useAvailabilityText('detail.')(listing);
  const months = listing.minimumMonths;
  return (
    <>
      <div className={styles.badges}>
        <Badge tone={unitTypeTones[listing.unitType]}>{t(`unitType.${listing.unitType}`)}</Badge>
        <Badge tone={listingStatusTones[listing.status]}>{t(`status.${listing.status}`)}</Badge>
        <Badge tone="gray">{t('card.updated', { date: date(listing.lastModified) })}</Badge>
        {listing.views !== null && <Badge tone="gray">{t('detail.views', { count: listing.views })}</Badge>}
        {listing.favourites !== null && (
          <Badge tone="gray">{t('detail.favourites', { count: listing.favourites })}</Badge>
        )}
      </div>
      <h1 ref={headingRef} tabIndex={-1} className={styles.title}>
        {listing.title}
      </h1>
      <p className={styles.address}>
        <Icon name="place" size={18} />
        <span>
          {streetLine(listing.address)}, <span>{placeName(listing.address)}</span>
        </span>
      </p>
      {available && (
        <p className={styles.address}>
          <Icon name="calendar" size={18} />
          <span>
            {available}
            {months ? `, ${t('detail.minimum', { count: months })}` : ''}
          </span>
        </p>
      )}
    </>
  );
}
