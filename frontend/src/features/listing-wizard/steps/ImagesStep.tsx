import type { ListingImages } from '../../listing-images/useListingImages';
import styles from '../Wizard.module.css';
import { lazyPart } from '../../../ui/lazy/lazyPart';
import { block } from '../../../ui/lazy/PartFailure';

/** Lazy, because drag and drop is large; the wizard loads it during the first steps. */
export const loadImageBoard = () => import('../../listing-images/board/ImageBoard');

const ImageBoard = lazyPart(() => loadImageBoard().then((module) => module.ImageBoard), {
  ...block,
  loading: <div className={styles.board} />,
});

export function ImagesStep({ images, missing }: { images: ListingImages; missing: boolean }) {
  return <ImageBoard images={images} missing={missing} />;
}
