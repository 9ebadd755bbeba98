import { useEffect } from 'react';

/** A file that is dropped outside the field must not replace the page, and lose all input. */
export function usePreventFileDrop(): void {
  useEffect(() => {
    const refuse = (event: DragEvent) => {
      // Text may still be dragged from one field to another.
      if (event.dataTransfer?.types.includes('Files')) event.preventDefault();
    };
    window.addEventListener('dragover', refuse);
    window.addEventListener('drop', refuse);
    return () => {
      window.removeEventListener('dragover', refuse);
      window.removeEventListener('drop', refuse);
    };
  }, []);
}
