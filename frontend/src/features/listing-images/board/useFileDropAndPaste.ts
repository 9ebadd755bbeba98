import { type DragEvent, useEffect, useEffectEvent, useState } from 'react';

/** Files that are dropped on an element or pasted anywhere on the page. */
export function useFileDropAndPaste(onFiles: (files: readonly File[]) => void) {
  const [isDragOver, setIsDragOver] = useState(false);
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
  return {
    isDragOver,
    handlers: {
      onDragOver: (event: DragEvent) => {
        if (!event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        setIsDragOver(true);
      },
      onDragLeave: (event: DragEvent<HTMLElement>) => {
        // Also fires when the pointer moves to a child.
        const to = event.relatedTarget;
        if (!(to instanceof Node) || !event.currentTarget.contains(to)) setIsDragOver(false);
      },
      onDrop: (event: DragEvent) => {
        event.preventDefault();
        setIsDragOver(false);
        const files = Array.from(event.dataTransfer.files);
        if (files.length > 0) onFiles(files);
      },
    },
  };
}
