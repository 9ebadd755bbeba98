import type { Turns } from './pictureItems';

/** A waiting picture as the device keeps it. */
export type KeptPicture = {
  key: string;
  file: File;
  turns: Turns;
  /** Where it stands among all pictures of the listing, from 0. */
  place: number;
};

/**
 * Where waiting pictures are kept until they are uploaded. Nothing here fails:
 * what cannot be kept is answered as not kept.
 */
export type PictureKeep = {
  /** The pictures that were kept for this draft, in their order. */
  load: () => Promise<readonly KeptPicture[]>;
  /** Answers the keys of those that are kept now. */
  add: (pictures: readonly KeptPicture[]) => Promise<ReadonlySet<string>>;
  /** Puts down how kept pictures are turned and where they stand now. */
  arrange: (pictures: readonly Omit<KeptPicture, 'file'>[]) => Promise<void>;
  remove: (key: string) => Promise<void>;
  /** The draft has another name from now on, and its pictures with it. */
  rename: (draft: string) => Promise<void>;
};
