import { useTranslation } from 'react-i18next';
import { useFormats } from '../../../i18n/useFormats';
import { placeName } from '../../../ui/user/addressLines';
import type { SearchFilters } from '../searchFilters';
import type { FilterName } from './relaxFilters';

/** Describes the values of the active filters. */
export function useFilterTexts(filters: SearchFilters) {
  const { t } = useTranslation('listings');
  const { money, area, day } = useFormats();
  const whereText = () => {
    const { place, near } = filters;
    if (place) return placeName(place);
    return near ? t('filter.near', { city: near.city, km: near.radiusKm }) : '';
  };
  return (name: FilterName): string => {
    if (name === 'keyword') return filters.keyword;
    if (name === 'place' || name === 'near') return whereText();
    if (name === 'unitTypes') return filters.unitTypes.map((type) => t(`unitType.${type}`)).join(', ');
    if (name === 'amenities') return filters.amenities.map((amenity) => t(`amenity.${amenity}`)).join(', ');
    if (name === 'availableBy' || name === 'availableUntil') {
      return t(`filter.${name}`, { value: day(filters[name] ?? '') });
    }
    const bound = filters[name] ?? 0;
    const value = name === 'priceMin' || name === 'priceMax' ? money(bound) : area(bound);
    return t(`filter.${name}`, { value });
  };
}
