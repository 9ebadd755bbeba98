import { type ComponentProps, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PlaceResponse } from '../../../api/generated';
import { useCombobox } from './useCombobox';
import { Icon } from '../../../ui/Icon';
import styles from './PlaceField.module.css';
import { lazyPart } from '../../../ui/lazy/lazyPart';
import { optional } from '../../../ui/lazy/PartFailure';
import type { SearchFilters } from '../searchFilters';

const PlaceSuggestions = lazyPart(
  () => import('./PlaceSuggestions').then((module) => module.PlaceSuggestions),
  optional,
);

const noPlaces: readonly PlaceResponse[] = [];

type PlaceFieldProps = Pick<ComponentProps<'input'>, 'id' | 'className' | 'placeholder' | 'aria-label'> & {
  value: string;
  onChange: (value: string) => void;
  /** Called when a suggested place is selected. */
  onSelect: (change: Pick<SearchFilters, 'place' | 'near'>) => void;
};

/**
 * The keyword field with place suggestions. The suggestions are loaded on focus and added to this
 * field. (MUI's Autocomplete renders its own field, which would replace this one while the user
 * types.)
 */
export function PlaceField({ value, onChange, onSelect, ...input }: PlaceFieldProps) {
  const { t } = useTranslation('listings');
  const field = useRef<HTMLInputElement>(null);
  const [wasFocused, setWasFocused] = useState(false);
  const [places, setPlaces] = useState(noPlaces);
  const combobox = useCombobox({
    options: places,
    // Without listings, only its surroundings have some.
    onSelect: ({ district, city, count }) =>
      onSelect({ place: count ? { city, district } : null, near: count ? null : { city, radiusKm: 10 } }),
  });
  return (
    <>
      <input
        {...input}
        ref={field}
        {...combobox.fieldProps}
        name="keyword"
        // An input of type `search` must not have the role combobox.
        type="text"
        inputMode="search"
        enterKeyHint="search"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={200}
        value={value}
        onFocus={() => setWasFocused(true)}
        onChange={(event) => {
          onChange(event.target.value);
          combobox.open();
        }}
      />
      {value !== '' && (
        <button
          type="button"
          className={styles.clear}
          aria-label={t('search.clear')}
          // Not needed by keyboard users, who can clear the field itself.
          tabIndex={-1}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => {
            onChange('');
            field.current?.focus();
          }}
        >
          <Icon name="close" size={16} />
        </button>
      )}
      {wasFocused && (
        <PlaceSuggestions
          typed={combobox.isOpen ? value : ''}
          places={places}
          onResult={setPlaces}
          combobox={combobox}
        />
      )}
    </>
  );
}
