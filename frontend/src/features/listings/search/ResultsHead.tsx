import { type ReactNode, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Icon } from '../../../ui/Icon';
import { BestMatch } from './BestMatch';
import { FacetPanel } from './FacetPanel';
import { OrderSelect } from './OrderSelect';
import { PlaceChip } from './PlaceChip';
import styles from './ResultsHead.module.css';
import type { SearchFilters } from './searchFilters';
import { UnitTypeChips } from './UnitTypeChips';
import type { Facets } from './useFacets';

type ResultsHeadProps = {
  /** How many results there are, and the identifier by which they are called so. */
  title: string;
  titleId: string;
  filters: SearchFilters;
  onChange: (change: Partial<SearchFilters>) => void;
  facets: Facets;
  /** What takes the filters away. */
  children: ReactNode;
};

/** What was found, in which order, and what would narrow it. */
export function ResultsHead({ title, titleId, filters, onChange, facets, children }: ResultsHeadProps) {
  const { t } = useTranslation('listings');
  const panelId = useId();
  const [isOpen, setOpen] = useState(false);
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <>
      <div className={styles.top}>
        <div className={styles.count}>
          <div className={styles.line}>
            <h2 id={titleId} ref={heading} tabIndex={-1} className={styles.heading} aria-live="polite">
              {title}
            </h2>
            {filters.place && (
              <PlaceChip
                place={filters.place}
                onRemove={() => {
                  // The pressed button goes away: the keyboard goes on from what it has changed.
                  heading.current?.focus({ preventScroll: true });
                  onChange({ place: null });
                }}
              />
            )}
            {filters.keyword !== '' && (
              <BestMatch sort={filters.sort} onChange={(sort) => onChange({ sort })} />
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
            onClick={() => setOpen(!isOpen)}
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
