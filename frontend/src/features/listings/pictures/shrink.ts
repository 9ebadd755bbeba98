import type { Turns } from './pictureItems';

/** The longest side that the portal keeps; more would only be sent to be thrown away. */
const longest = 2400;
/** The longest side of the copy that is shown until the picture is sent. */
const longestOfCopy = 640;
const quality = 0.88;
/** A smaller file of a format that the portal takes is not worth the loss of another encoding. */
const smallFile = 2_000_000;
const portalFormats = new Set(['image/jpeg', 'image/png', 'image/webp']);

/** One picture at a time: a large one needs 200 MB while it is read. */
let line: Promise<unknown> = Promise.resolve();
function inLine<T>(task: () => Promise<T>): Promise<T> {
  const next = line.then(task, task);
  line = next;
  return next;
}

/** A small copy of the picture to look at, or null when this browser cannot read the file. */
export const copyOf = (file: Blob): Promise<Blob | null> =>
  inLine(async () => {
    try {
      return await draw(file, longestOfCopy, 0);
    } catch {
      return null;
    }
  });

/**
 * What is sent for a file: at most 2400 px where that saves bytes, and turned.
 * What this browser cannot read is sent as it is: the portal has the last word.
 */
export const shrink = (file: Blob, turns: Turns): Promise<Blob> =>
  inLine(async () => {
    try {
      const made = await draw(file, longest, turns, ({ width, height }) =>
        isWorthwhile(file, Math.max(width, height), turns),
      );
      if (!made) return file;
      const keepsFile = turns === 0 && portalFormats.has(file.type);
      return keepsFile && made.size >= file.size ? file : made;
    } catch {
      return file;
    }
  });

const isWorthwhile = (file: Blob, side: number, turns: Turns): boolean =>
  turns !== 0 || side > longest || file.size > smallFile || !portalFormats.has(file.type);

type Size = { width: number; height: number };

async function draw(file: Blob, side: number, turns: Turns): Promise<Blob>;
async function draw(
  file: Blob,
  side: number,
  turns: Turns,
  isWanted: (size: Size) => boolean,
): Promise<Blob | null>;
async function draw(file: Blob, side: number, turns: Turns, isWanted?: (size: Size) => boolean) {
  const bitmap = await createImageBitmap(file, { imageOrientation: 'from-image' });
  try {
    if (isWanted && !isWanted(bitmap)) return null;
    // Clicks and typing go before the next heavy step.
    await new Promise((resolve) => setTimeout(resolve));
    const canvas = turned(bitmap, Math.min(1, side / Math.max(bitmap.width, bitmap.height)), turns);
    return await canvas.convertToBlob({ type: 'image/jpeg', quality });
  } finally {
    bitmap.close();
  }
}

function turned(bitmap: ImageBitmap, scale: number, turns: Turns): OffscreenCanvas {
  const width = Math.max(1, Math.round(bitmap.width * scale));
  const height = Math.max(1, Math.round(bitmap.height * scale));
  const lies = turns % 2 === 1;
  const canvas = new OffscreenCanvas(lies ? height : width, lies ? width : height);
  const context = canvas.getContext('2d', { alpha: false });
  if (!context) throw new Error('This browser cannot draw');
  // What can be seen through becomes white, as on paper.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.imageSmoothingQuality = 'high';
  context.translate(canvas.width / 2, canvas.height / 2);
  context.rotate((turns * Math.PI) / 2);
  context.drawImage(bitmap, -width / 2, -height / 2, width, height);
  return canvas;
}
