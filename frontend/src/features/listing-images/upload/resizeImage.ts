import type { QuarterTurns } from '../imageItems';

/** The longest side that the server keeps, in pixels. */
const maxSide = 2400;
const thumbnailSide = 640;
const quality = 0.88;
/**
 * A file up to this size in an accepted format is not encoded again, because that loses quality.
 */
const smallFileBytes = 2_000_000;
const acceptedFormats = new Set(['image/jpeg', 'image/png', 'image/webp']);

/** One image at a time: decoding a large one needs 200 MB. */
let queue: Promise<unknown> = Promise.resolve();
function enqueue<T>(task: () => Promise<T>): Promise<T> {
  const next = queue.then(task, task);
  queue = next;
  return next;
}

/** Null when the browser cannot decode the file. */
export const createThumbnail = (file: Blob): Promise<Blob | null> =>
  enqueue(async () => {
    try {
      return await draw(file, thumbnailSide, 0);
    } catch {
      return null;
    }
  });

/**
 * Rotates the image, and scales it to at most 2400 px where that saves bytes. Returns
 * the file itself when the browser cannot decode it: the server decides then.
 */
export const resizeForUpload = (file: Blob, quarterTurns: QuarterTurns): Promise<Blob> =>
  enqueue(async () => {
    try {
      const resized = await draw(file, maxSide, quarterTurns, ({ width, height }) =>
        needsResize(file, Math.max(width, height), quarterTurns),
      );
      if (!resized) return file;
      const mayKeepFile = quarterTurns === 0 && acceptedFormats.has(file.type);
      return mayKeepFile && resized.size >= file.size ? file : resized;
    } catch {
      return file;
    }
  });

const needsResize = (file: Blob, side: number, quarterTurns: QuarterTurns): boolean =>
  quarterTurns !== 0 || side > maxSide || file.size > smallFileBytes || !acceptedFormats.has(file.type);

type Size = { width: number; height: number };

async function draw(file: Blob, side: number, quarterTurns: QuarterTurns): Promise<Blob>;
async function draw(
  file: Blob,
  side: number,
  quarterTurns: QuarterTurns,
  isNeeded: (size: Size) => boolean,
): Promise<Blob | null>;
async function draw(
  file: Blob,
  side: number,
  quarterTurns: QuarterTurns,
  isNeeded?: (size: Size) => boolean,
) {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
  try {
    if (isNeeded && !isNeeded(bitmap)) return null;
    // Lets the browser handle clicks and typing before the next expensive step.
    await new Promise((resolve) => setTimeout(resolve));
    const scale = Math.min(1, side / Math.max(bitmap.width, bitmap.height));
    return await toCanvas(bitmap, scale, quarterTurns).convertToBlob({ type: 'image/jpeg', quality });
  } finally {
    bitmap.close();
  }
}

function toCanvas(bitmap: ImageBitmap, scale: number, quarterTurns: QuarterTurns): OffscreenCanvas {
  const width = Math.max(1, Math.round(bitmap.width * scale));
  const height = Math.max(1, Math.round(bitmap.height * scale));
  const swapsSides = quarterTurns % 2 === 1;
  const canvas = new OffscreenCanvas(swapsSides ? height : width, swapsSides ? width : height);
  const context = canvas.getContext('2d', { alpha: false });
  if (!context) throw new Error('2d context is not supported');
  // JPEG has no transparency: transparent pixels become white.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = 'high';
  context.translate(canvas.width / 2, canvas.height / 2);
  context.rotate((quarterTurns * Math.PI) / 2);
  context.drawImage(bitmap, -width / 2, -height / 2, width, height);
  return canvas;
}
