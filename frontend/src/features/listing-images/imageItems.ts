import type { ImageResponse } from '../../api/generated';
import type { Failure } from '../../api/failure';
import type { LocalImage, LocalImageMetadata } from './localImageStore';

/** Clockwise. */
export type QuarterTurns = 0 | 1 | 2 | 3;
export type Direction = 'left' | 'right';

/** An image that the server has. */
export type UploadedImage = {
  kind: 'uploaded';
  /** Stays the same before and after the upload, so that React keeps the element. */
  key: string;
  image: ImageResponse;
  /** Uploaded from this page, and not yet part of a response with the whole listing. */
  unconfirmed: boolean;
  pendingAction: 'rotate' | 'delete' | null;
  /** Differs from that of `image` until it is saved. */
  description: string;
  /** Why the last try to save `description` failed. */
  descriptionFailure: Failure;
  /** The local thumbnail from before the upload: saves a request for the same image. */
  thumbnail: Thumbnail | null;
};

/** An image that was chosen and is not uploaded yet. */
export type PendingImage = {
  kind: 'pending';
  key: string;
  file: File;
  quarterTurns: QuarterTurns;
  /** Saved after the upload. */
  description: string;
  /** Whether it is in the local store and survives a reload; null until that is known. */
  persisted: boolean | null;
  /** `preparing` until the browser has decoded the file; null when it cannot decode it. */
  thumbnail: Blob | 'preparing' | null;
  status: 'waiting' | 'uploading' | 'paused' | 'failed';
  /** The body of the running upload: the file, or a resized copy. */
  upload: Blob | null;
  failure: Failure;
};

type Thumbnail = { blob: Blob; quarterTurns: QuarterTurns };
export type ImageItem = UploadedImage | PendingImage;

export type ImageState = {
  /** In display order. */
  items: readonly ImageItem[];
  /** The order on the server, by image ids. */
  savedOrder: readonly string[];
  /** Deleted from this page: an older response must not bring them back. */
  deletedIds: readonly string[];
  /** Locations from before a rotation: an older response must not undo it. */
  outdatedLocations: readonly string[];
};

/** The server's limit for a listing. */
export const maxImages = 20;

export const emptyState: ImageState = {
  items: [],
  savedOrder: [],
  deletedIds: [],
  outdatedLocations: [],
};

const isUploaded = (item: ImageItem): item is UploadedImage => item.kind === 'uploaded';
const isPending = (item: ImageItem): item is PendingImage => item.kind === 'pending';

const uploadedImages = (state: ImageState): UploadedImage[] => state.items.filter(isUploaded);
export const pendingImages = (state: ImageState): PendingImage[] => state.items.filter(isPending);
export const uploadedIds = (state: ImageState): string[] =>
  uploadedImages(state).map(({ image }) => image.externalId);

const isDescriptionSaved = ({ image, description }: UploadedImage): boolean =>
  image.description === description;

/** The uploaded images whose description is not on the server yet. */
export const unsavedDescriptions = (state: ImageState): UploadedImage[] =>
  uploadedImages(state).filter((item) => !isDescriptionSaved(item));

/** Why the description of an image is not on the server, if a try to save it failed. */
export const descriptionFailure = (item: ImageItem): Failure =>
  isUploaded(item) && !isDescriptionSaved(item) ? item.descriptionFailure : undefined;

/** Whether an image has this description, also on the server if it is there. */
export const isDescribed = (item: ImageItem, description: string): boolean =>
  item.description === description && (isPending(item) || isDescriptionSaved(item));

/** Whether the display order differs from the order on the server. */
export function isOrderChanged(state: ImageState): boolean {
  const ids = uploadedIds(state);
  return ids.length !== state.savedOrder.length || ids.some((id, index) => state.savedOrder[index] !== id);
}

const uploadedImage = (image: ImageResponse): UploadedImage => ({
  kind: 'uploaded',
  key: image.externalId,
  image,
  unconfirmed: false,
  pendingAction: null,
  description: image.description,
  descriptionFailure: undefined,
  thumbnail: null,
});

/** Merges a response with all images of the listing. Local changes since the request stay. */
export function syncImages(state: ImageState, images: readonly ImageResponse[]): ImageState {
  const received = new Map(
    images
      .filter(({ externalId }) => !state.deletedIds.includes(externalId))
      .map((image) => [image.externalId, image]),
  );
  const hasLocalOrder = isOrderChanged(state);
  const remaining = state.items.flatMap((item): ImageItem[] => {
    if (!isUploaded(item)) return [item];
    const image = received.get(item.image.externalId);
    if (!image) return item.unconfirmed ? [item] : [];
    const isReplaced =
      image.location !== item.image.location && !state.outdatedLocations.includes(image.location);
    const { description } = image;
    return [
      {
        ...item,
        unconfirmed: false,
        image: { ...item.image, description },
        ...(isReplaced && { image, thumbnail: null }),
        ...(isDescriptionSaved(item) && { description }),
      },
    ];
  });
  const known = new Set(remaining.filter(isUploaded).map(({ image }) => image.externalId));
  const added = [...received.values()].filter(({ externalId }) => !known.has(externalId)).map(uploadedImage);
  const unconfirmed = remaining.filter(
    (item): item is UploadedImage => isUploaded(item) && !received.has(item.image.externalId),
  );
  const savedOrder = [...received.keys(), ...unconfirmed.map(({ image }) => image.externalId)];
  const next = { ...state, items: [...remaining, ...added], savedOrder };
  return hasLocalOrder ? next : revertOrder(next);
}

