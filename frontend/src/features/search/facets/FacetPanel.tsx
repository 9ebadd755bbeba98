import { useTranslation } from 'react-i18next';
import styles from './FacetPanel.module.css';
import type { BoundName, SearchFilters } from '../searchFilters';
import type { Facets } from './useFacets';
import { lazyPart } from '../../../ui/lazy/lazyPart';
import { optional } from '../../../ui/lazy/PartFailure';

const RangeFacets = lazyPart(() => import('./RangeFacets').then((module) => module.RangeFacets), optional);

type FacetPanelProps = {
  id: string;
  /** Whether the toggle has opened it; on a wide screen it is always open. */
  isOpen: boolean;
  filters: SearchFilters;
  onChange: (bounds: Partial<Pick<SearchFilters, BoundName>>) => void;
  facets: Facets;
};

/** The facets by rent and area. Reserves their space, so that nothing shifts when they arrive. */
export function FacetPanel({ id, isOpen, filters, onChange, facets }: FacetPanelProps) {
  const { t } = useTranslation('listings');
  return (
    <div id={id} className={styles.panel} data-open={isOpen}>
      {facets === null && <p className={styles.failed}>{t('facets.failed')}</p>}
      {facets && <RangeFacets filters={filters} onChange={onChange} facets={facets} />}
    </div>
  );
}
