import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import type { PlaceResponse } from '../../../api/generatedStart';
import { useFormats } from '../../../i18n/useFormats';
import type { useCombobox } from '../../../ui/form/useCombobox';
import { Icon } from '../../../ui/Icon';
import { keepOnScreen } from './keepOnScreen';
import styles from './PlaceSuggestions.module.css';
import { typedParts } from './typedParts';
import { usePlaces } from './usePlaces';

type PlaceSuggestionsProps = {
  /** What suggestions are wanted for; empty while none are. */
  typed: string;
  places: readonly PlaceResponse[];
  onAnswer: (places: readonly PlaceResponse[]) => void;
  combobox: ReturnType<typeof useCombobox<PlaceResponse>>;
};

/** What the list under the keyword shows, and how many that are for those who do not see it. */
export function PlaceSuggestions({ typed, places, onAnswer, combobox }: PlaceSuggestionsProps) {
  const { t } = useTranslation('listings');
  usePlaces(typed, onAnswer);
  return (
    <>
      <span className="visually-hidden" role="status">
        {combobox.isExpanded && t('suggest.count', { count: places.length })}
      </span>
      {combobox.isExpanded && <PlaceList typed={typed} places={places} combobox={combobox} />}
    </>
  );
}

function PlaceList({ typed, places, combobox }: Omit<PlaceSuggestionsProps, 'onAnswer'>) {
  const { t } = useTranslation('listings');
  const { count } = useFormats();
  const { listId, optionId, active, take, fieldProps } = combobox;
  const activeId = fieldProps['aria-activedescendant'];
  useEffect(() => {
    if (activeId) document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);
  return (
    <div
      ref={keepOnScreen}
      id={listId}
      role="listbox"
      // No stop on the way through the page, though it can be scrolled.
      tabIndex={-1}
      aria-label={t('suggest.label')}
      className={styles.list}
      // Neither a click nor the bar that scrolls takes the focus from the field.
      onMouseDown={(event) => event.preventDefault()}
    >
      {places.map((place, index) => (
        // Keys are pressed in the field, which keeps the focus.
        // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
        <div
          key={optionId(index)}
          id={optionId(index)}
          role="option"
          tabIndex={-1}
          aria-selected={index === active}
          aria-label={optionName(place, t('results.count', { count: place.count }))}
          className={styles.place}
          onClick={() => take(index)}
        >
          <Icon name={place.district === null ? 'city' : 'place'} className={styles.icon} />
          <span className={styles.name}>
            <TypedName name={place.district ?? place.city} typed={typed} />
            {place.district !== null && (
              <span className={styles.city}>
                <TypedName name={place.city} typed={typed} />
              </span>
            )}
          </span>
          <span className={styles.count}>{count(place.count)}</span>
        </div>
      ))}
    </div>
  );
}

const optionName = ({ district, city }: PlaceResponse, found: string): string =>
  [district, city, found].filter((part) => part !== null).join(', ');

function TypedName({ name, typed }: { name: string; typed: string }) {
  return typedParts(name, typed).map(({ at, text, isTyped }) =>
    isTyped ? <b key={at}>{text}</b> : <span key={at}>{text}</span>,
  );
}
