import type { SearchFilters } from '../searchFilters';
import { PlaceChip } from '../places/PlaceChip';
import { RadiusSelect } from '../places/RadiusSelect';
import { BestMatchToggle } from './BestMatchToggle';

type ResultChipsProps = {
  filters: SearchFilters;
  onChange: (change: Partial<SearchFilters>) => void;
  /** The pressed button is about to disappear. */
  onRemove: () => void;
};

/** The place with its radius, and the best match. Lazy: most first visits have neither. */
export function ResultChips({ filters, onChange, onRemove }: ResultChipsProps) {
  const { place, near, keyword, sort } = filters;
  const shown = place ?? (near && { city: near.city, district: null });
  return (
    <>
      {shown && (
        <PlaceChip
          place={shown}
          onRemove={() => {
            onRemove();
            onChange({ place: null, near: null });
          }}
        />
      )}
      {shown?.district === null && (
        <RadiusSelect city={shown.city} radiusKm={near?.radiusKm} onChange={onChange} />
      )}
      {keyword !== '' && <BestMatchToggle sort={sort} onChange={(sort) => onChange({ sort })} />}
    </>
  );
}
