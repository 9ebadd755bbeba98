import type { ImageResponse } from '../../../api/generated';
import type { Failure } from '../../../api/failure';
import type { KeptPicture } from './pictureKeep';

/** Quarters of a turn to the right. */
export type Turns = 0 | 1 | 2 | 3;
export type Direction = 'left' | 'right';

/** Why a picture could not be sent: the server's words, or that it could not be asked. */
type Mistake = Failure;

/** A picture that the portal has. */
export type StoredPicture = {
  kind: 'stored';
  /** Stays the same from being chosen to being stored, so that its place on the screen does, too. */
  key: string;
  image: ImageResponse;
  /** It has just been sent from here, and no answer with the whole listing names it yet. */
  fresh: boolean;
  /** What is being done to it. */
  doing: 'turn' | 'remove' | null;
  /** Its small copy from before it was sent, so that it is not fetched to look the same. */
  copy: Copy | null;
};

/** A picture that was chosen and is not with the portal yet. */
export type ChosenPicture = {
  kind: 'chosen';
  key: string;
  file: File;
  turns: Turns;
  /** Whether this device keeps it beyond the page; null until that is known. */
  kept: boolean | null;
  /** `preparing` until the browser has decoded it; null when it has no means to. */
  copy: Blob | 'preparing' | null;
  step: 'waiting' | 'sending' | 'paused' | 'failed';
  /** What is on its way: the file, or what was made of it. */
  sent: Blob | null;
  mistake: Mistake;
};

type Copy = { picture: Blob; turns: Turns };
export type PictureItem = StoredPicture | ChosenPicture;

export type PictureState = {
  /** In the order shown. */
  items: readonly PictureItem[];
  /** The order that the portal has, by the ids of its pictures. */
  order: readonly string[];
  /** Deleted from here: an answer from before must not bring them back. */
  removed: ReadonlySet<string>;
  /** Where pictures were before they were turned: an answer from before must not turn them back. */
  outdated: ReadonlySet<string>;
};

/** As many as a listing can have. */
export const mostPictures = 20;

export const noPictures: PictureState = {
  items: [],
  order: [],
  removed: new Set(),
  outdated: new Set(),
};

const isStored = (item: PictureItem): item is StoredPicture => item.kind === 'stored';
const isChosen = (item: PictureItem): item is ChosenPicture => item.kind === 'chosen';

const storedOf = (state: PictureState): StoredPicture[] => state.items.filter(isStored);
export const chosenOf = (state: PictureState): ChosenPicture[] => state.items.filter(isChosen);
export const idsOf = (state: PictureState): string[] => storedOf(state).map(({ image }) => image.externalId);

/** Whether the portal has its pictures in another order than the one shown. */
export function orderDiffers(state: PictureState): boolean {
  const ids = idsOf(state);
  return ids.length !== state.order.length || ids.some((id, index) => state.order[index] !== id);
}

const stored = (image: ImageResponse): StoredPicture => ({
  kind: 'stored',
  key: image.externalId,
  image,
  fresh: false,
  doing: null,
  copy: null,
});

/** An answer of the portal with all pictures of the listing. What was changed here meanwhile stays. */
export function arrive(state: PictureState, images: readonly ImageResponse[]): PictureState {
  const arrived = new Map(
    images
      .filter(({ externalId }) => !state.removed.has(externalId))
      .map((image) => [image.externalId, image]),
  );
  const ownOrder = orderDiffers(state);
  const kept = state.items.flatMap((item): PictureItem[] => {
    if (!isStored(item)) return [item];
    const image = arrived.get(item.image.externalId);
    if (!image) return item.fresh ? [item] : [];
    const moved = image.location !== item.image.location && !state.outdated.has(image.location);
    return [{ ...item, fresh: false, ...(moved && { image, copy: null }) }];
  });
  const known = new Set(kept.filter(isStored).map(({ image }) => image.externalId));
  const added = [...arrived.values()].filter(({ externalId }) => !known.has(externalId)).map(stored);
  const fresh = kept.filter(
    (item): item is StoredPicture => isStored(item) && !arrived.has(item.image.externalId),
  );
  const order = [...arrived.keys(), ...fresh.map(({ image }) => image.externalId)];
  const next = { ...state, items: [...kept, ...added], order };
  return ownOrder ? next : restoreOrder(next);
}

