import { type KeyboardEvent, useId, useState } from 'react';

const none = -1;

type ComboboxOptions<Option> = {
  /** The current options; the same array as long as they are the same. */
  options: readonly Option[];
  onSelect: (option: Option) => void;
};

/**
 * A text field with a list of options below it, by the ARIA pattern of the editable combobox: the
 * focus stays in the field, the arrow keys move through the list, Enter selects, and nothing is
 * selected without a choice.
 */
export function useCombobox<Option>({ options, onSelect }: ComboboxOptions<Option>) {
  const listId = useId();
  const [isOpen, setOpen] = useState(false);
  const [chosen, setChosen] = useState({ of: options, index: none });
  // With other options the index means another option.
  const active = chosen.of === options ? chosen.index : none;
  const isExpanded = isOpen && options.length > 0;

  const choose = (index: number) => setChosen({ of: options, index });
  const open = () => setOpen(true);
  const close = () => {
    setOpen(false);
    choose(none);
  };
  const select = (index: number) => {
    close();
    const option = options[index];
    if (option !== undefined) onSelect(option);
  };
  /** Moves by one, cyclically; from the field to its first or last option. */
  const move = (step: 1 | -1) => {
    if (!isExpanded) return open();
    const from = active === none && step === -1 ? 0 : active;
    choose((from + step + options.length) % options.length);
  };

  /** Returns whether the key was for the list, and not for the text. */
  const press = ({ key, altKey }: KeyboardEvent): boolean => {
    switch (key) {
      case 'ArrowDown':
        if (altKey) open();
        else move(1);
        return true;
      case 'ArrowUp':
        if (altKey) close();
        else move(-1);
        return true;
      // Closes the list and keeps the text.
      case 'Escape':
        close();
        return isExpanded;
      case 'Enter':
        if (active === none) close();
        else select(active);
        return active !== none;
      case 'Home':
      case 'End':
        if (active !== none) choose(key === 'Home' ? 0 : options.length - 1);
        return active !== none;
      default:
        // Back to the text, as with the left and right arrows.
        choose(none);
        return false;
    }
  };

  const optionId = (index: number) => `${listId}-${index}`;
  return {
    /** Options are requested, but may not have arrived. */
    isOpen,
    isExpanded,
    active,
    open,
    close,
    select,
    listId,
    optionId,
    fieldProps: {
      role: 'combobox',
      autoComplete: 'off',
      'aria-autocomplete': 'list',
      'aria-haspopup': 'listbox',
      'aria-expanded': isExpanded,
      // Only an element that exists is referenced.
      'aria-controls': isExpanded ? listId : undefined,
      'aria-activedescendant': isExpanded && active !== none ? optionId(active) : undefined,
      onBlur: close,
      onKeyDown: (event: KeyboardEvent) => {
        // Keys of an input method and of text selection are for the text.
        if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.shiftKey) return;
        if (press(event)) event.preventDefault();
      },
    },
  } as const;
}