/** Puts the uploaded images into the server's order. Pending images keep their index. */
export function revertOrder(state: ImageState): ImageState {
  const byId = new Map(uploadedImages(state).map((item) => [item.image.externalId, item]));
  const inOrder = state.savedOrder.flatMap((id) => byId.get(id) ?? []);
  return {
    ...state,
    items: state.items.map((item) => (isUploaded(item) ? (inOrder.shift() ?? item) : item)),
  };
}

const pendingImage = (key: string, file: File): PendingImage => ({
  kind: 'pending',
  key,
  file,
  quarterTurns: 0,
  description: '',
  persisted: null,
  thumbnail: 'preparing',
  status: 'waiting',
  upload: null,
  failure: undefined,
});

export const addImages = (state: ImageState, files: readonly { key: string; file: File }[]): ImageState => ({
  ...state,
  items: [...state.items, ...files.map(({ key, file }) => pendingImage(key, file))],
});

/** Inserts images of the local store at their index; `images` is sorted by it. */
export function restoreImages(state: ImageState, images: readonly LocalImage[]): ImageState {
  const items = [...state.items];
  for (const { key, file, quarterTurns, description, index } of images) {
    items.splice(index, 0, { ...pendingImage(key, file), quarterTurns, description, persisted: true });
  }
  return { ...state, items };
}

/** What the local store keeps of the pending images, apart from their files. */
export const pendingMetadata = (state: ImageState): LocalImageMetadata[] =>
  state.items.flatMap((item, index) =>
    isPending(item)
      ? [{ key: item.key, quarterTurns: item.quarterTurns, description: item.description, index }]
      : [],
  );

export const removeItem = (state: ImageState, key: string): ImageState => ({
  ...state,
  items: state.items.filter((item) => item.key !== key),
});

const updateItem = (state: ImageState, key: string, update: (item: ImageItem) => ImageItem): ImageState => ({
  ...state,
  items: state.items.map((item) => (item.key === key ? update(item) : item)),
});

export const updatePending = (
  state: ImageState,
  key: string,
  changes: Partial<Omit<PendingImage, 'kind' | 'key' | 'file'>>,
): ImageState => updateItem(state, key, (item) => (isPending(item) ? { ...item, ...changes } : item));

export const updateUploaded = (
  state: ImageState,
  key: string,
  changes: Partial<Pick<UploadedImage, 'pendingAction'>>,
): ImageState => updateItem(state, key, (item) => (isUploaded(item) ? { ...item, ...changes } : item));

/** Describes an image on the screen; one that is uploaded must be saved afterwards. */
export const describeItem = (state: ImageState, key: string, description: string): ImageState =>
  updateItem(state, key, (item) =>
    isUploaded(item) ? { ...item, description, descriptionFailure: undefined } : { ...item, description },
  );

/** The server has saved a description, perhaps with changes. A text that was entered since stays. */
export const markDescribed = (
  state: ImageState,
  key: string,
  sent: string,
  { description }: ImageResponse,
): ImageState =>
  updateItem(state, key, (item) =>
    isUploaded(item)
      ? {
          ...item,
          image: { ...item.image, description },
          description: item.description === sent ? description : item.description,
          descriptionFailure: undefined,
        }
      : item,
  );

/** The server has not saved a description. The reason says nothing about a text that was entered since. */
export const markNotDescribed = (
  state: ImageState,
  key: string,
  sent: string,
  failure: Failure,
): ImageState =>
  updateItem(state, key, (item) =>
    isUploaded(item) && item.description === sent ? { ...item, descriptionFailure: failure } : item,
  );

export const addQuarterTurn = (quarterTurns: QuarterTurns, direction: Direction): QuarterTurns =>
  ((quarterTurns + (direction === 'right' ? 1 : 3)) % 4) as QuarterTurns;

/** The server has accepted the upload of a pending image. */
export function markUploaded(state: ImageState, key: string, image: ImageResponse): ImageState {
  const id = image.externalId;
  // A response with the whole listing may have arrived first.
  const duplicate = uploadedImages(state).find((item) => item.image.externalId === id);
  const others = { ...state, items: state.items.filter((item) => item !== duplicate) };
  const next = updateItem(others, key, (item) => {
    const thumbnail =
      isPending(item) && item.thumbnail instanceof Blob
        ? { blob: item.thumbnail, quarterTurns: item.quarterTurns }
        : null;
    const { description } = item;
    return { ...uploadedImage(image), key, unconfirmed: duplicate === undefined, description, thumbnail };
  });
  const savedOrder = state.savedOrder.includes(id) ? state.savedOrder : [...state.savedOrder, id];
  return { ...next, savedOrder };
}

/** The server has deleted an image. */
export const markDeleted = (state: ImageState, key: string, id: string): ImageState => ({
  ...removeItem(state, key),
  savedOrder: state.savedOrder.filter((other) => other !== id),
  deletedIds: [...state.deletedIds, id],
});

/** The server has rotated an image, which changes its location. */
export const markRotated = (state: ImageState, key: string, image: ImageResponse): ImageState => {
  const before = uploadedImages(state).find((item) => item.key === key);
  if (!before) return state;
  return {
    ...updateItem(state, key, () => ({ ...before, image, pendingAction: null, thumbnail: null })),
    outdatedLocations: [...state.outdatedLocations, before.image.location],
  };
};

export function moveItem(state: ImageState, key: string, index: number): ImageState {
  const moved = state.items.find((item) => item.key === key);
  if (!moved) return state;
  const items = state.items.filter((item) => item !== moved);
  items.splice(Math.max(0, index), 0, moved);
  return { ...state, items };
}
