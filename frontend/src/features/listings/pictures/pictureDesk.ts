import { type Failure, serverError } from '../../../api/failure';
import type { ImageEnvelope, ImageListEnvelope, ImageResponse, Rotation } from '../../../api/generated';
import {
  arrangementOf,
  arrive,
  becomeRemoved,
  becomeStored,
  becomeTurned,
  changeChosen,
  changeStored,
  chosenOf,
  type Direction,
  drop,
  idsOf,
  noPictures,
  orderDiffers,
  type PictureItem,
  place,
  restoreOrder,
  turn,
} from './pictureItems';
import { createPictureIntake } from './pictureIntake';
import type { PictureKeep } from './pictureKeep';
import type { Desk, Happening, Problem } from './pictureNews';
import { shrink } from './shrink';
import { isHopeless, pauseBefore } from './uploadFailure';

type Answer<T> = { data?: T; error?: Failure };

/** What the desk asks the portal for. */
export type PictureCalls = {
  upload: (listingId: string, file: Blob) => PromiseLike<Answer<ImageListEnvelope>> & { abort: () => void };
  turn: (listingId: string, imageId: string, action: Rotation) => PromiseLike<Answer<ImageEnvelope>>;
  remove: (listingId: string, imageId: string) => PromiseLike<Answer<unknown>>;
  order: (listingId: string, imageIds: string[]) => PromiseLike<Answer<unknown>>;
};

/** The order is saved once a person has come to rest. */
const rest = 800;
const atOnce = 2;

/**
 * The desk where the pictures of one listing lie: it knows what is shown, and
 * sees to it that the portal has the same. It outlives the screen's drawing, so
 * that an upload goes on while other steps are looked at.
 */
