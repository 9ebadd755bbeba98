import { useTranslation } from 'react-i18next';
import type { SearchFacetsResponse } from '../../../api/generated';
import { RangeHistogram } from './RangeHistogram';
import styles from './RangeFacets.module.css';
import type { BoundName, SearchFilters } from '../searchFilters';

type RangeFacetsProps = {
  filters: SearchFilters;
  onChange: (bounds: Partial<Pick<SearchFilters, BoundName>>) => void;
  facets: SearchFacetsResponse;
};

/** Result counts by rent and area; a click on a range searches at once. */
export function RangeFacets({ filters, onChange, facets }: RangeFacetsProps) {
  const { t } = useTranslation('listings');
  return (
    <div className={styles.facets}>
      <RangeHistogram
        label={t('search.rent')}
        unit="€"
        kind="price"
        ranges={facets.prices}
        chosen={{ min: filters.priceMin, max: filters.priceMax }}
        onChoose={({ min, max }) => onChange({ priceMin: min, priceMax: max })}
      />
      <RangeHistogram
        label={t('search.area')}
        unit="m²"
        kind="area"
        ranges={facets.areas}
        chosen={{ min: filters.areaMin, max: filters.areaMax }}
        onChoose={({ min, max }) => onChange({ areaMin: min, areaMax: max })}
      />
    </div>
  );
}
