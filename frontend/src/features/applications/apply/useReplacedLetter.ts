import { useState } from 'react';

/** Replaces the letter on screen by another text, which can be undone until it is edited. */
export function useReplacedLetter(written: string, replace: (text: string) => void) {
  const [replaced, setReplaced] = useState<{ before: string; by: string }>();
  const canUndo = replaced !== undefined && replaced.by === written;
  return {
    start: (text: string) => {
      if (text !== written && written.trim() !== '') setReplaced({ before: written, by: text });
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
