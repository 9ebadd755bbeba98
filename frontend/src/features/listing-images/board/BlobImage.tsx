import { useCallback } from 'react';
import type { QuarterTurns } from '../imageItems';
import styles from './ImagePreview.module.css';

/** An image that exists in this browser only. */
export function BlobImage({ blob, quarterTurns }: { blob: Blob; quarterTurns: QuarterTurns }) {
  const showBlob = useCallback(
    (element: HTMLImageElement) => {
      const url = URL.createObjectURL(blob);
      element.src = url;
      return () => URL.revokeObjectURL(url);
    },
    [blob],
  );
  // Rotated as a square: the same crop as that of the rotated image.
  return (
    <img
      ref={showBlob}
      className={styles.image}
      alt=""
      draggable={false}
      style={{ rotate: `${quarterTurns * 90}deg` }}
    />
  );
}
