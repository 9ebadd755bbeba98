import { type FileKind, kindOf } from './fileKind';

/** Why a chosen file cannot be sent. */
export type FileFault = 'too-large' | 'damaged' | Exclude<FileKind, 'jpeg' | 'png' | 'webp' | 'unreadable'>;

/** In bytes, inclusive, as on the server. */
export const largestFile = 10 * 1024 * 1024;

type Allowed = {
  /** Whether a PDF is possible, too. */
  pdf?: boolean;
  /** In bytes; no limit where the form leaves that to the server. */
  largest?: number;
};

/**
 * What speaks against a file that is to be a JPEG, PNG or WebP picture, by its
 * size and its first bytes. Whether the rest can be decoded, `isDecodable` tells.
 */
export async function fileFault(
  file: Blob,
  { pdf = false, largest }: Allowed,
): Promise<FileFault | undefined> {
  if (largest !== undefined && file.size > largest) return 'too-large';
  const kind = await kindOf(file);
  if (kind === 'jpeg' || kind === 'png' || kind === 'webp' || (pdf && kind === 'pdf')) return undefined;
  return kind === 'unreadable' ? 'damaged' : kind;
}

/** What speaks against one file, including that the browser cannot decode the picture. */
export async function fullFileFault(file: Blob, allowed: Allowed): Promise<FileFault | undefined> {
  const fault = await fileFault(file, allowed);
  if (fault || (allowed.pdf && (await kindOf(file)) === 'pdf')) return fault;
  return (await isDecodable(file)) ? undefined : 'damaged';
}

/** Whether the browser can decode a picture. True where the browser has no means to find out. */
export async function isDecodable(picture: Blob): Promise<boolean> {
  if (!canDecode()) return true;
  try {
    (await createImageBitmap(picture)).close();
    return true;
  } catch {
    return false;
  }
}

export const canDecode = (): boolean => typeof createImageBitmap === 'function';
