import { useCallback } from 'react';
import styles from './SettingsPage.module.css';

/** A local image. Its URL is revoked on unmount. */
export function ChosenImage({ file, alt }: { file: File; alt: string }) {
  const show = useCallback(
    (element: HTMLImageElement) => {
      const url = URL.createObjectURL(file);
      element.src = url;
      return () => URL.revokeObjectURL(url);
    },
    [file],
  );
  return <img ref={show} className={styles.image} alt={alt} />;
}
