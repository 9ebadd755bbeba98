import { useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { Amenity, AmenityCount } from '../../../api/generated';
import { Icon } from '../../../ui/Icon';
import { CountChip } from '../results/CountChip';
import { amenities, type SearchFilters } from '../searchFilters';
import styles from './MoreFilters.module.css';
import { StayFields } from './StayFields';

/** Shown without a click. */
const mostWanted = 4;

type MoreFiltersProps = {
  filters: SearchFilters;
  onChange: (change: Partial<SearchFilters>) => void;
  /** Undefined after a failure. */
  counts: readonly AmenityCount[] | undefined;
};

/** The stay and the amenities. Every change searches at once. */
export function MoreFilters({ filters, onChange, counts }: MoreFiltersProps) {
  const { t } = useTranslation('listings');
  const id = useId();
  const [isOpen, setIsOpen] = useState(false);
  const [unchecked, setUnchecked] = useState<readonly Amenity[]>([]);
  const chosen = filters.amenities;
  // What is chosen is never hidden, nor what was: its box has the focus.
  const shown = amenities.filter(
    (amenity, position) =>
      isOpen || position < mostWanted || chosen.includes(amenity) || unchecked.includes(amenity),
  );
  const countOf = (amenity: Amenity) => counts?.find((known) => known.amenity === amenity)?.count;
  return (
    <div className={styles.filters}>
      <StayFields filters={filters} onChange={onChange} />
      <fieldset className={styles.amenities}>
        <legend className="visually-hidden">{t('search.amenities')}</legend>
        <div id={id} className={styles.chips}>
          {shown.map((amenity) => (
            <CountChip
              key={amenity}
              name={t(`amenity.${amenity}`)}
              isChosen={chosen.includes(amenity)}
              count={countOf(amenity)}
              onToggle={(isChosen) => {
                if (!isChosen) setUnchecked([...unchecked, amenity]);
                onChange({
                  amenities: amenities.filter((other) =>
                    other === amenity ? isChosen : chosen.includes(other),
                  ),
                });
              }}
            />
          ))}
          <button
            type="button"
            className={styles.toggle}
            aria-expanded={isOpen}
            aria-controls={id}
            onClick={() => {
              setIsOpen(!isOpen);
              setUnchecked([]);
            }}
          >
            {t(isOpen ? 'search.fewerAmenities' : 'search.moreAmenities')}
            <Icon name="down" size={18} />
          </button>
        </div>
      </fieldset>
    </div>
  );
}
