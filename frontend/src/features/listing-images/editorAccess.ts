import type { Failure } from '../../api/failure';
import type { ImageEnvelope, ImageListEnvelope, Rotation } from '../../api/generated';
import type { Announcement, ImageEditorState, ImageEvent, Problem } from './imageEditorState';
import type { LocalImageStore } from './localImageStore';
import type { Semaphore } from './semaphore';

type Result<T> = { data?: T; error?: Failure };

export type ImageRequests = {
  upload: (listingId: string, file: Blob) => PromiseLike<Result<ImageListEnvelope>> & { abort: () => void };
  rotate: (listingId: string, imageId: string, action: Rotation) => PromiseLike<Result<ImageEnvelope>>;
  delete: (listingId: string, imageId: string) => PromiseLike<Result<unknown>>;
  reorder: (listingId: string, imageIds: string[]) => PromiseLike<Result<unknown>>;
  describe: (listingId: string, imageId: string, description: string) => PromiseLike<Result<ImageEnvelope>>;
};

/** What an image editor offers to its parts. Each takes what it needs. */
export type EditorAccess = {
  getState: () => ImageEditorState;
  setState: (changes: Partial<ImageEditorState>) => void;
  announce: (event: ImageEvent) => { announcement: Announcement };
  addProblem: (problem: Problem) => void;
  removePending: (key: string) => void;
  localStore: LocalImageStore;
  requests: ImageRequests;
  /** Undefined before the listing is created: nothing is sent then. */
  getListingId: () => string | undefined;
  /** Reordering, deleting and describing exclude each other. */
  withLock: Semaphore;
};
