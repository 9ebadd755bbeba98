import { type FileFault, fullFileFault, largestFile } from '../../ui/file/fileFault';

/** What the picker of the system offers; the server takes the same. */
export const documentTypes = 'image/jpeg,image/png,image/webp,application/pdf';

/**
 * What the server would say against a proof of study, before it is sent. A file
 * is told by its content and not by its name, so a renamed one is found as well.
 */
export const checkDocument = (file: Blob): Promise<FileFault | undefined> =>
  fullFileFault(file, { pdf: true, largest: largestFile });
