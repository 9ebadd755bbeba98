import type { Pictures } from '../pictures/usePictures';
import styles from './Wizard.module.css';
import { lazyPart } from '../../../ui/lazy/lazyPart';
import { block } from '../../../ui/lazy/PartFailure';

/** Dragging is dear, and the last thing that is needed: it is loaded while the first steps are filled in. */
export const loadPictureBoard = () => import('../pictures/PictureBoard');

const PictureBoard = lazyPart(() => loadPictureBoard().then((module) => module.PictureBoard), {
  ...block,
  loading: <div className={styles.board} />,
});

export function PicturesStep({ pictures, missing }: { pictures: Pictures; missing: boolean }) {
  return <PictureBoard pictures={pictures} missing={missing} />;
}
