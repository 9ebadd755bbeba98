import { useTranslation } from 'react-i18next';
import type { ListingSummaryResponse } from '../../../api/generated';
import { useFormats } from '../../../i18n/useFormats';
import { Icon, type IconName } from '../../../ui/Icon';
import { useAvailabilityText } from '../useAvailabilityText';
import styles from './CardFacts.module.css';

/** Area, rooms, dates and the distance: icons and numbers; full texts for screen readers. */
export function CardFacts({ listing }: { listing: ListingSummaryResponse }) {
  const { t } = useTranslation('listings');
  const { area, count } = useFormats();
  const available = useAvailabilityText()(listing);
  const spoken = useAvailabilityText('detail.')(listing);
  const { areaSqm, bedrooms, bathrooms, kitchens, distanceKm } = listing;
  return (
    <ul className={styles.facts}>
      <Fact icon="size" shown={area(areaSqm)} spoken={t('card.area', { area: area(areaSqm) })} />
      <Fact icon="bed" shown={count(bedrooms)} spoken={t('card.bedrooms', { count: bedrooms })} />
      <Fact icon="bath" shown={count(bathrooms)} spoken={t('card.bathrooms', { count: bathrooms })} />
      <Fact icon="kitchen" shown={count(kitchens)} spoken={t('card.kitchens', { count: kitchens })} />
      {available && spoken && <Fact icon="calendar" shown={available} spoken={spoken} />}
      {/* None in the town itself. */}
      {!!distanceKm && (
        <Fact
          icon="place"
          shown={t('card.distance', { km: distanceKm })}
          spoken={t('card.distanceLabel', { km: distanceKm })}
        />
      )}
    </ul>
  );
}

function Fact({ icon, shown, spoken }: { icon: IconName; shown: string; spoken: string }) {
  return (
    <li className={styles.fact} data-icon={icon} title={spoken}>
      <Icon name={icon} size={17} />
      <span aria-hidden>{shown}</span>
      <span className="visually-hidden">{spoken}</span>
    </li>
  );
}
