import { useCallback } from 'react';
import type { Turns } from './pictureItems';
import styles from './PicturePreview.module.css';

/** A picture that only this browser has. Its address is given back when it is no longer shown. */
export function LocalPicture({ picture, turns }: { picture: Blob; turns: Turns }) {
  const show = useCallback(
    (element: HTMLImageElement) => {
      const url = URL.createObjectURL(picture);
      element.src = url;
      return () => URL.revokeObjectURL(url);
    },
    [picture],
  );
  // Turned as a square, which is what is cut from the turned picture, too.
  return (
    <img
      ref={show}
      className={styles.picture}
      alt=""
      draggable={false}
      style={{ rotate: `${turns * 90}deg` }}
    />
  );
}
