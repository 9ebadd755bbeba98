import { useCallback } from 'react';
import styles from './SettingsPage.module.css';

/** A picture that only this browser has. Its address is given back when it is no longer shown. */
export function ChosenPicture({ file, alt }: { file: File; alt: string }) {
  const show = useCallback(
    (element: HTMLImageElement) => {
      const url = URL.createObjectURL(file);
      element.src = url;
      return () => URL.revokeObjectURL(url);
    },
    [file],
  );
  return <img ref={show} className={styles.picture} alt={alt} />;
}
