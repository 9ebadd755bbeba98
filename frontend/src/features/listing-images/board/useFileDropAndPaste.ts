import { useEffect, useEffectEvent } from 'react';
import { useFileDrop } from '../../../ui/file/useFileDrop';

/** Files that are dropped on an element or pasted anywhere on the page. */
export function useFileDropAndPaste(onFiles: (files: readonly File[]) => void) {
  const handlePaste = useEffectEvent((event: ClipboardEvent) => {
    const files = Array.from(event.clipboardData?.files ?? []);
    // Keeps the default for text.
    if (files.length === 0) return;
    event.preventDefault();
    onFiles(files);
  });
  useEffect(() => {
    const listener = (event: ClipboardEvent) => handlePaste(event);
    window.addEventListener('paste', listener);
    return () => window.removeEventListener('paste', listener);
  }, []);
  return useFileDrop(true, onFiles);
}
