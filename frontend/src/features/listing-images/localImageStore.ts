import type { QuarterTurns } from './imageItems';

/** A pending image in the local store. */
export type LocalImage = {
  key: string;
  file: File;
  quarterTurns: QuarterTurns;
  description: string;
  /** Among all images of the listing, from 0. */
  index: number;
};

export type LocalImageMetadata = Omit<LocalImage, 'file'>;

/**
 * Keeps the pending images of a draft until they are uploaded. No method fails:
 * `add` returns which images are kept, the others do nothing on an error.
 */
export type LocalImageStore = {
  /** The images of the draft, by index. */
  load: () => Promise<readonly LocalImage[]>;
  /** Returns the keys of the images that were stored. */
  add: (images: readonly LocalImage[]) => Promise<ReadonlySet<string>>;
  update: (images: readonly LocalImageMetadata[]) => Promise<void>;
  remove: (key: string) => Promise<void>;
  renameDraft: (draft: string) => Promise<void>;
};
