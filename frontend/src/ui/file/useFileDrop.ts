import { type DragEvent, useState } from 'react';

/** Files that are dropped on an element while it is active. Dragged text keeps its default action. */
export function useFileDrop(isActive: boolean, onFiles: (files: readonly File[]) => void) {
  const [isOver, setIsOver] = useState(false);
  return {
    isDragOver: isActive && isOver,
    handlers: {
      onDragOver: (event: DragEvent) => {
        if (!isActive || !event.dataTransfer.types.includes('Files')) return;
        event.preventDefault();
        setIsOver(true);
      },
      onDragLeave: (event: DragEvent<HTMLElement>) => {
        // Also fires when the pointer moves to a child.
        const to = event.relatedTarget;
        if (!(to instanceof Node) || !event.currentTarget.contains(to)) setIsOver(false);
      },
      onDrop: (event: DragEvent) => {
        setIsOver(false);
        const files = Array.from(event.dataTransfer.files);
        if (!isActive || files.length === 0) return;
        event.preventDefault();
        onFiles(files);
      },
    },
  };
}
