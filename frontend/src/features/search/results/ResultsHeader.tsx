import { type ReactNode, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../ui/Icon';
import { FacetPanel } from '../facets/FacetPanel';
import { OrderSelect } from './OrderSelect';
import styles from './ResultsHeader.module.css';
import type { SearchFilters } from '../searchFilters';
import { focusResults } from './scrollToResults';
import { UnitTypeChips } from './UnitTypeChips';
import type { Facets } from '../facets/useFacets';
import { lazyPart } from '../../../ui/lazy/lazyPart';
import { optional } from '../../../ui/lazy/PartFailure';

const ResultChips = lazyPart(() => import('./ResultChips').then((module) => module.ResultChips), optional);

type ResultsHeaderProps = {
  /** The result count. */
  title: string;
  titleId: string;
  filters: SearchFilters;
  onChange: (change: Partial<SearchFilters>) => void;
  facets: Facets;
  /** What can be done with the filters: reset them, save the search. */
  children: ReactNode;
};

/** Count, order and filters of the results. */
export function ResultsHeader({ title, titleId, filters, onChange, facets, children }: ResultsHeaderProps) {
  const { t } = useTranslation('listings');
  const panelId = useId();
  const [isOpen, setIsOpen] = useState(false);
  return (
    <>
      <div className={styles.top}>
        <div className={styles.count}>
          <div className={styles.line}>
            <h2 id={titleId} tabIndex={-1} className={styles.heading} aria-live="polite">
              {title}
            </h2>
            {(filters.place || filters.near || filters.keyword) && (
              <div className={styles.chips}>
                <ResultChips filters={filters} onChange={onChange} onRemove={focusResults} />
              </div>
            )}
          </div>
          <div className={styles.order}>
            <OrderSelect filters={filters} onChange={(sort) => onChange({ sort })} />
            {children}
          </div>
        </div>
        <div className={styles.filters}>
          <button
            type="button"
            className={styles.toggle}
            aria-expanded={isOpen}
            aria-controls={panelId}
            onClick={() => setIsOpen(!isOpen)}
          >
            <Icon name="sliders" size={18} />
            {t('facets.show')}
          </button>
          <UnitTypeChips
            chosen={filters.unitTypes}
            onChange={(unitTypes) => onChange({ unitTypes })}
            counts={facets?.unitTypes}
          />
        </div>
      </div>
      <FacetPanel id={panelId} isOpen={isOpen} filters={filters} onChange={onChange} facets={facets} />
    </>
  );
}
