import { type RefObject, useEffect, useRef } from 'react';

/**
 * Props of an input that contains the chosen file also if it was dropped, because screen readers
 * read what the input contains.
 */
export function useInputFile(file: File | null, onChoose: (file: File) => void) {
  const input = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const restore = () => setFile(input, file);
    restore();
    const field = input.current;
    // React has no property for the event of an input.
    field?.addEventListener('cancel', restore);
    return () => field?.removeEventListener('cancel', restore);
  }, [file]);
  return {
    ref: input,
    // Otherwise the browser would ignore the choice of the same file, which may have changed.
    onClick: () => setFile(input, null),
    onChange: () => {
      const chosen = input.current?.files?.[0];
      // The caller may refuse the new one.
      setFile(input, file);
      if (chosen) onChoose(chosen);
    },
  };
}

function setFile({ current }: RefObject<HTMLInputElement | null>, file: File | null): void {
  if (!current) return;
  current.value = '';
  if (!file) return;
  const content = new DataTransfer();
  content.items.add(file);
  current.files = content.files;
}
