import { useTranslation } from 'react-i18next';
import { useListAmenitiesQuery } from '../../../api/endpoints';
import type { Amenity } from '../../../api/generated';
import { ChoiceChips } from '../../../ui/list/ChoiceChips';
import { fallbackAmenities } from './amenities';
import { useWizardValue } from './useWizardField';

export function AmenitiesStep() {
  const { t } = useTranslation(['wizard', 'listings']);
  const { value: chosen, onChange } = useWizardValue('amenities');
  const { data, isLoading } = useListAmenitiesQuery();
  if (isLoading) return <p role="status">{t('amenitiesLoading')}</p>;
  const offered: readonly Amenity[] = data?.payload ?? fallbackAmenities;
  // Chosen amenities stay available, so that they can be removed.
  const options = [...offered, ...chosen.filter((amenity) => !offered.includes(amenity))]
    .map((value) => ({ value, label: t(`listings:amenity.${value}`) }))
    .toSorted((a, b) => a.label.localeCompare(b.label));
  return (
    <ChoiceChips label={t('amenities')} labelHidden options={options} chosen={chosen} onChange={onChange} />
  );
}
