import { type ComponentProps, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PlaceResponse } from '../../../api/generatedStart';
import { useCombobox } from '../../../ui/form/useCombobox';
import { Icon } from '../../../ui/Icon';
import styles from './PlaceField.module.css';
import { lazyPart } from '../../../ui/lazy/lazyPart';
import { optional } from '../../../ui/lazy/PartFailure';
import type { ChosenPlace } from './placeAddress';

const PlaceSuggestions = lazyPart(
  () => import('./PlaceSuggestions').then((module) => module.PlaceSuggestions),
  optional,
);

const nowhere: readonly PlaceResponse[] = [];

type PlaceFieldProps = Pick<ComponentProps<'input'>, 'id' | 'className' | 'placeholder' | 'aria-label'> & {
  value: string;
  onChange: (value: string) => void;
  /** A place was chosen. */
  onTake: (place: ChosenPlace) => void;
};

/**
 * The keyword, with places suggested below it. The field itself is always this one: the list and what asks for it
 * are loaded when somebody is about to type, and join it without touching focus, text or keyboard. (MUI's
 * Autocomplete wants to own the field, which would have to be exchanged under the fingers.)
 */
export function PlaceField({ value, onChange, onTake, ...input }: PlaceFieldProps) {
  const { t } = useTranslation('listings');
  const field = useRef<HTMLInputElement>(null);
  const [entered, setEntered] = useState(false);
  const [places, setPlaces] = useState(nowhere);
  const combobox = useCombobox({
    options: places,
    onTake: ({ district, city }) => onTake({ city, district }),
  });
  return (
    <>
      <input
        {...input}
        ref={field}
        {...combobox.fieldProps}
        name="keyword"
        // A field of the kind `search` may not be a combobox.
        type="text"
        inputMode="search"
        enterKeyHint="search"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={200}
        value={value}
        onFocus={() => setEntered(true)}
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
          // A keyboard empties the field itself, and need not stop here.
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
      {entered && (
        <PlaceSuggestions
          typed={combobox.isOpen ? value : ''}
          places={places}
          onAnswer={setPlaces}
          combobox={combobox}
        />
      )}
    </>
  );
}
