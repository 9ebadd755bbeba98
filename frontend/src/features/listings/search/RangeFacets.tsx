import { useTranslation } from 'react-i18next';
import type { SearchFacetsResponse } from '../../../api/generatedStart';
import { RangeBars } from './RangeBars';
import styles from './RangeFacets.module.css';
import type { BoundName, SearchFilters } from './searchFilters';

type RangeFacetsProps = {
  filters: SearchFilters;
  onChange: (bounds: Partial<Pick<SearchFilters, BoundName>>) => void;
  facets: SearchFacetsResponse;
};

/** How much there is by rent and by area, in ranges that search for themselves at once. */
export function RangeFacets({ filters, onChange, facets }: RangeFacetsProps) {
  const { t } = useTranslation('listings');
  return (
    <div className={styles.facets}>
      <RangeBars
        label={t('search.rent')}
        unit="€"
        kind="price"
        ranges={facets.prices}
        chosen={{ min: filters.priceMin, max: filters.priceMax }}
        onChoose={({ min, max }) => onChange({ priceMin: min, priceMax: max })}
      />
      <RangeBars
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
