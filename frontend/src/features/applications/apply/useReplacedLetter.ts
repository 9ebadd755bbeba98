import { useState } from 'react';

/** Replaces the letter on screen by another text, which can be undone until it is edited. */
export function useReplacedLetter(written: string, replace: (text: string) => void) {
  const [replaced, setReplaced] = useState<{ before: string; by: string }>();
  const canUndo = replaced !== undefined && replaced.by === written;
  return {
    start: (text: string) => {
      // A text that only replaced the letter is not worth keeping: the letter is.
      const before = canUndo ? replaced.before : written;
      if (text !== written && before.trim() !== '') setReplaced({ before, by: text });
      replace(text);
    },
    undo: canUndo
      ? () => {
          replace(replaced.before);
          setReplaced(undefined);
        }
      : undefined,
  };
}
