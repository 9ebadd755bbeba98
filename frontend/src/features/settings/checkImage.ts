import { type FileIssue, checkFile, maxFileBytes } from '../../ui/file/checkFile';

/** For the file picker of the system; the server accepts the same. */
export const imageTypes = 'image/jpeg,image/png,image/webp';

/** Checks an image before it is sent, as far as a browser can. */
export const checkImage = (file: Blob): Promise<FileIssue | undefined> =>
  checkFile(file, { maxBytes: maxFileBytes });
