import { lazy, Suspense } from 'react';
import type { Pictures } from '../pictures/usePictures';
import styles from './Wizard.module.css';

/** Dragging is dear, and the last thing that is needed: it is loaded while the first steps are filled in. */
export const loadPictureBoard = () => import('../pictures/PictureBoard');

const PictureBoard = lazy(() => loadPictureBoard().then((module) => ({ default: module.PictureBoard })));

export function PicturesStep({ pictures, missing }: { pictures: Pictures; missing: boolean }) {
  return (
    <Suspense fallback={<div className={styles.board} />}>
      <PictureBoard pictures={pictures} missing={missing} />
    </Suspense>
  );
}
