import { type KeyboardEvent, useId, useState } from 'react';

const none = -1;

type ComboboxOptions<Option> = {
  /** What there is to choose from now; the same array as long as it is the same choice. */
  options: readonly Option[];
  onTake: (option: Option) => void;
};

/**
 * A text field with a list of options below it, by the ARIA pattern of the editable combobox: the focus stays in
 * the field, the arrow keys go through the list, Enter takes, and nothing is ever taken that nobody chose.
 */
export function useCombobox<Option>({ options, onTake }: ComboboxOptions<Option>) {
  const listId = useId();
  const [isOpen, setOpen] = useState(false);
  const [chosen, setChosen] = useState({ of: options, index: none });
  // Other options have another meaning at the same place.
  const active = chosen.of === options ? chosen.index : none;
  const isExpanded = isOpen && options.length > 0;

  const choose = (index: number) => setChosen({ of: options, index });
  const open = () => setOpen(true);
  const close = () => {
    setOpen(false);
    choose(none);
  };
  const take = (index: number) => {
    close();
    const option = options[index];
    if (option !== undefined) onTake(option);
  };
  /** One further in a ring; from the field itself to its first or last option. */
  const move = (step: 1 | -1) => {
    if (!isExpanded) return open();
    const from = active === none && step === -1 ? 0 : active;
    choose((from + step + options.length) % options.length);
  };

  /** Answers whether the key was meant for the list, and not for the text. */
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
      // It closes the list and leaves the text.
      case 'Escape':
        close();
        return isExpanded;
      case 'Enter':
        if (active === none) close();
        else take(active);
        return active !== none;
      case 'Home':
      case 'End':
        if (active !== none) choose(key === 'Home' ? 0 : options.length - 1);
        return active !== none;
      default:
        // Back in the text, as with the arrows to the left and right.
        choose(none);
        return false;
    }
  };

  const optionId = (index: number) => `${listId}-${index}`;
  return {
    /** Options are wanted, which may not have arrived. */
    isOpen,
    isExpanded,
    active,
    open,
    close,
    take,
    listId,
    optionId,
    fieldProps: {
      role: 'combobox',
      autoComplete: 'off',
      'aria-autocomplete': 'list',
      'aria-haspopup': 'listbox',
      'aria-expanded': isExpanded,
      // Nothing is named that is not there.
      'aria-controls': isExpanded ? listId : undefined,
      'aria-activedescendant': isExpanded && active !== none ? optionId(active) : undefined,
      onBlur: close,
      onKeyDown: (event: KeyboardEvent) => {
        // What a writing system is still composing, and what marks text, is about the text.
        if (event.nativeEvent.isComposing || event.ctrlKey || event.metaKey || event.shiftKey) return;
        if (press(event)) event.preventDefault();
      },
    },
  } as const;
}
