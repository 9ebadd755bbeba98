import { type FileFormat, detectFileFormat } from './fileFormat';

/** Why a file cannot be uploaded. */
export type FileIssue = 'too-large' | 'damaged' | Exclude<FileFormat, 'jpeg' | 'png' | 'webp' | 'unreadable'>;

/** In bytes, inclusive, as on the server. */
export const maxFileBytes = 10 * 1024 * 1024;

type Allowed = {
  /** Whether a PDF is allowed. */
  pdf?: boolean;
  /** In bytes; no limit where only the server checks it. */
  maxBytes?: number;
};

/**
 * Checks the size and the first bytes of a JPEG, PNG or WebP file. `isDecodable` checks the rest.
 */
export async function checkFileStart(
  file: Blob,
  { pdf = false, maxBytes }: Allowed,
): Promise<FileIssue | undefined> {
  if (maxBytes !== undefined && file.size > maxBytes) return 'too-large';
  const format = await detectFileFormat(file);
  if (format === 'jpeg' || format === 'png' || format === 'webp' || (pdf && format === 'pdf'))
    return undefined;
  return format === 'unreadable' ? 'damaged' : format;
}

/** Checks a file, including whether the browser can decode the image. */
export async function checkFile(file: Blob, allowed: Allowed): Promise<FileIssue | undefined> {
  const issue = await checkFileStart(file, allowed);
  if (issue || (allowed.pdf && (await detectFileFormat(file)) === 'pdf')) return issue;
  return (await isDecodable(file)) ? undefined : 'damaged';
}

/** Whether the browser can decode an image; true where it cannot check that. */
export async function isDecodable(image: Blob): Promise<boolean> {
  if (!canDecode()) return true;
  try {
    (await createImageBitmap(image)).close();
    return true;
  } catch {
    return false;
  }
}

export const canDecode = (): boolean => typeof createImageBitmap === 'function';
