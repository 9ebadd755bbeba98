import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { PlaceResponse } from '../../../api/generated';
import { useFormats } from '../../../i18n/useFormats';
import type { useCombobox } from './useCombobox';
import { MoreIcon } from '../../../ui/MoreIcon';
import { fitToViewport } from './fitToViewport';
import styles from './PlaceSuggestions.module.css';
import { highlightParts } from './highlightParts';
import { usePlaceSuggestions } from './usePlaceSuggestions';

type PlaceSuggestionsProps = {
  /** Empty while the list is closed. */
  typed: string;
  places: readonly PlaceResponse[];
  onResult: (places: readonly PlaceResponse[]) => void;
  combobox: ReturnType<typeof useCombobox<PlaceResponse>>;
};

/** The list below the keyword field, and its length for screen readers. */
export function PlaceSuggestions({ typed, places, onResult, combobox }: PlaceSuggestionsProps) {
  const { t } = useTranslation('listings');
  usePlaceSuggestions(typed, onResult);
  return (
    <>
      <span className="visually-hidden" role="status">
        {combobox.isExpanded && t('suggest.count', { count: places.length })}
      </span>
      {combobox.isExpanded && <PlaceList typed={typed} places={places} combobox={combobox} />}
    </>
  );
}

function PlaceList({ typed, places, combobox }: Omit<PlaceSuggestionsProps, 'onResult'>) {
  const { t } = useTranslation('listings');
  const { count } = useFormats();
  const { listId, optionId, active, select, fieldProps } = combobox;
  const activeId = fieldProps['aria-activedescendant'];
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);
  return (
    <div
      ref={fitToViewport}
      id={listId}
      role="listbox"
      // Scrollable, but not a tab stop.
      tabIndex={-1}
      aria-label={t('suggest.label')}
      className={styles.list}
      // Clicks and the scroll bar must not take the focus from the field.
      onMouseDown={(event) => event.preventDefault()}
    >
      {places.map((place, index) => (
        // The field handles the keys.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
        <div
          key={optionId(index)}
          id={optionId(index)}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          aria-label={optionName(
            place,
            place.count ? t('results.count', { count: place.count }) : t('suggest.around'),
          )}
          className={styles.option}
          onClick={() => select(index)}
        >
          <MoreIcon name={place.district === null ? 'city' : 'place'} className={styles.icon} />
          <span className={styles.name}>
            <HighlightedName name={place.district ?? place.city} typed={typed} />
            {place.district !== null && (
              <span className={styles.city}>
                <HighlightedName name={place.city} typed={typed} />
              </span>
            )}
          </span>
          <span className={styles.count}>{place.count ? count(place.count) : t('suggest.around')}</span>
        </div>
      ))}
    </div>
  );
}

const optionName = ({ district, city }: PlaceResponse, resultCount: string): string =>
  [district, city, resultCount].filter((part) => part !== null).join(', ');

function HighlightedName({ name, typed }: { name: string; typed: string }) {
  return highlightParts(name, typed).map(({ offset, text, isMatch }) =>
    isMatch ? <b key={offset}>{text}</b> : <span key={offset}>{text}</span>,
  );
}
