import { type FileFault, fullFileFault, largestFile } from '../../ui/file/fileFault';

/** What the picker of the system offers; the server takes the same. */
export const pictureTypes = 'image/jpeg,image/png,image/webp';

/** What the server would say against a picture, as far as it can be told before it is sent. */
export const checkPicture = (file: Blob): Promise<FileFault | undefined> =>
  fullFileFault(file, { largest: largestFile });
