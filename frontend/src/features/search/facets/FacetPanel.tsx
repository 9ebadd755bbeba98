import { useTranslation } from 'react-i18next';
import styles from './FacetPanel.module.css';
import type { SearchFilters } from '../searchFilters';
import type { Facets } from './useFacets';
import { lazyPart } from '../../../ui/lazy/lazyPart';
import { optional } from '../../../ui/lazy/PartFailure';

const RangeFacets = lazyPart(() => import('./RangeFacets').then((module) => module.RangeFacets), optional);

const MoreFilters = lazyPart(() => import('./MoreFilters').then((module) => module.MoreFilters), optional);

type FacetPanelProps = {
  id: string;
  /** Whether the toggle has opened it; on a wide screen it is always open. */
  isOpen: boolean;
  filters: SearchFilters;
  onChange: (change: Partial<SearchFilters>) => void;
  facets: Facets;
};

/** Dates, amenities, and the facets by rent and area. Reserves their space, so that nothing shifts when they arrive. */
export function FacetPanel({ id, isOpen, filters, onChange, facets }: FacetPanelProps) {
  const { t } = useTranslation('listings');
  return (
    <div id={id} className={styles.panel} data-open={isOpen}>
      <div className={styles.more}>
        {facets !== undefined && (
          <MoreFilters filters={filters} onChange={onChange} counts={facets?.amenities ?? undefined} />
        )}
      </div>
      {facets === null && <p className={styles.failed}>{t('facets.failed')}</p>}
      {facets && <RangeFacets filters={filters} onChange={onChange} facets={facets} />}
    </div>
  );
}
