import { type FileIssue, checkFile, maxFileBytes } from '../../../ui/file/checkFile';

/** For the file picker of the system; the server accepts the same. */
export const documentTypes = 'image/jpeg,image/png,image/webp,application/pdf';

/** Checks a proof of study before it is sent, by its content and not by its name. */
export const checkDocument = (file: Blob): Promise<FileIssue | undefined> =>
  checkFile(file, { pdf: true, maxBytes: maxFileBytes });