export function createPictureDesk(
  calls: PictureCalls,
  keep: PictureKeep,
  listing: string | undefined,
  images: readonly ImageResponse[],
) {
  let desk: Desk = { ...arrive(noPictures, images), news: null, problems: [], broughtBack: 0 };
  let listingId = listing;
  let number = 0;
  let uploading: Promise<boolean> | null = null;
  let resting: ReturnType<typeof setTimeout> | undefined;
  const listeners = new Set<() => void>();
  const sends = new Map<string, Promise<void>>();
  const aborts = new Map<string, () => void>();
  const inSlot = createSlots(atOnce);
  const inLine = createSlots(1);

  let arrangement = '[]';

  const change = (next: Partial<Desk>) => {
    desk = { ...desk, ...next };
    for (const listener of listeners) listener();
    const arranged = JSON.stringify(arrangementOf(desk));
    if (arranged === arrangement) return;
    arrangement = arranged;
    void keep.arrange(arrangementOf(desk));
  };
  const tell = (what: Happening) => ({ news: { ...what, number: number++ } });
  const find = (key: string) => desk.items.find((item) => item.key === key);
  const findChosen = (key: string) => chosenOf(desk).find((item) => item.key === key);
  const complain = (problem: Problem) => change({ problems: [...desk.problems, problem] });

  const intake = createPictureIntake({ read: () => desk, change, tell, forget, keep });

  /** A waiting picture is not wanted any more. */
  function forget(key: string): void {
    aborts.get(key)?.();
    change(drop(desk, key));
    void keep.remove(key);
  }

  function send(key: string): Promise<void> {
    const under = sends.get(key);
    if (under) return under;
    const sending = inSlot(() => sendNow(key)).finally(() => sends.delete(key));
    sends.set(key, sending);
    return sending;
  }

  async function sendNow(key: string): Promise<void> {
    const item = findChosen(key);
    if (!item || listingId === undefined) return;
    change(changeChosen(desk, key, { step: 'sending', mistake: undefined }));
    const made = await shrink(item.file, item.turns);
    // Its own object, because the same file may have been chosen twice.
    const sent = new File([made], item.file.name, { type: made.type });
    for (let attempt = 0; findChosen(key); attempt++) {
      change(changeChosen(desk, key, { step: 'sending', sent }));
      const call = calls.upload(listingId, sent);
      aborts.set(key, call.abort);
      const { data, error } = await call;
      aborts.delete(key);
      const image = data?.payload[0];
      if (image) return accept(key, image);
      const pause = pauseBefore(attempt, error);
      if (pause === undefined) {
        return change(changeChosen(desk, key, { step: 'failed', sent: null, mistake: error }));
      }
      change(changeChosen(desk, key, { step: 'paused' }));
      await wait(pause);
    }
  }

  /** The portal has taken it. Whoever removed it at the last moment gets what was asked for. */
  async function accept(key: string, image: ImageResponse): Promise<void> {
    void keep.remove(key);
    if (findChosen(key)) return change(becomeStored(desk, key, image));
    change(becomeRemoved(desk, key, image.externalId));
    if (listingId !== undefined) await calls.remove(listingId, image.externalId);
  }

  async function uploadAll(): Promise<boolean> {
    await intake.settled();
    for (const { key, step, mistake } of chosenOf(desk)) {
      if (step === 'failed' && !isHopeless(mistake)) change(changeChosen(desk, key, { step: 'waiting' }));
    }
    const before = idsOf(desk).length;
    // Others may be chosen while these are on their way.
    for (;;) {
      const waiting = chosenOf(desk).filter(({ step }) => step !== 'failed');
      if (waiting.length === 0) break;
      await Promise.all(waiting.map(({ key }) => send(key)));
    }
    const count = idsOf(desk).length - before;
    if (count > 0) change(tell({ kind: 'uploaded', count }));
    return (await saveOrder()) && chosenOf(desk).length === 0;
  }

  const saveOrder = (): Promise<boolean> =>
    inLine(async () => {
      clearTimeout(resting);
      resting = undefined;
      if (listingId === undefined || !orderDiffers(desk)) return true;
      const ids = idsOf(desk);
      const { error } = await calls.order(listingId, ids);
      if (error) {
        change(restoreOrder(desk));
        complain({ kind: 'order', failure: error });
        return false;
      }
      // One more may have been stored meanwhile, at the end.
      change({ order: [...ids, ...desk.order.filter((id) => !ids.includes(id))] });
      return true;
    });

  function saveOrderSoon(): void {
    clearTimeout(resting);
    resting = setTimeout(() => {
      resting = undefined;
      // An upload ends with saving the order.
      if (sends.size === 0) void saveOrder();
    }, rest);
  }

  async function remove(key: string): Promise<void> {
    const item = find(key);
    if (item?.kind === 'chosen') {
      forget(key);
      return change({ ...tell({ kind: 'removed' }), problems: [] });
    }
    await work(item, 'remove', async (listingId, id) => {
      const { error } = await inLine(async () => calls.remove(listingId, id));
      const isGone = !error || serverError(error)?.message === 'exception.image.not-found';
      if (isGone) change({ ...becomeRemoved(desk, key, id), ...tell({ kind: 'removed' }) });
      return isGone ? undefined : error;
    });
  }

  async function turnTo(key: string, direction: Direction): Promise<void> {
    const item = find(key);
    if (item?.kind === 'chosen') {
      if (item.step === 'sending' || item.step === 'paused' || item.copy === null) return;
      const turns = turn(item.turns, direction);
      return change({ ...changeChosen(desk, key, { turns }), ...tell({ kind: 'turned' }), problems: [] });
    }
    await work(item, 'turn', async (listingId, id) => {
      const action = direction === 'right' ? 'ROTATE_90' : 'ROTATE_270';
      const { data, error } = await calls.turn(listingId, id, action);
      if (data) change({ ...becomeTurned(desk, key, data.payload), ...tell({ kind: 'turned' }) });
      return error;
    });
  }

  /** One thing at a time is done to a picture that the portal has. */
  async function work(
    item: PictureItem | undefined,
    doing: 'turn' | 'remove',
    act: (listingId: string, id: string) => Promise<Failure>,
  ): Promise<void> {
    if (item?.kind !== 'stored' || item.doing || listingId === undefined) return;
    change({ ...changeStored(desk, item.key, { doing }), problems: [] });
    const failure = await act(listingId, item.image.externalId);
    change(changeStored(desk, item.key, { doing: null }));
    if (failure) complain({ kind: doing, failure });
  }

  function move(key: string, index: number): void {
    change({
      ...place(desk, key, index),
      ...tell({ kind: 'moved', position: index + 1, total: desk.items.length }),
      problems: [],
    });
    if (listingId !== undefined && orderDiffers(desk)) saveOrderSoon();
  }

  async function retry(key: string): Promise<void> {
    change(changeChosen(desk, key, { step: 'waiting' }));
    await send(key);
    if (sends.size === 0) await saveOrder();
  }

  function upload(id: string): Promise<boolean> {
    listingId = id;
    uploading ??= uploadAll().finally(() => {
      uploading = null;
    });
    return uploading;
  }

  return {
    read: () => desk,
    subscribe: (listener: () => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    /** What the portal answered about the listing. */
    arrive: (id: string | undefined, images: readonly ImageResponse[]) => {
      listingId = id ?? listingId;
      change(arrive(desk, images));
    },
    add: intake.add,
    remove,
    turn: turnTo,
    move,
    retry,
    upload,
    bringBack: intake.bringBack,
    /** Drops everything that waits. */
    discard: () => {
      for (const { key } of chosenOf(desk)) forget(key);
      change({ problems: [], broughtBack: 0 });
    },
    /**
     * The page is left: a new order is saved now, and what is on its way is given
     * up, because it is kept here and would be uploaded a second time later.
     */
    leave: () => {
      if (resting !== undefined && sends.size === 0) void saveOrder();
      for (const abort of aborts.values()) abort();
    },
  };
}

const wait = (milliseconds: number) => new Promise((resolve) => setTimeout(resolve, milliseconds));

/** Lets so many tasks run at the same time; the others wait their turn. */
function createSlots(free: number) {
  const waiting: (() => void)[] = [];
  return async <T>(task: () => Promise<T>): Promise<T> => {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await task();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}