/** Puts what the portal has into the portal's order; what waits stays where it is. */
export function restoreOrder(state: PictureState): PictureState {
  const byId = new Map(storedOf(state).map((item) => [item.image.externalId, item]));
  const inOrder = state.order.flatMap((id) => byId.get(id) ?? []);
  return { ...state, items: state.items.map((item) => (isStored(item) ? (inOrder.shift() ?? item) : item)) };
}

const waiting = (key: string, file: File): ChosenPicture => ({
  kind: 'chosen',
  key,
  file,
  turns: 0,
  kept: null,
  copy: 'preparing',
  step: 'waiting',
  sent: null,
  mistake: undefined,
});

export const choose = (
  state: PictureState,
  pictures: readonly { key: string; file: File }[],
): PictureState => ({
  ...state,
  items: [...state.items, ...pictures.map(({ key, file }) => waiting(key, file))],
});

/** Puts pictures that the device kept back to their places, given in the order of these. */
export function restore(state: PictureState, pictures: readonly KeptPicture[]): PictureState {
  const items = [...state.items];
  for (const { key, file, turns, place: index } of pictures) {
    items.splice(index, 0, { ...waiting(key, file), turns, kept: true });
  }
  return { ...state, items };
}

/** How the waiting pictures are to be kept: all of them but their files. */
export const arrangementOf = (state: PictureState): Omit<KeptPicture, 'file'>[] =>
  state.items.flatMap((item, index) =>
    isChosen(item) ? [{ key: item.key, turns: item.turns, place: index }] : [],
  );

export const drop = (state: PictureState, key: string): PictureState => ({
  ...state,
  items: state.items.filter((item) => item.key !== key),
});

const replace = (
  state: PictureState,
  key: string,
  next: (item: PictureItem) => PictureItem,
): PictureState => ({
  ...state,
  items: state.items.map((item) => (item.key === key ? next(item) : item)),
});

export const changeChosen = (
  state: PictureState,
  key: string,
  change: Partial<Omit<ChosenPicture, 'kind' | 'key' | 'file'>>,
): PictureState => replace(state, key, (item) => (isChosen(item) ? { ...item, ...change } : item));

export const changeStored = (
  state: PictureState,
  key: string,
  change: Partial<Pick<StoredPicture, 'doing'>>,
): PictureState => replace(state, key, (item) => (isStored(item) ? { ...item, ...change } : item));

export const turn = (turns: Turns, direction: Direction): Turns =>
  ((turns + (direction === 'right' ? 1 : 3)) % 4) as Turns;

/** The portal has taken a chosen picture. */
export function becomeStored(state: PictureState, key: string, image: ImageResponse): PictureState {
  const id = image.externalId;
  // An answer with the whole listing may have been faster.
  const twin = storedOf(state).find((item) => item.image.externalId === id);
  const others = { ...state, items: state.items.filter((item) => item !== twin) };
  const next = replace(others, key, (item) => {
    const copy =
      isChosen(item) && item.copy instanceof Blob ? { picture: item.copy, turns: item.turns } : null;
    return { ...stored(image), key, fresh: twin === undefined, copy };
  });
  return { ...next, order: state.order.includes(id) ? state.order : [...state.order, id] };
}

/** The portal has deleted one of its pictures. */
export const becomeRemoved = (state: PictureState, key: string, id: string): PictureState => ({
  ...drop(state, key),
  order: state.order.filter((other) => other !== id),
  removed: new Set([...state.removed, id]),
});

/** The portal has turned one of its pictures, which is somewhere else since. */
export const becomeTurned = (state: PictureState, key: string, image: ImageResponse): PictureState => {
  const before = storedOf(state).find((item) => item.key === key);
  if (!before) return state;
  return {
    ...replace(state, key, () => ({ ...before, image, doing: null, copy: null })),
    outdated: new Set([...state.outdated, before.image.location]),
  };
};

/** Puts a picture where another one is now. */
export function place(state: PictureState, key: string, index: number): PictureState {
  const moved = state.items.find((item) => item.key === key);
  if (!moved) return state;
  const items = state.items.filter((item) => item !== moved);
  items.splice(Math.max(0, index), 0, moved);
  return { ...state, items };
}
