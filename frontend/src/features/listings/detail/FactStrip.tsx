import { useTranslation } from 'react-i18next';
import type { ListingResponse } from '../../../api/generated';
import { useFormats } from '../../../i18n/useFormats';
import styles from './FactStrip.module.css';

export function FactStrip({ listing }: { listing: ListingResponse }) {
  const { t } = useTranslation('listings');
  const { area, count } = useFormats();
  const facts = [
    [t('detail.area'), area(listing.areaSqm)],
    // Only a room is part of a larger unit.
    ...(listing.unitType === 'ROOM' ? [[t('detail.totalArea'), area(listing.totalAreaSqm)]] : []),
    [t('detail.bedrooms', { count: listing.bedrooms }), count(listing.bedrooms)],
    [t('detail.bathrooms', { count: listing.bathrooms }), count(listing.bathrooms)],
    [t('detail.kitchens', { count: listing.kitchens }), count(listing.kitchens)],
  ];
  return (
    <dl className={styles.facts} aria-label={t('detail.facts')}>
      {facts.map(([label, value]) => (
        <div key={label} className={styles.fact}>
          <dt className={styles.label}>{label}</dt>
          <dd className={styles.value}>{value}</dd>
        </div>
      ))}
    </dl>
  );
}
